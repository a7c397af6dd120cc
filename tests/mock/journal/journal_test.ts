import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import { Journal } from "../../../src/mock/journal/journal.ts";
import { snapshotRequest } from "../../../src/mock/request/snapshot_request.ts";

const request = snapshotRequest({ model: "m", messages: [{ role: "user", content: "x" }] });

function begin(journal: Journal, name: string) {
  const start = { testId: "", surface: "gemini", streamed: false, startedMs: 0 } as const;
  return journal.begin({ ...start, name, request });
}

Deno.test("Journal keeps the newest records, in the order in which they were begun", () => {
  const journal = new Journal({ records: 2, chars: Infinity });
  for (let at = 0; at < 9; at++) begin(journal, `mock-${at}`);
  assertEquals(journal.list().map(({ name }) => name), ["mock-7", "mock-8"]);
  journal.clear();
  assertEquals(journal.list(), []);
});

Deno.test("Journal.list() gives copies that later changes do not reach", () => {
  const journal = new Journal({ records: 9, chars: Infinity });
  const record = begin(journal, "mock-1");
  const [before] = journal.list();
  record.change({ outcome: "served", frames: 3 });
  assertEquals([before?.outcome, before?.frames], ["pending", 0]);
  assertEquals(journal.list().map(({ outcome, frames }) => [outcome, frames]), [["served", 3]]);
  assertEquals(Object.isFrozen(before), true);
});

Deno.test("Journal lets the oldest records go when requests and texts are too large together, and keeps the newest", () => {
  const large = (chars: number) => {
    const messages = [{ role: "user", content: "x".repeat(chars) }];
    const request = snapshotRequest({ model: "m", messages });
    const start = { testId: "", surface: "gemini", streamed: false, startedMs: 0 } as const;
    return { ...start, request };
  };
  const journal = new Journal({ records: 100, chars: 10_000 });
  const names = () => journal.list().map(({ name }) => name);
  journal.begin({ ...large(4000), name: "mock-1" });
  const second = journal.begin({ ...large(4000), name: "mock-2" });
  assertEquals(names(), ["mock-1", "mock-2"]);
  second.change({ text: "y".repeat(3000) });
  assertEquals(names(), ["mock-2"]);
  journal.begin({ ...large(1000), name: "mock-2b" }).change({
    calls: [{ name: "f", arguments: "y".repeat(3000) }],
  });
  assertEquals(names(), ["mock-2b"]);
  const third = journal.begin({ ...large(50_000), name: "mock-3" });
  assertEquals(names(), ["mock-3"]);
  second.change({ text: "late" });
  third.change({ text: "y".repeat(3000) });
  assertEquals(names(), ["mock-3"]);
  journal.begin({ ...large(4000), name: "mock-4" });
  journal.begin({ ...large(4000), name: "mock-5" });
  second.change({ text: "y".repeat(9000) });
  assertEquals(names(), ["mock-4", "mock-5"]);
});

Deno.test("Journal begins anew when it is cleared, whatever is still written to records of before", () => {
  const journal = new Journal({ records: 2, chars: 10_000 });
  const open = [1, 2, 3].map((at) => begin(journal, `mock-${at}`));
  open[2]!.change({ text: "y".repeat(9600) });
  journal.clear();
  for (const { change } of open) change({ text: "y".repeat(10_000) });
  begin(journal, "mock-5");
  begin(journal, "mock-6");
  assertEquals(journal.list().map(({ name }) => name), ["mock-5", "mock-6"]);
});

Deno.test("MockGPT keeps no more of large requests than its options say", async () => {
  const mock = new MockGPT({ rules: [{ result: "ok" }], maxRecordChars: 10_000 });
  const messages = [{ role: "user", content: "x".repeat(3000) }];
  for (let call = 0; call < 9; call++) await mock.generate({ model: "m", messages });
  assertEquals(mock.records.map(({ name }) => name), ["mock-7", "mock-8", "mock-9"]);
});
