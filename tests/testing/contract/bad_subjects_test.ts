import { assertEquals } from "@std/assert";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import { runContract } from "../../../src/testing/contract/run_contract.ts";
import { traceStoreContract } from "../../../src/testing/contract/trace_store_contract.ts";

const FILTER = "append: test_append_seals_with_seq_and_ts";
const HOLDS_STORE = "Expected open() to give { store }, but it";

const BAD_SUBJECTS: readonly {
  readonly name: string;
  readonly open: () => unknown;
  readonly message: string;
}[] = [
  { name: "null", open: () => null, message: `${HOLDS_STORE} gave null` },
  {
    name: "a store itself",
    open: () => new MemoryTraceStore(),
    message: `${HOLDS_STORE} gave the store itself`,
  },
  {
    name: "a store that is null",
    open: () => ({ store: null }),
    message: "Expected a store with a function append(), but it was null",
  },
  {
    name: "a store without methods",
    open: () => ({ store: { append() {} } }),
    message: "Expected a store with a function read(), but it has none",
  },
  {
    name: "an error at once",
    open() {
      throw new RangeError("No such file");
    },
    message: `${HOLDS_STORE} threw RangeError: No such file`,
  },
  {
    name: "a rejection without a reason",
    open: () => Promise.reject(undefined),
    message: `${HOLDS_STORE} threw undefined`,
  },
  {
    name: "no answer",
    open: () => new Promise(() => {}),
    message: "Expected an answer within 51 ms, but there was none from open()",
  },
];

for (const { name, open, message } of BAD_SUBJECTS) {
  Deno.test(`an open() that gives ${name} fails its cases with a sentence, never the run`, async () => {
    const cases = traceStoreContract(open as never, { timeoutMs: 50, stressMs: 1 });
    const { ok, results } = await runContract(cases, { filter: FILTER });
    assertEquals([ok, results[0]?.message], [false, message]);
  });
}

Deno.test("a second handle that is no store fails the case that asks for it", async () => {
  const open = () => ({ store: new MemoryTraceStore(), peer: () => undefined as never });
  const { results } = await runContract(traceStoreContract(open), { filter: "peer: seqs" });
  assertEquals(
    results[0]?.message,
    "Expected a store with a function append(), but it was undefined",
  );
});
