import { toBytes } from "../bytes.ts";
import type { Bytes } from "../bytes.ts";
import { requireKnownOptions } from "../known_options.ts";
import { shown } from "../shown.ts";
import { NdjsonDecoder } from "../sse/ndjson_decoder.ts";
import { SseDecoder } from "../sse/sse_decoder.ts";
import { BodyDecoder } from "../wire/body_decoder.ts";
import type { Framing, Wire } from "../wire/wire.ts";
import { WIRES } from "../wire/wires.ts";
import { requireOneOf } from "./arguments.ts";
import { describeError } from "./outcome.ts";

/**
 * A wire format that is not known here: enough for the checks that need no more than text.
 *
 * @example A format of lines of JSON
 * ```ts
 * import { modelChecks, runChecks, ZERO_USAGE } from "@wholeturn/wholeturn";
 * import { assert } from "@std/assert";
 *
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) => ({
 *     async *stream(_request, { signal } = {}) {
 *       const { body } = await fetch(baseUrl, { signal: signal ?? null });
 *       let rest = "";
 *       for await (const text of body!.pipeThrough(new TextDecoderStream())) {
 *         const lines = (rest + text).split("\n");
 *         rest = lines.pop()!;
 *         for (const line of lines) {
 *           const { say, end } = JSON.parse(line);
 *           if (!end) yield { type: "text", text: say };
 *           else {
 *             const finish = { reason: "stop", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE };
 *             return yield { type: "finish", finish };
 *           }
 *         }
 *       }
 *       throw new Error("The body ended before the turn");
 *     },
 *   }),
 *   { framing: "ndjson", event: (index) => `{"say":"word ${index}"}\n` },
 * );
 * assert((await runChecks(checks)).ok);
 * ```
 */
export interface CustomWire {
  /**
   * Writes the i-th event of an endless answer of text, all that ends it included: the blank line of
   * a server-sent event, the line feed of a line of NDJSON.
   *
   * @param index Which event, from 0. None may end the turn.
   */
  event(index: number): string;
  /** What the events are carried in. @default {"sse"} */
  readonly framing?: "sse" | "ndjson" | undefined;
  /**
   * The content type of the stream; by default that of the framing: `text/event-stream` or
   * `application/x-ndjson`.
   */
  readonly contentType?: string | undefined;
}

/** How a framing writes an event. */
interface Writing {
  readonly contentType: string;
  /** What ends an event. */
  readonly end: RegExp;
  /** The same in words. */
  readonly endName: string;
  decoder(): SseDecoder | NdjsonDecoder;
}

const WRITINGS: Readonly<Record<Framing, Writing>> = {
  sse: {
    contentType: "text/event-stream",
    end: /(\n\n|\r\r|\r\n\r\n)$/,
    endName: 'a blank line (or is the wire one of { framing: "ndjson" }?)',
    decoder: () => new SseDecoder(),
  },
  ndjson: {
    contentType: "application/x-ndjson",
    end: /\n$/,
    endName: "a line feed",
    decoder: () => new NdjsonDecoder(),
  },
};

/** How many events are looked at before a check runs. */
const PROBES = 8;

/**
 * Makes sure that a format of one's own can be checked with: by its first events, as what is wrong
 * with them would else look like a fault of the adapter.
 *
 * @throws {TypeError} If it is none, or gives what is no event.
 * @throws {RangeError} If its events say nothing, are all the same, or end the turn of a known wire.
 */
export function checkCustomWire(wire: CustomWire): void {
  if (typeof wire !== "object" || wire === null || typeof wire.event !== "function") {
    throw new TypeError(
      "Cannot check the wire as it is neither a known id nor an object with a function event(i): " +
        `current value is ${shown(wire)}`,
    );
  }
  // An object of a class may have members for its own use.
  if (Object.getPrototypeOf(wire) === Object.prototype) {
    requireKnownOptions("check the wire", wire, { event: true, framing: true, contentType: true });
  }
  const { contentType, framing = "sse" } = wire;
  requireOneOf("check the wire", { framing }, Object.keys(WRITINGS));
  if (contentType !== undefined && typeof contentType !== "string") {
    throw new TypeError(
      `Cannot check the wire as 'contentType' must be a text: current value is ${typeof contentType}`,
    );
  }
  const events = Array.from({ length: PROBES }, (_, index) => eventOf(wire, index));
  events.forEach((event, index) => requireContent(event, index, framing));
  if (new Set(events).size === 1) {
    throw new RangeError(
      "Cannot use the events as they must differ, so that they can be told apart: " +
        `event(0) to event(${PROBES - 1}) gave ${shown(events[0])}`,
    );
  }
  events.forEach((_, index) => requireOpen(events.slice(0, index + 1)));
}

/** The content type of the streams of a format of one's own. */
export function customContentType({ contentType, framing = "sse" }: CustomWire): string {
  return contentType ?? WRITINGS[framing].contentType;
}

/** The events of a format of one's own, without an end, one a chunk. */
export function* customChunks(wire: CustomWire): Generator<Bytes> {
  for (let index = 0;; index++) yield toBytes(eventOf(wire, index));
}

function eventOf(wire: CustomWire, index: number): string {
  const { end, endName } = WRITINGS[wire.framing ?? "sse"];
  let event: unknown;
  try {
    event = wire.event(index);
  } catch (cause) {
    const message = `Cannot use the events as event(${index}) threw ${describeError(cause)}`;
    throw new TypeError(message, { cause });
  }
  if (typeof event === "string" && end.test(event)) return event;
  throw new TypeError(
    `Cannot use the event as it must be a text that ends with ${endName}: ` +
      `event(${index}) gave ${nameOf(event)}`,
  );
}

function nameOf(value: unknown): string {
  if (!(value instanceof Promise)) return shown(value);
  // Nobody else will wait for it.
  value.catch(() => {});
  return "a promise";
}

/** Finds out that an event is written in full, but says nothing: comments, say, or no `data`. */
function requireContent(event: string, index: number, framing: Framing): void {
  const frames = WRITINGS[framing].decoder().push(toBytes(event));
  if (frames.some(({ data }) => data.trim() !== "")) return;
  throw new RangeError(
    `Cannot use the event as it must say something${
      framing === "sse" ? " in a field 'data'" : ""
    }: event(${index}) gave ${shown(event)}`,
  );
}

/** Finds out that events end the turn by the rules of a wire that is known. */
function requireOpen(events: readonly string[]): void {
  // Also alone, as markers are borrowed for formats of another content.
  const bodies = [toBytes(events.join("")), toBytes(events.at(-1) ?? "")];
  const ended = Object.values(WIRES).find((wire) => bodies.some((body) => isEnded(wire, body)));
  if (!ended) return;
  throw new RangeError(
    `Cannot use the events as none may end the turn: event(${events.length - 1}) gave ${
      shown(events.at(-1))
    }, which ends one of "${ended.id}"`,
  );
}

function isEnded(wire: Wire, body: Bytes): boolean {
  const decoder = new BodyDecoder(wire, { terminator: "optional" });
  try {
    return decoder.end(decoder.push(body)).some(({ type }) => type === "finish");
  } catch {
    // It is no turn of that wire at all, or one that has not ended.
    return false;
  }
}
