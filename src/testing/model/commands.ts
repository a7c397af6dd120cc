import type { Json } from "../../store/trace_event.ts";
import type { Belief, Command } from "./command.ts";

type FastCheck = typeof import("fast-check").default;
type Arbitrary<T> = import("fast-check").Arbitrary<T>;

/** The most calls of a sequence. */
const MAX_COMMANDS = 40;

/** How long leases last, in milliseconds: a while, and longer than all jumps of the clock. */
const TTL_MS: readonly number[] = [1000, 3_600_000];

/** How far the clock jumps, in milliseconds; never just to the end of a lease. */
const JUMPS_MS: readonly number[] = [300, 1500];

/** Payloads that stores are known to change, and one that they must refuse. */
const AWKWARD: readonly Json[] = [
  null,
  "",
  "\u0000",
  "\ud800",
  0,
  2 ** 53,
  5e-324,
  [],
  {},
  { "": [null] },
  JSON.parse('{"__proto__":1}'),
  NaN,
];

/**
 * Makes sequences of calls.
 *
 * @param fc The generator.
 * @param canAdvance Whether the store's clock can be moved.
 */
export function commandLists(fc: FastCheck, canAdvance: boolean): Arbitrary<readonly Command[]> {
  return fc.array(oneCommand(fc, canAdvance), { maxLength: MAX_COMMANDS, size: "max" });
}

function oneCommand(fc: FastCheck, canAdvance: boolean): Arbitrary<Command> {
  // Ids of which one begins another: a scan by prefix mixes them.
  const thread = fc.constantFrom("a", "ab", "b");
  const handle = fc.nat({ max: 3 });
  const stream = fc.constantFrom("x", "y");
  const call = <T extends Command["call"]>(name: T) => fc.constant(name);
  const after = fc.nat({ max: 4 });
  const commands: Weighted[] = [
    { weight: 8, arbitrary: appends(fc, thread, stream) },
    { weight: 3, arbitrary: fc.record({ call: call("read"), thread, after }) },
    { weight: 2, arbitrary: fc.record({ call: call("readBackwards"), thread, count: after }) },
    { weight: 2, arbitrary: fc.record({ call: call("delete"), thread }) },
    { weight: 2, arbitrary: loads(fc, thread, stream) },
    ...leases(fc, thread, canAdvance),
    {
      weight: 2,
      arbitrary: fc.record({
        call: call("threads"),
        before: fc.option(thread, { nil: undefined }),
        limit: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ call: call("follow"), thread, after }) },
    { weight: 4, arbitrary: fc.record({ call: call("next"), reader: handle }) },
  ];
  if (canAdvance) {
    const ms = fc.constantFrom(...JUMPS_MS);
    commands.push({ weight: 1, arbitrary: fc.record({ call: call("advance"), ms }) });
  }
  return fc.oneof(...commands);
}

interface Weighted {
  readonly weight: number;
  readonly arbitrary: Arbitrary<Command>;
}

function leases(fc: FastCheck, thread: Arbitrary<string>, canAdvance: boolean): Weighted[] {
  const lease = fc.nat({ max: 3 });
  const owner = fc.constantFrom("A", "B");
  const ttlMs = fc.constantFrom(...TTL_MS.slice(canAdvance ? 0 : 1));
  const call = <T extends Command["call"]>(name: T) => fc.constant(name);
  return [
    { weight: 3, arbitrary: fc.record({ call: call("acquire"), thread, owner, ttlMs }) },
    { weight: 1, arbitrary: fc.record({ call: call("renew"), lease, ttlMs }) },
    { weight: 1, arbitrary: fc.record({ call: call("release"), lease }) },
    { weight: 1, arbitrary: fc.record({ call: call("lease"), thread }) },
  ];
}

function appends(
  fc: FastCheck,
  thread: Arbitrary<string>,
  stream: Arbitrary<string>,
): Arbitrary<Command> {
  const payload = fc.oneof(fc.nat({ max: 9 }), fc.constantFrom(...AWKWARD));
  return fc.record({
    call: fc.constant("append" as const),
    thread,
    events: fc.array(fc.tuple(stream, payload), { maxLength: 3 }),
    expected: fc.constantFrom<Belief>("none", "none", "right", "behind", "ahead"),
    lease: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  });
}

function loads(
  fc: FastCheck,
  thread: Arbitrary<string>,
  stream: Arbitrary<string>,
): Arbitrary<Command> {
  const good = fc.array(stream, { maxLength: 4 }).map(numbered);
  const unchecked = fc.array(fc.tuple(stream, fc.nat({ max: 2 })), { maxLength: 3 });
  return fc.record({
    call: fc.constant("load" as const),
    thread,
    seqs: fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: unchecked }),
  });
}

function numbered(streams: readonly string[]): [string, number][] {
  const next = new Map<string, number>();
  return streams.map((stream) => {
    const seq = next.get(stream) ?? 0;
    next.set(stream, seq + 1);
    return [stream, seq];
  });
}
