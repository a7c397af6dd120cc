import { assertEquals } from "@std/assert";
import type { MockRecord, VerdictRule } from "../../../mock.ts";
import { Journal } from "../../../src/mock/journal/journal.ts";
import { judge, type VerdictOptions } from "../../../src/mock/journal/verdict.ts";
import { snapshotRequest } from "../../../src/mock/request/snapshot_request.ts";

const request = snapshotRequest({ model: "m", messages: [{ role: "user", content: "go" }] });

/** Records of one request that is asked again and again: each is over at once. */
function records(
  changes: readonly (Partial<MockRecord> & { readonly startedMs: number })[],
): readonly MockRecord[] {
  const journal = new Journal({ records: 100, chars: Infinity });
  for (const [at, { startedMs, testId = "", ...more }] of changes.entries()) {
    const start = { name: `mock-${at + 1}`, surface: "gemini", streamed: true } as const;
    journal.begin({ ...start, testId, startedMs, request }).change({ endedMs: startedMs, ...more });
  }
  return journal.list();
}

const FAILURE = { outcome: "served", status: 503, retryable: true } as const;

function failures(...startedMs: readonly number[]): readonly MockRecord[] {
  return records(startedMs.map((startedMs) => ({ ...FAILURE, startedMs })));
}

function finding(rule: VerdictRule, given: readonly MockRecord[], options?: VerdictOptions) {
  return judge(given, options).findings.find((finding) => finding.rule === rule);
}

Deno.test("judge() writes a line about each rule", () => {
  const { ok, text } = judge(failures(0, 10));
  assertEquals(ok, false);
  assertEquals(text.split("\n"), [
    "not seen  honours-retry-after: nothing happened that shows it",
    "not seen  stops-when-told: nothing happened that shows it",
    "BAD  backs-off: mock-2 came 10 ms after the failure of mock-1, where at least 50 were due",
    "ok  no-retry-storm: no request was tried more than 5 times",
    "not seen  cut-is-not-whole: nothing happened that shows it",
  ]);
});

Deno.test("judge() looks at the calls of one test, if one is named", () => {
  const all = records([
    { ...FAILURE, testId: "a", startedMs: 0 },
    { ...FAILURE, testId: "b", startedMs: 0 },
    { ...FAILURE, testId: "a", startedMs: 1 },
    { ...FAILURE, testId: "b", startedMs: 100 },
  ]);
  const verdicts = [undefined, "a", "b", "c"].map((testId) => judge(all, { testId }).ok);
  assertEquals(verdicts, [false, false, true, true]);
});

Deno.test("judge() lets a wait shrink to half of the one before", () => {
  const ok = (...waits: number[]) => finding("backs-off", failures(...waits))?.ok;
  assertEquals([ok(0, 1000, 1500), ok(0, 1000, 1499)], [true, false]);
  assertEquals([ok(0, 60, 110), ok(0, 60, 109)], [true, false]);
  assertEquals([ok(0, 1000, 1500, 1750), ok(0, 1000, 1500, 1749)], [true, false]);
});

Deno.test("judge() lets a try come five milliseconds before the time that was asked for", () => {
  const ok = (at: number) =>
    finding(
      "honours-retry-after",
      records([{ ...FAILURE, retryAfterMs: 100, startedMs: 0 }, { startedMs: at }]),
    )?.ok;
  assertEquals([94, 95, 100].map(ok), [false, true, true]);
});

Deno.test("judge() takes the least wait and the most tries from its options", () => {
  const ok = (rule: VerdictRule, given: readonly MockRecord[], options?: VerdictOptions) =>
    finding(rule, given, options)?.ok;
  assertEquals([ok("backs-off", failures(0, 50)), ok("backs-off", failures(0, 49))], [true, false]);
  assertEquals(
    [9, 10, 11].map((minBackoffMs) => ok("backs-off", failures(0, 10), { minBackoffMs })),
    [true, true, false],
  );
  assertEquals(
    [1, 2, 3].map((maxAttempts) => ok("no-retry-storm", failures(0, 99), { maxAttempts })),
    [false, true, true],
  );
});

Deno.test("judge() takes for a failure a stream one of whose faults spoils it, and one that gives no reason", () => {
  const isFailure = (more: Partial<MockRecord>) =>
    finding("no-retry-storm", records([{ ...more, startedMs: 0 }]))?.ok;
  const spoilt = { outcome: "fault", faults: ["double-marker", "close"] } as const;
  assertEquals(isFailure(spoilt), true);
  assertEquals(isFailure({ outcome: "fault" }), true);
  assertEquals(isFailure({ outcome: "failed" }), true);
  assertEquals(isFailure({ outcome: "fault", faults: ["double-marker"] }), undefined);
  assertEquals(isFailure({ outcome: "served", faults: ["close"] }), undefined);
});

Deno.test("judge() names the records of what is wrong", () => {
  const told = records([
    { ...FAILURE, startedMs: 0, retryAfterMs: 100 },
    { ...FAILURE, startedMs: 50 },
    { outcome: "served", status: 401, retryable: false, startedMs: 500 },
    { outcome: "served", startedMs: 900 },
  ]);
  const { findings } = judge(told, { maxAttempts: 3 });
  assertEquals(findings.map(({ rule, records }) => [rule, ...records]), [
    ["honours-retry-after", "mock-1", "mock-2"],
    ["stops-when-told", "mock-3", "mock-4"],
    ["backs-off"],
    ["no-retry-storm", "mock-1", "mock-2", "mock-3", "mock-4"],
    ["cut-is-not-whole"],
  ]);
  assertEquals(findings.slice(0, 2).map(({ sentence }) => sentence), [
    "mock-1 asked to wait 100 ms, and mock-2 came after 50",
    "mock-3 was a failure not to be tried again (401), and mock-4 is the same request",
  ]);
});
