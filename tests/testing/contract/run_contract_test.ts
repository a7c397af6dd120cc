import {
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import type { ContractCase } from "../../../src/testing/contract/contract_case.ts";
import { runContract } from "../../../src/testing/contract/run_contract.ts";
import { traceStoreContract } from "../../../src/testing/contract/trace_store_contract.ts";

const open = () => ({ store: new MemoryTraceStore() });
const SEALS = "append: test_append_seals_with_seq_and_ts";
const NULS = "values: texts with NUL come back as they were";

function caseOf(
  name: string,
  run: () => Promise<void>,
  more: Partial<ContractCase> = {},
): ContractCase {
  return { name, area: "append", level: "strict", timeoutMs: 1000, run, ...more };
}

const passes = () => Promise.resolve();
const fails = () => Promise.reject(new Error("Broken"));

async function tapOf(cases: readonly ContractCase[]): Promise<string> {
  let tap = "";
  await runContract(cases, { reporter: "tap", write: (text) => void (tap += text) });
  return tap.replaceAll(/duration_ms: \d+/g, "duration_ms: 0");
}

Deno.test("runContract() writes TAP 14, with skips, exclusions and what looks like a directive", async () => {
  const cases = [
    caseOf("append: one #1", passes),
    caseOf("append: two", fails, { seen: "owner/repo#1" }),
    caseOf("append: three", fails, { skip: "no peer(): one process" }),
    caseOf("append: four", passes, { excluded: "issue 12" }),
  ];
  assertEquals(
    await tapOf(cases),
    `TAP version 14
1..4
ok 1 - append: one \\#1
  ---
  duration_ms: 0
  ...
not ok 2 - append: two
  ---
  duration_ms: 0
  message: "Error: Broken"
  seen: "owner/repo#1"
  ...
ok 3 - append: three # SKIP no peer(): one process
  ---
  duration_ms: 0
  ...
not ok 4 - append: four # TODO issue 12
  ---
  duration_ms: 0
  ...
`,
  );
});

Deno.test("runContract() counts verdicts, and reports each case as it ends", async () => {
  const seen: string[] = [];
  const cases = [caseOf("append: one", passes), caseOf("append: two", fails)];
  const reporter = ({ name, verdict }: { name: string; verdict: string }) =>
    void seen.push(`${name} ${verdict}`);
  const report = await runContract(cases, { reporter, concurrency: 2 });
  assertEquals(seen, ["append: one passed", "append: two failed"]);
  assertEquals([report.ok, report.counts.passed, report.counts.failed], [false, 1, 1]);
});

Deno.test("runContract() takes what a case throws at once for its failure", async () => {
  const { results } = await runContract([caseOf("append: one", () => {
    throw new Error("At once");
  })]);
  assertEquals(results.map(({ message }) => message), ["Error: At once"]);
});

Deno.test("an excluded case that fails is reported as such, and one that passes as a failure", async () => {
  const except = { [SEALS]: "issue 12" };
  const passing = await runContract(traceStoreContract(open, { except }), { filter: SEALS });
  assertEquals([passing.ok, passing.results[0]?.verdict], [false, "excluded-but-passes"]);
  assertStringIncludes(passing.results[0]?.message ?? "", "take it out of 'except'");
  const broken = () => ({ store: {} as MemoryTraceStore });
  const failing = await runContract(traceStoreContract(broken, { except }), { filter: SEALS });
  assertEquals([failing.ok, failing.results[0]?.verdict], [false, "excluded"]);
});

Deno.test("a case that needs what the store lacks fails and says how to skip it", async () => {
  const { results } = await runContract(traceStoreContract(open), { filter: "peer: seqs" });
  assertMatch(results[0]?.message ?? "", /to have peer\(\), but it has none: .* without: \{ peer/);
  const without = { peer: "one process" };
  const skipped = await runContract(traceStoreContract(open, { without }), {
    filter: ({ area }) => area === "peer" || area === "append",
  });
  assertEquals([skipped.ok, skipped.counts.skipped], [true, 11]);
});

Deno.test("runContract() rejects with the signal's reason, also while a case runs", async () => {
  const controller = new AbortController();
  const stuck = caseOf("append: stuck", () => new Promise(() => {}));
  const running = runContract([stuck], { signal: controller.signal });
  controller.abort("enough");
  assertEquals(await running.catch((reason) => reason), "enough");
  const early = runContract([stuck], { signal: AbortSignal.abort("before") });
  assertEquals(await early.catch((reason) => reason), "before");
});

Deno.test("a store that hangs fails its case with the call that was not answered", async () => {
  class Hangs extends MemoryTraceStore {
    override append(): Promise<never> {
      return new Promise(() => {});
    }
  }
  const cases = traceStoreContract(() => ({ store: new Hangs() }), { timeoutMs: 30, stressMs: 1 });
  const { results } = await runContract(cases, { filter: SEALS });
  assertEquals(
    results[0]?.message,
    'Expected an answer within 31 ms, but there was none from append("t")',
  );
});

Deno.test("a store that cannot be closed fails its case", async () => {
  const close = () => Promise.reject(new Error("No such handle"));
  const cases = traceStoreContract(() => ({ store: new MemoryTraceStore(), close }));
  const { results } = await runContract(cases, { filter: NULS });
  assertEquals(
    results[0]?.message,
    "Expected close() to close the store, but it threw Error: No such handle",
  );
});

Deno.test("each case opens and closes a store of its own, and declares no parameters", async () => {
  const open = { opened: 0, closed: 0 };
  const cases = traceStoreContract(() => {
    open.opened++;
    return { store: new MemoryTraceStore(), close: () => void open.closed++ };
  }, { level: "seed", leaseMs: 10, stressMs: 1 });
  assertEquals(cases.map(({ run }) => run.length), cases.map(() => 0));
  assertEquals(new Set(cases.map(({ name }) => name)).size, 43);
  await runContract(cases, { concurrency: 43 });
  assertEquals(open, { opened: 43, closed: 43 });
});

const WRONG_CONTRACTS = [
  {
    make: () => traceStoreContract({} as never),
    error: TypeError,
    message: "'open' must be a function",
  },
  {
    make: () => traceStoreContract(open, { level: "all" as never }),
    error: TypeError,
    message: `must be "seed" or "strict": current value is "all"`,
  },
  {
    make: () => traceStoreContract(open, { leasMs: 1 } as never),
    error: TypeError,
    message: `did you mean "leaseMs"?`,
  },
  {
    make: () => traceStoreContract(open, { leaseMs: 0 }),
    error: RangeError,
    message: "'leaseMs' must be a positive number",
  },
  {
    make: () => traceStoreContract(open, { stressMs: NaN }),
    error: RangeError,
    message: "current value is NaN",
  },
  {
    make: () => traceStoreContract(open, { except: { "values: numbr": "no" } }),
    error: RangeError,
    message: "names a case that there is not",
  },
  {
    make: () => traceStoreContract(open, { except: { [SEALS]: "" } }),
    error: TypeError,
    message: "'except' must be an object with a reason",
  },
  {
    make: () => traceStoreContract(open, { without: { per: "no" } as never }),
    error: TypeError,
    message: `did you mean "peer"?`,
  },
] as const;

for (const { make, error, message } of WRONG_CONTRACTS) {
  Deno.test(`traceStoreContract() refuses wrong arguments: ${message}`, () => {
    assertStringIncludes(assertThrows(make, error).message, message);
  });
}

const WRONG_RUNS = [
  {
    run: () => runContract(7 as never),
    error: TypeError,
    message: "'cases' must be a list of cases, as traceStoreContract()",
  },
  { run: () => runContract([]), error: RangeError, message: "there are none" },
  {
    run: () => runContract([caseOf("a", passes)], { filter: "b" }),
    error: RangeError,
    message: `no case fits the filter "b"`,
  },
  {
    run: () => runContract([caseOf("a", passes)], { filter: 7 as never }),
    error: TypeError,
    message: "'filter' must be a text or a function",
  },
  {
    run: () => runContract([caseOf("a", passes)], { reporter: "xml" as never }),
    error: TypeError,
    message: "one of tap, json, text",
  },
  {
    run: () => runContract([caseOf("a", passes)], { reporter: "tap" }),
    error: TypeError,
    message: "needs a function 'write'",
  },
  {
    run: () => runContract([caseOf("a", passes)], { concurrency: 0 }),
    error: RangeError,
    message: "'concurrency' must be a positive integer",
  },
] as const;

for (const { run, error, message } of WRONG_RUNS) {
  Deno.test(`runContract() refuses wrong arguments: ${message}`, async () => {
    assertStringIncludes((await assertRejects(run, error)).message, message);
  });
}
