import { assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryTraceStore } from "../../../../src/store/memory_trace_store.ts";
import { runContract } from "../../../../src/testing/contract/run_contract.ts";
import { traceStoreContract } from "../../../../src/testing/contract/trace_store_contract.ts";
import { findAnomalies } from "../../../../src/testing/history/find_anomalies.ts";
import { recordHistory } from "../../../../src/testing/history/record_history.ts";
import { checkAgainstModel } from "../../../../src/testing/model/check_against_model.ts";

const open = () => ({ store: new MemoryTraceStore() });
const stores = [new MemoryTraceStore()];
const [SEALS] = traceStoreContract(open);
const APPEND = { call: "append", start: 1, end: 2, payloads: ["a"], outcome: "landed" };
const READ = { call: "read", start: 1, end: 2, payloads: [] };

const contract = (options: unknown) => () => traceStoreContract(open, options as never);
const run = (cases: unknown, options?: unknown) => () =>
  runContract(cases as never, options as never);
const model = (options: unknown) => () => checkAgainstModel(open, options as never);
const record = (some: unknown, options?: unknown) => () =>
  recordHistory(some as never, options as never);
const anomalies = (history: unknown, log: unknown = []) => () =>
  findAnomalies(history as never, log as never);

/** What is wrong, what it is, and a part of what is said of it: what was expected, or what was given. */
type Odd = readonly [call: () => unknown, error: "TypeError" | "RangeError", message: string];

const ODD: Readonly<Record<string, readonly Odd[]>> = {
  "traceStoreContract()": [
    [contract(null), "TypeError", "options must be an object with members of: level"],
    [contract([]), "TypeError", "current value is a list"],
    [contract("strict"), "TypeError", 'current value is "strict"'],
    [contract({ level: null }), "TypeError", `must be "seed" or "strict": current value is null`],
    [contract({ level: "Seed" }), "TypeError", `current value is "Seed"`],
    [contract({ leaseMs: "1" }), "RangeError", "'leaseMs' must be a positive number"],
    [contract({ leaseMs: null }), "RangeError", "current value is null"],
    [contract({ leaseMs: Infinity }), "RangeError", "current value is Infinity"],
    [contract({ leaseMs: 10n }), "RangeError", "current value is 10"],
    [contract({ stressMs: new Date() }), "RangeError", "current value is an object"],
    [contract({ timeoutMs: Symbol("soon") }), "RangeError", "current value is Symbol(soon)"],
    [contract({ timeoutMs: -1 }), "RangeError", "current value is -1"],
    [contract({ except: [] }), "TypeError", "'except' must be an object with a reason"],
    [contract({ except: null }), "TypeError", "'except' must be an object with a reason"],
    [contract({ except: { [SEALS!.name]: 7 } }), "TypeError", "a text, for each name"],
    [contract({ except: { "no such": "no" } }), "RangeError", "names a case that there is not"],
    [contract({ without: "peer" }), "TypeError", "'without' must be an object with a reason"],
    [contract({ without: { peer: true } }), "TypeError", "a text, for each name"],
    [contract({ without: { clock: "no" } }), "TypeError", "must be one of: peer, skewed, reopen"],
    [() => traceStoreContract(undefined as never), "TypeError", "'open' must be a function"],
    [() => traceStoreContract(new MemoryTraceStore() as never), "TypeError", "gives { store }"],
  ],
  "runContract()": [
    [run(null), "TypeError", "'cases' must be a list of cases"],
    [run(undefined), "TypeError", "current value is undefined"],
    [run("cases"), "TypeError", 'current value is "cases"'],
    [run([null]), "TypeError", "'cases[0]' must be a case, with a name and a function run()"],
    [run([SEALS, {}]), "TypeError", "'cases[1]' must be a case"],
    [run([{ ...SEALS, name: 7 }]), "TypeError", "'cases[0]' must be a case"],
    [run([{ ...SEALS, run: undefined }]), "TypeError", "'cases[0]' must be a case"],
    [run(new Set()), "RangeError", "there are none"],
    [run([SEALS], null), "TypeError", "options must be an object with members of: reporter"],
    [run([SEALS], { filter: /x/ }), "TypeError", "'filter' must be a text or a function"],
    [run([SEALS], { reporter: null }), "TypeError", "one of tap, json, text"],
    [run([SEALS], { reporter: "tap", write: "x" }), "TypeError", "needs a function 'write'"],
    [run([SEALS], { concurrency: "2" }), "RangeError", "must be a positive integer"],
    [run([SEALS], { concurrency: Infinity }), "RangeError", "current value is Infinity"],
    [run([SEALS], { signal: {} }), "TypeError", "'signal' must be an AbortSignal"],
  ],
  "checkAgainstModel()": [
    [model(null), "TypeError", "options must be an object with members of: numRuns"],
    [model({ numRuns: "5" }), "RangeError", "'numRuns' must be a positive integer"],
    [model({ numRuns: NaN }), "RangeError", "current value is NaN"],
    [model({ seed: "1" }), "RangeError", "'seed' must be an integer of 32 bits"],
    [model({ path: null }), "TypeError", "'path' must be a text"],
    [model({ path: "first" }), "RangeError", "numbers with colons between them"],
    [model({ timeoutMs: "1" }), "RangeError", "'timeoutMs' must be a positive number"],
    [() => checkAgainstModel(stores[0] as never), "TypeError", "'open' must be a function"],
  ],
  "recordHistory()": [
    [record(null), "TypeError", "'stores' must be a list of at least one store"],
    [record(stores[0]), "TypeError", "current value is an object"],
    [record(stores, null), "TypeError", "options must be an object with members of: workers"],
    [record(stores, { workers: Infinity }), "RangeError", "'workers' must be a positive integer"],
    [record(stores, { operations: "2" }), "RangeError", "'operations' must be a positive integer"],
    [record(stores, { thread: 7 }), "TypeError", "'thread' must be a text"],
    [record(stores, { seed: NaN }), "RangeError", "'seed' must be an integer"],
    [record(stores, { timeoutMs: 0 }), "RangeError", "'timeoutMs' must be a positive number"],
  ],
  "findAnomalies()": [
    [anomalies(null), "TypeError", "'history' must be a list of calls"],
    [anomalies([], null), "TypeError", "'log' must be a list of texts"],
    [anomalies([], ["a", 7]), "TypeError", "'log[1]' must be a text: current value is 7"],
    [anomalies([null]), "TypeError", "'history[0]' must be an append or a read"],
    [anomalies([READ, { call: "write" }]), "TypeError", `'history[1].call' must be "append" or`],
    [anomalies([{ ...READ, start: "a" }]), "TypeError", "'history[0].start' must be a number"],
    [anomalies([{ ...READ, end: NaN }]), "TypeError", "'history[0].end' must be a number"],
    [anomalies([{ ...READ, end: 0 }]), "RangeError", "it began at 1 and ended at 0"],
    [anomalies([{ ...READ, payloads: "a" }]), "TypeError", "payloads' must be a list of texts"],
    [anomalies([{ ...READ, payloads: [1] }]), "TypeError", "'history[0].payloads[0]' must be a"],
    [anomalies([{ ...APPEND, outcome: "maybe" }]), "TypeError", "one of landed, refused, unknown"],
    [anomalies([{ ...APPEND, position: "1" }]), "TypeError", "'history[0].position' must be a"],
    [anomalies([{ ...APPEND, expected: 0.5 }]), "TypeError", "'history[0].expected' must be a"],
    [
      anomalies([APPEND, APPEND], ["a"]),
      "RangeError",
      `'history[1].payloads[0]' is that of 'history[0].payloads[0]', "a"`,
    ],
  ],
};

for (const [name, odd] of Object.entries(ODD)) {
  for (const [index, [call, error, message]] of odd.entries()) {
    Deno.test(`${name} refuses what is odd with what was expected (${index + 1}): ${message}`, async () => {
      const thrown = await outcomeOf(call);
      assertEquals(thrown.name, error, thrown.message);
      assertStringIncludes(thrown.message, message);
    });
  }
}

async function outcomeOf(call: () => unknown): Promise<Error> {
  try {
    await call();
  } catch (error) {
    return error as Error;
  }
  return new Error("It was taken");
}
