import { assertEquals, assertRejects } from "@std/assert";
import { ContractViolation } from "../../../src/checks/violation.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import type { StoreUnderTest } from "../../../src/testing/contract/contract_case.ts";
import { runContract } from "../../../src/testing/contract/run_contract.ts";
import { traceStoreContract } from "../../../src/testing/contract/trace_store_contract.ts";
import { checkAgainstModel } from "../../../src/testing/model/check_against_model.ts";

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

Deno.test("what was opened beside what is no store is closed", async () => {
  let closed = 0;
  const open = () => ({ store: null as never, close: () => void closed++ });
  const { counts } = await runContract(traceStoreContract(open), { filter: FILTER });
  assertEquals([counts.failed, closed], [1, 1]);
});

Deno.test("a store that opens when nobody waits any more is closed, and nothing is asked of it", async () => {
  let asked = 0;
  const closed = Promise.withResolvers<void>();
  const opening = Promise.withResolvers<StoreUnderTest>();
  const cases = traceStoreContract(() => opening.promise, { timeoutMs: 30, stressMs: 1 });
  const { results } = await runContract(cases, { filter: FILTER });
  assertEquals(
    results[0]?.message,
    "Expected an answer within 31 ms, but there was none from open()",
  );
  const store = new MemoryTraceStore();
  store.append = () => {
    asked++;
    return Promise.resolve([]);
  };
  opening.resolve({ store, close: () => closed.resolve() });
  await closed.promise;
  assertEquals(asked, 0);
});

Deno.test("a store that does not open fails the model run, and is closed when it opens too late", async () => {
  const closed = Promise.withResolvers<void>();
  const opening = Promise.withResolvers<StoreUnderTest>();
  const error = await assertRejects(
    () => checkAgainstModel(() => opening.promise, { timeoutMs: 30 }),
    ContractViolation,
  );
  assertEquals(error.message, "[model] Expected open() to answer within 30 ms, but it did not");
  opening.resolve({ store: new MemoryTraceStore(), close: () => closed.resolve() });
  await closed.promise;
});

Deno.test("a case that needs a skewed handle is skipped where there is no second handle at all", async () => {
  const open = () => ({ store: new MemoryTraceStore() });
  const skips = (without: Record<string, string>) =>
    traceStoreContract(open, { without }).filter(({ area }) => area === "skew")
      .map(({ skip }) => skip);
  assertEquals(new Set(skips({ peer: "one process" })), new Set(["no peer(): one process"]));
  const both = { peer: "one process", skewed: "one clock" };
  assertEquals(new Set(skips(both)), new Set(["no skewed(): one clock"]));
  assertEquals(new Set(skips({})), new Set([undefined]));
  const { results } = await runContract(traceStoreContract(open), { filter: "skew: tokens" });
  assertEquals(
    results[0]?.message,
    "Expected the store under test to have skewed(), but it has none: give one, or say why not " +
      'by the option without: { skewed: "…" }',
  );
});
