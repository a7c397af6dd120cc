import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { ContractViolation } from "../../../../src/checks/violation.ts";
import type { TraceStore } from "../../../../src/store/trace_store.ts";
import type { OpenStore, StoreUnderTest } from "../../../../src/testing/contract/contract_case.ts";
import { runContract } from "../../../../src/testing/contract/run_contract.ts";
import { traceStoreContract } from "../../../../src/testing/contract/trace_store_contract.ts";
import { findAnomalies } from "../../../../src/testing/history/find_anomalies.ts";
import { recordHistory } from "../../../../src/testing/history/record_history.ts";
import { checkAgainstModel } from "../../../../src/testing/model/check_against_model.ts";
import { ODD_STORES, type OpenOdd } from "./odd_stores.ts";

/** Cases that take long and are like others in how they ask. */
const HEAVY_REGEXP = /^long: |mebibyte|5,000|large batches|a long log/;

/** What a case says of what the store under test lacks. */
const LACKS_REGEXP = /the store under test to have (peer|skewed|reopen)\(\)/;

/** A sentence with both sides of it, of a length that a person reads. */
const SENTENCE_REGEXP = /^Expected .{1,400}, but .{1,700}$/s;

for (const { name, open } of ODD_STORES) {
  Deno.test(`an odd store fails its cases with a sentence, never the run: ${name}`, async () => {
    const cases = traceStoreContract(open as OpenStore, { timeoutMs: 50, stressMs: 1, leaseMs: 2 });
    const { results } = await runContract(cases, {
      filter: (one) => !HEAVY_REGEXP.test(one.name),
      concurrency: cases.length,
    });
    const failed = results.filter(({ verdict }) => verdict !== "passed");
    assertEquals(failed.filter(({ verdict }) => verdict !== "failed"), []);
    for (const { message = "", error } of failed) {
      assertMatch(message, SENTENCE_REGEXP);
      assertEquals((error as Error).name, "ContractViolation");
    }
    assert(failed.some(({ message = "" }) => !LACKS_REGEXP.test(message)), "no case found it");
  });
}

Deno.test.each([
  {
    name: "append() rejects with an error that is frozen",
    filter: "test_seq_is_per_stream",
    message: 'Expected append("t") to do what it is asked for, but it threw Error: Frozen',
  },
  {
    name: "next() never ends",
    filter: "test_threads_are_isolated",
    message: 'Expected read("a") to end, but it gave more than 10000 entries',
  },
  {
    name: "append() gives negative positions",
    filter: "test_seq_is_per_stream",
    message:
      "Expected append()[] to give { position, event: { type, stream, payload, seq, ts } }, " +
      'but it gave {"position":-1,"event":{"type":"note","stream":"a","payload":1,"seq":0,"ts":"...',
  },
  {
    name: "threads() gives four billion",
    filter: "threads: gives 100",
    message: "Expected threads() to give a list of threads, but it gave one of 4294967295",
  },
  {
    name: "delete() never settles",
    filter: "delete: a second time",
    message: 'Expected an answer within 51 ms, but there was none from delete("t")',
  },
  {
    name: "open() gives a peer() that never settles",
    filter: "peer: seqs",
    message: "Expected an answer within 51 ms, but there was none from peer()",
  },
  {
    name: "open() gives an advance() that never settles",
    filter: "lease: test_an_expired",
    message: "Expected an answer within 51 ms, but there was none from advance()",
  },
  {
    name: "open() gives an advance that is a number",
    filter: "test_seq_is_per_stream",
    message: "Expected open() to give a function advance(), or none, but it gave 7",
  },
  {
    name: "a store that cannot be looked at",
    filter: "test_seq_is_per_stream",
    message: "Expected a store with a function append(), but its look-up threw Error: Hands off",
  },
])("an odd store is told as it is: $name", async ({ name, filter, message }) => {
  const { open } = ODD_STORES.find((one) => one.name === name)!;
  const cases = traceStoreContract(open as OpenStore, { timeoutMs: 50, stressMs: 1, leaseMs: 2 });
  const { results } = await runContract(cases, { filter });
  assertEquals(results.map((one) => one.message), [message]);
});

for (const { name, open, part = "store" } of ODD_STORES) {
  if (part === "handle") continue;
  Deno.test(`an odd store fails the model run with a sentence: ${name}`, async () => {
    const options = { numRuns: 30, seed: 1, timeoutMs: 30 };
    const error = await assertRejects(
      () => checkAgainstModel(open as OpenStore, options),
      ContractViolation,
    );
    assertMatch(error.message, /^\[(model|trace-store)\] Expected .{1,500}, but .{1,600}/);
  });
}

/** Opens the store of an odd subject; undefined if it gives none. */
function storeOf(open: OpenOdd): TraceStore {
  try {
    return (open() as StoreUnderTest).store;
  } catch {
    return undefined as never;
  }
}

for (const { name, open, part = "store" } of ODD_STORES) {
  if (part !== "store") continue;
  Deno.test(`an odd store never fails the recording of a history but with a sentence: ${name}`, async () => {
    const recording = recordHistory([storeOf(open)], { operations: 5, timeoutMs: 30 });
    // What a history does not ask for cannot be found by it.
    const outcome = await recording.then(
      ({ history, log }) => findAnomalies(history, log).every(({ message }) => message !== ""),
      (error: Error) => error.message,
    );
    if (outcome !== true) {
      assertMatch(String(outcome), /^\[\S+\] Expected .{1,500}, but .{1,700}$/s);
    }
  });
}
