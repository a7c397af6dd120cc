import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { isTraceStoreError } from "../../../src/store/trace_store_error.ts";
import type { Json, SealedEvent } from "../../../src/store/trace_event.ts";
import type { Lease, TraceStore } from "../../../src/store/trace_store.ts";
import { all, note } from "./notes.ts";

/** One call of a store, or a jump of its clock. */
type Step =
  | {
    readonly do: "append";
    readonly thread: string;
    readonly payloads: readonly Json[];
    readonly expected: "none" | "last" | "stale" | "future";
    /** Which of the leases so far to write under; none if there are fewer. */
    readonly lease: number;
  }
  | { readonly do: "read"; readonly thread: string; readonly after: number }
  | { readonly do: "delete" | "backwards" | "lease"; readonly thread: string }
  | { readonly do: "load"; readonly thread: string; readonly events: number; readonly gap: boolean }
  | { readonly do: "threads"; readonly before: string | undefined; readonly limit: number }
  | { readonly do: "acquire"; readonly thread: string; readonly owner: string }
  | { readonly do: "renew" | "release"; readonly lease: number }
  | { readonly do: "wait"; readonly ms: number };

/** Steps on three threads whose names begin alike, by two owners. */
export const steps: fc.Arbitrary<Step[]> = fc.array(stepArbitrary(), {
  maxLength: 40,
  size: "max",
});

function stepArbitrary(): fc.Arbitrary<Step> {
  const thread = fc.constantFrom("a", "ab", "b");
  const lease = fc.nat({ max: 6 });
  const payload = fc.constantFrom<Json>(1, "\0\ud800", { ["__proto__"]: [null] }, "x".repeat(300));
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant("append" as const),
        thread,
        payloads: fc.array(payload, { maxLength: 4 }),
        expected: fc.constantFrom("none", "none", "last", "stale", "future"),
        lease,
      }),
    },
    fc.record({ do: fc.constant("read" as const), thread, after: fc.nat({ max: 12 }) }),
    fc.record({ do: fc.constantFrom("delete", "backwards", "lease"), thread }),
    fc.record({
      do: fc.constant("load" as const),
      thread,
      events: fc.nat({ max: 5 }),
      gap: fc.boolean(),
    }),
    fc.record({
      do: fc.constant("threads" as const),
      before: fc.option(thread, { nil: undefined }),
      limit: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ do: fc.constant("acquire" as const), thread, owner: fc.constantFrom("A", "B") }),
    fc.record({ do: fc.constantFrom("renew", "release"), lease }),
    fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 150 }) }),
  );
}

/** How long every lease lasts, in milliseconds. */
const TTL_MS = 100;

/** A store and the leases it has given. */
interface Side {
  readonly store: TraceStore;
  readonly leases: Lease[];
}

/**
 * Makes one store of several on one database, which take turns: what one of them remembers is old at its next turn.
 *
 * @param stores The stores.
 */
export function inTurns(stores: readonly TraceStore[]): TraceStore {
  let turn = 0;
  return new Proxy(stores[0]!, {
    get: (_, name) => {
      const store = stores[turn++ % stores.length]!;
      const member: unknown = Reflect.get(store, name);
      return typeof member === "function" ? member.bind(store) : member;
    },
  });
}

/**
 * Runs steps on two stores; what they give, refuse and keep must be the same, but for tokens.
 *
 * @param stores The two.
 * @param wait Moves the clocks of both.
 * @param isSameTime Whether both have one clock, so that times are the same as well.
 */
export async function compareStores(
  stores: readonly [TraceStore, TraceStore],
  run: readonly Step[],
  wait: (ms: number) => Promise<void>,
  isSameTime: boolean,
): Promise<void> {
  const sides = stores.map((store): Side => ({ store, leases: [] }));
  for (const step of run) {
    if (step.do === "wait") {
      await wait(step.ms);
      continue;
    }
    const outcomes: unknown[] = [];
    for (const side of sides) {
      const outcome = [await outcomeOf(side, step), await stateOf(side.store, step)];
      outcomes.push(comparable(outcome, isSameTime));
    }
    assertEquals(outcomes[1], outcomes[0], `after ${JSON.stringify(step)}`);
  }
  for (const { leases } of sides) {
    const tokens = leases.map(({ token }) => token);
    assertEquals(tokens, tokens.toSorted(), "tokens must grow");
  }
}

/** What can be seen of the thread of a step. */
async function stateOf(store: TraceStore, step: Step): Promise<unknown> {
  if (!("thread" in step)) return undefined;
  return [await store.lease(step.thread), await all(store.read(step.thread))];
}

async function outcomeOf(side: Side, step: Exclude<Step, { do: "wait" }>): Promise<unknown> {
  try {
    return await doneBy(side, step);
  } catch (error) {
    if (isTraceStoreError(error)) return { refused: error.code, ...error.info };
    throw error;
  }
}

async function doneBy(
  { store, leases }: Side,
  step: Exclude<Step, { do: "wait" }>,
): Promise<unknown> {
  switch (step.do) {
    case "append": {
      const last = (await all(store.read(step.thread))).length;
      const expected = { none: undefined, last, stale: Math.max(0, last - 1), future: last + 1 };
      const batch = step.payloads.map((payload, nth) => note(`${nth % 2}`, payload));
      const options = { expected: expected[step.expected], lease: leases.at(step.lease) };
      return await store.append(step.thread, batch, options);
    }
    case "read":
      return await all(store.read(step.thread, { after: step.after }));
    case "backwards":
      return await all(store.readBackwards(step.thread));
    case "delete":
      return await store.delete(step.thread);
    case "load":
      return await store.load(step.thread, logOf(step.events, step.gap));
    case "threads":
      return await store.threads({ before: step.before, limit: step.limit });
    case "lease":
      return await store.lease(step.thread);
    case "acquire": {
      const lease = await store.acquire(step.thread, step.owner, TTL_MS);
      leases.push(lease);
      return lease;
    }
    case "renew": {
      const lease = leases.at(step.lease);
      return lease === undefined ? undefined : await store.renew(lease, TTL_MS);
    }
    case "release": {
      const lease = leases.at(step.lease);
      return lease === undefined ? undefined : await store.release(lease);
    }
  }
}

function logOf(events: number, gap: boolean): SealedEvent[] {
  return Array.from({ length: events }, (_, nth) => ({
    ...note("0", nth),
    seq: gap && nth === events - 1 ? nth + 1 : nth,
    ts: "2026-01-01T00:00:00.000Z",
  }));
}

/** Leaves out what may differ. */
function comparable(outcome: unknown, isSameTime: boolean): unknown {
  const left = isSameTime ? ["token"] : ["token", "ts", "expiresAt"];
  const text = JSON.stringify(outcome, (key, value) => left.includes(key) ? "left out" : value);
  return text === undefined ? undefined : JSON.parse(text);
}
