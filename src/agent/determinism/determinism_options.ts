import { type OptionNames, requireKnownOptions } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import type { Json, SealedEvent } from "../../store/trace_event.ts";
import type { Ambient } from "./ambient/ambient.ts";

/** Options of `checkDeterminism()`. */
export interface DeterminismOptions {
  /**
   * What is changed around builds, one at a time. By default another clock, other randomness, and another time zone
   * and locale; time and randomness stand still otherwise, and `fetch` is refused. `false` leaves all as it is.
   */
  readonly ambient?: readonly Ambient[] | false | undefined;
  /** Whether builds are shown the events frozen, and with their keys in another order. @default {true} */
  readonly views?: boolean | undefined;
  /** Whether requests must have the hashes that were recorded. @default {"check"} */
  readonly recorded?: "check" | "ignore" | undefined;
  /** Tells which events recorded a call of a model. By default those of `Thread`. */
  readonly isCall?: ((event: SealedEvent) => boolean) | undefined;
  /** Gives the hash that such an event has. By default its payload's `requestHash`. */
  readonly hashOf?: ((event: SealedEvent) => string | undefined) | undefined;
  /** Hashes a request as the runtime does. By default `hashJson()`. */
  readonly hash?: ((request: Json) => string | Promise<string>) | undefined;
  /** How long one build may take, in milliseconds. @default {30000} */
  readonly timeoutMs?: number | undefined;
}

const OPTIONS: OptionNames<DeterminismOptions> = {
  ambient: true,
  views: true,
  recorded: true,
  isCall: true,
  hashOf: true,
  hash: true,
  timeoutMs: true,
};

/**
 * Makes sure that the arguments of a check of determinism are what they should be.
 *
 * @returns The events.
 * @throws {TypeError} If one is of the wrong kind, or there is no such option.
 * @throws {RangeError} If there is no configuration, or the time is not positive.
 */
export function requireDeterminismArguments(
  events: unknown,
  configurations: unknown,
  options: DeterminismOptions,
): SealedEvent[] {
  const log = requireEvents(events);
  if (!Array.isArray(configurations)) {
    throw because("the configurations must be a list", configurations);
  }
  if (configurations.length === 0) {
    throw new RangeError("Cannot check determinism as there must be a configuration: got none");
  }
  for (const how of configurations) {
    if (typeof how === "function" || typeof how?.rebuild === "function") continue;
    throw because("a configuration must be a function, or have a method 'rebuild'", how);
  }
  requireKnownOptions("check determinism", options, OPTIONS);
  requireOptions(options);
  return log;
}

/** Says what was expected of an argument. */
export function because(expected: string, found: unknown): TypeError {
  return new TypeError(`Cannot check determinism as ${expected}: got ${shown(found)}`);
}

function requireEvents(events: unknown): SealedEvent[] {
  if (typeof (events as Partial<Iterable<unknown>> | null)?.[Symbol.iterator] !== "function") {
    throw because("the events must be an iterable of sealed events", events);
  }
  const log = [...events as Iterable<SealedEvent>];
  const wrong = log.findIndex((event) => typeof event?.type !== "string");
  if (wrong >= 0) throw because(`event ${wrong} must be a sealed event`, log[wrong]);
  return log;
}

function requireOptions(options: DeterminismOptions): void {
  const { ambient, views, recorded, isCall, hashOf, hash, timeoutMs = 1 } = options;
  requireAmbients(ambient);
  if (views !== undefined && typeof views !== "boolean") {
    throw because("'views' must be true or false", views);
  }
  if (recorded !== undefined && recorded !== "check" && recorded !== "ignore") {
    throw because('\'recorded\' must be "check" or "ignore"', recorded);
  }
  for (const [name, value] of Object.entries({ isCall, hashOf, hash })) {
    if (value === undefined || typeof value === "function") continue;
    throw because(`'${name}' must be a function`, value);
  }
  if (Number.isFinite(timeoutMs) && timeoutMs > 0) return;
  throw new RangeError(
    `Cannot check determinism as 'timeoutMs' must be positive: got ${shown(timeoutMs)}`,
  );
}

function requireAmbients(ambients: unknown): void {
  if (ambients === undefined || ambients === false) return;
  if (!Array.isArray(ambients)) throw because("'ambient' must be a list, or false", ambients);
  for (const ambient of ambients) {
    const { name, enter } = (ambient ?? {}) as Partial<Ambient>;
    if (typeof name === "string" && typeof enter === "function") continue;
    throw because("an ambient must have a 'name' and a method 'enter'", ambient);
  }
}
