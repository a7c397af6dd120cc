import type { SealedEvent } from "../../store/trace_event.ts";
import type { Trace } from "../trace.ts";
import type { Ambient } from "./ambient/ambient.ts";
import { clockAt } from "./ambient/clock_at.ts";
import { OTHER_PLACE } from "./ambient/other_place.ts";
import { randomFrom } from "./ambient/random_from.ts";
import { REFUSED_FETCH } from "./ambient/refused_fetch.ts";

/** What is different when a request is built again. */
export interface Variation {
  /** What a message calls it. */
  readonly name: string;
  /** What is around the build. */
  readonly ambients: readonly Ambient[];
  /** What the build is shown of the events; always a copy. */
  view(before: Trace): Trace;
}

const MS_PER_DAY = 86_400_000;
const NOW = Date.UTC(2026, 6, 1, 12);

/** What is around every build: so that nothing moves but what is made to. */
const STILL: readonly Ambient[] = [
  clockAt("a clock that stands still", NOW),
  randomFrom("fixed randomness", "low"),
  REFUSED_FETCH,
];

const AMBIENTS: readonly Ambient[] = [
  clockAt("another clock", NOW + 400.3 * MS_PER_DAY),
  randomFrom("other randomness", "high"),
  OTHER_PLACE,
];

/** The variations of every build; the first is what the others are compared with. */
export function variationsOf(
  ambients: readonly Ambient[] | false | undefined,
  hasViews: boolean,
): readonly [Variation, ...Variation[]] {
  const still = ambients === false ? [] : STILL;
  const around = (name: string, more: readonly Ambient[], view: Variation["view"]) => ({
    name,
    ambients: [...still, ...more],
    view,
  });
  const others = ambients === false ? [] : ambients ?? AMBIENTS;
  return [
    around("the first build", [], copied),
    around("another build of the same", [], copied),
    ...others.map((ambient) => around(ambient.name, [ambient], copied)),
    ...(hasViews
      ? [around("frozen events", [], frozen), around("keys in another order", [], reversed)]
      : []),
  ];
}

function copied(before: Trace): Trace {
  return structuredClone(before);
}

function frozen(before: Trace): Trace {
  return deepFrozen(copied(before));
}

function deepFrozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) deepFrozen(member);
  return Object.freeze(value);
}

function reversed(before: Trace): Trace {
  return before.map((event) => withReversedKeys(event) as SealedEvent);
}

function withReversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReversedKeys);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([name, member]) => [name, withReversedKeys(member)]));
}
