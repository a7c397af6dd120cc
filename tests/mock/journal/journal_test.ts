import { assertEquals } from "@std/assert";
import { Journal } from "../../../src/mock/journal/journal.ts";
import { snapshotRequest } from "../../../src/mock/request/snapshot_request.ts";

const request = snapshotRequest({ model: "m", messages: [{ role: "user", content: "x" }] });

function begin(journal: Journal, name: string) {
  const start = { testId: "", surface: "gemini", streamed: false, startedMs: 0 } as const;
  return journal.begin({ ...start, name, request });
}

Deno.test("Journal keeps the newest records, in the order in which they were begun", () => {
  const journal = new Journal(2);
  for (let at = 0; at < 9; at++) begin(journal, `mock-${at}`);
  assertEquals(journal.list().map(({ name }) => name), ["mock-7", "mock-8"]);
  journal.clear();
  assertEquals(journal.list(), []);
});

Deno.test("Journal.list() gives copies that later changes do not reach", () => {
  const journal = new Journal(9);
  const record = begin(journal, "mock-1");
  const [before] = journal.list();
  record.change({ outcome: "served", frames: 3 });
  assertEquals([before?.outcome, before?.frames], ["pending", 0]);
  assertEquals(journal.list().map(({ outcome, frames }) => [outcome, frames]), [["served", 3]]);
  assertEquals(Object.isFrozen(before), true);
});
