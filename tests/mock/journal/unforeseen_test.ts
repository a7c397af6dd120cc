import { assertEquals } from "@std/assert";
import { Unforeseen } from "../../../src/mock/journal/unforeseen.ts";
import type { MockRecord } from "../../../src/mock/journal/mock_record.ts";
import { Journal } from "../../../src/mock/journal/journal.ts";
import { snapshotRequest } from "../../../src/mock/request/snapshot_request.ts";
import { MockError } from "../../../mock.ts";

function record(content: string | undefined, more: Partial<MockRecord> = {}): MockRecord {
  const journal = new Journal({ records: 1, chars: Infinity });
  const messages = [{ role: content === undefined ? "system" : "user", content: content ?? "s" }];
  const request = snapshotRequest({ model: "m", messages });
  const start = { name: "mock-1", testId: "", surface: "gemini", startedMs: 0 } as const;
  journal.begin({ ...start, request, streamed: false });
  return { ...journal.list()[0]!, ...more };
}

const error = new MockError("MOCK_EXHAUSTED", "over");

const SENTENCES: readonly (readonly [record: MockRecord, sentence: string])[] = [
  [record("hi"), 'the call mock-1 (gemini, "hi") was answered by no rule'],
  [record(undefined), 'the call mock-1 (gemini, "") was answered by no rule'],
  [record("x".repeat(60)), `the call mock-1 (gemini, "${"x".repeat(60)}") was answered by no rule`],
  [
    record("x".repeat(61)),
    `the call mock-1 (gemini, "${"x".repeat(60)}…") was answered by no rule`,
  ],
  [
    record("hi", { testId: "a" }),
    'the call mock-1 (gemini, test "a", "hi") was answered by no rule',
  ],
  [
    record("hi", { error, rule: { index: 0, name: "two" } }),
    "the call mock-1 (gemini, \"hi\") came after the sequence of 'two' was over",
  ],
  [record("hi", { error }), 'the call mock-1 (gemini, "hi") came after its recordings were over'],
];

Deno.test("Unforeseen names calls that nobody answered", () => {
  for (const [record, sentence] of SENTENCES) {
    const unforeseen = new Unforeseen();
    unforeseen.add(record);
    assertEquals(unforeseen.list(), [sentence]);
  }
});

Deno.test("Unforeseen names and forgets the calls of one test, or all", () => {
  const unforeseen = new Unforeseen();
  for (const testId of ["a", "b", ""]) unforeseen.add(record(testId, { testId }));
  const sizes = () => [undefined, "a", "b", ""].map((testId) => unforeseen.list(testId).length);
  assertEquals(sizes(), [3, 1, 1, 1]);
  unforeseen.clear("a");
  assertEquals(sizes(), [2, 0, 1, 1]);
  unforeseen.clear();
  assertEquals(sizes(), [0, 0, 0, 0]);
});

Deno.test("Unforeseen keeps a hundred calls, the first", () => {
  const unforeseen = new Unforeseen();
  for (let at = 0; at < 150; at++) unforeseen.add(record(`no ${at}`));
  assertEquals(unforeseen.list().length, 100);
  assertEquals(unforeseen.list()[99]?.includes("no 99"), true);
});
