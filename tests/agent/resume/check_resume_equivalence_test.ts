import { DatabaseSync } from "node:sqlite";
import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { AgentCatalog } from "../../../src/agent/agent_catalog.ts";
import type { Scenario } from "../../../src/agent/resume/agent_runtime.ts";
import { checkResumeEquivalence } from "../../../src/agent/resume/check_resume_equivalence.ts";
import { ResumeMismatchError } from "../../../src/agent/resume/resume_mismatch_error.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import { SqliteTraceStore } from "../../../src/store/sqlite/sqlite_trace_store.ts";
import { ScriptedChatModel } from "../../../src/testing/doubles/scripted_chat_model.ts";
import { ScriptOverError } from "../../../src/testing/doubles/script_errors.ts";
import { clerk, INPUTS, newShop, shopWorld } from "../support/shop.ts";
import { loopWorld } from "../support/hand_loop.ts";

const ALL = ["after", "lost", "before"] as const;

Deno.test("checkResumeEquivalence() passes a pure agent, stopped in every way at every record", async () => {
  const report = await checkResumeEquivalence(() => shopWorld(), "clerk", INPUTS, { stops: ALL });
  assertEquals(report.records, 16);
  assertEquals(report.runs.map(({ kind, stop }) => `${kind} ${stop}`), [
    ...Array.from({ length: 15 }, (_, index) => `after ${index + 1}`),
    ...Array.from({ length: 15 }, (_, index) => `lost ${index + 1}`),
    ...Array.from({ length: 16 }, (_, index) => `before ${index + 1}`),
    "alternate alternate",
  ]);
  assertEquals(new Set(report.runs.map(({ records }) => records)), new Set([16]));
});

Deno.test("checkResumeEquivalence() takes a bare process and scripts that play once, as the seed has it", async () => {
  const scenario: Scenario = () => {
    const model = new ScriptedChatModel([{ content: "1" }, { content: "2" }]);
    const agent = clerk({ ...newShop(), model });
    return (store) => new AgentCatalog(store, { agent });
  };
  const { records } = await checkResumeEquivalence(scenario, "agent", ["a", "b"]);
  assertEquals(records, 12);
});

Deno.test("checkResumeEquivalence() sets up a world for each run, and ends what it opened", async () => {
  let worlds = 0;
  let stores = 0;
  const closed: string[] = [];
  class CountedStore extends MemoryTraceStore {
    [Symbol.asyncDispose]() {
      closed.push("store");
      return Promise.resolve();
    }
  }
  const report = await checkResumeEquivalence(
    () => {
      worlds++;
      const { process, effects } = loopWorld();
      const close = () => {
        closed.push("process");
      };
      return { effects: effects!, process: async (store) => ({ ...await process(store), close }) };
    },
    "any",
    ["a"],
    {
      store: () => {
        stores++;
        return new CountedStore();
      },
    },
  );
  const runs = report.runs.length + 1;
  assertEquals([worlds, stores], [runs, runs]);
  assertEquals(closed.filter((what) => what === "store").length, runs);
  assertEquals(closed.filter((what) => what === "process").length, 2 * runs - 1);
});

Deno.test("checkResumeEquivalence() runs over a real store that outlives the runs", async () => {
  using store = new SqliteTraceStore(new DatabaseSync(":memory:"));
  const shared = new Proxy(store, {
    get: (target, key) => {
      if (key === Symbol.dispose) return undefined;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const report = await checkResumeEquivalence(() => shopWorld(), "clerk", INPUTS, {
    store: () => shared,
  });
  assertEquals(report.records, 16);
});

Deno.test("checkResumeEquivalence() passes a runtime that is not ours: a loop written by hand", async () => {
  const report = await checkResumeEquivalence(() => loopWorld(), "any", ["Hi", "Bye"], {
    stops: ALL,
  });
  assertEquals(report.records, 10);
});

Deno.test("ResumeMismatchError tells the stop, the event, the path, and both values", async () => {
  const error = await assertRejects(
    () =>
      checkResumeEquivalence(
        () =>
          shopWorld(() => {
            let calls = 0;
            return { system: () => `You sell fruit. Call ${++calls}.` };
          }),
        "clerk",
        INPUTS,
      ),
    ResumeMismatchError,
  );
  const { code, kind, stop, at, path } = error;
  assertEquals({ code, kind, stop, at, path }, {
    code: "RESUME_MISMATCH",
    kind: "after",
    stop: 2,
    at: 5,
    path: "payload.requestHash",
  });
  const hashes = `expected ${JSON.stringify(error.expected)}, found ${
    JSON.stringify(error.actual)
  }`;
  assertEquals(
    error.message,
    `Stopped after record 2: event 5 (model_call) differs at payload.requestHash: ${hashes}; the ` +
      'requests differ first at messages[0].content: expected "You sell fruit. Call 2.", ' +
      'found "You sell fruit. Call 1."',
  );
});

Deno.test("ResumeMismatchError carries what the process threw that went on", async () => {
  const scenario: Scenario = () => {
    const shop = { ...newShop(), model: new ScriptedChatModel([{ content: "1" }]) };
    return (store) => new AgentCatalog(store, { clerk: clerk(shop) });
  };
  const error = await assertRejects(
    () => checkResumeEquivalence(scenario, "clerk", ["a"], { stops: ["before"] }),
    ResumeMismatchError,
    "Stopped before record 2 landed: event 2 (model_call) is missing; the process that went on " +
      "threw: ScriptOverError: Cannot play more of the model 'scripted'",
  );
  assertEquals(error.cause instanceof ScriptOverError, true);
});

Deno.test("what is done again without a key is found, and named", async () => {
  const scenario: Scenario = () => {
    const done: string[] = [];
    const habits = () => ({
      note: () => {
        done.push("rang the bell");
        return [{ type: "note", stream: "notes", payload: 1 }];
      },
    });
    return { ...shopWorld(habits), effects: () => done };
  };
  await checkResumeEquivalence(scenario, "clerk", INPUTS);
  await assertRejects(
    () => checkResumeEquivalence(scenario, "clerk", INPUTS, { stops: ["before"] }),
    ResumeMismatchError,
    'effects[2] differs: expected nothing, found "rang the bell"',
  );
});

Deno.test("checkResumeEquivalence() throws what the run without a stop throws", async () => {
  const scenario: Scenario = () => {
    const shop = { ...newShop(), model: new ScriptedChatModel([]) };
    return (store) => new AgentCatalog(store, { clerk: clerk(shop) });
  };
  await assertRejects(() => checkResumeEquivalence(scenario, "clerk", ["a"]), ScriptOverError);
});

Deno.test("checkResumeEquivalence() renames ids that a runtime makes up", async () => {
  const habits = () => ({
    note: () => [{ type: "note", stream: "notes", payload: [crypto.randomUUID(), "x"] }],
  });
  const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text);
  await checkResumeEquivalence(() => shopWorld(habits), "clerk", INPUTS, { isId });
  await assertRejects(
    () => checkResumeEquivalence(() => shopWorld(habits), "clerk", INPUTS),
    ResumeMismatchError,
    "(note) differs at payload[0]",
  );
});

Deno.test("a process that hangs once its store is gone is not waited for longer than is said", async () => {
  const scenario: Scenario = () => (store) => ({
    thread: (id) => ({
      send: async (input) => {
        await store.append(id, [{ type: "user", stream: "s", payload: input }])
          .catch(() => new Promise(() => {}));
        await store.append(id, [{ type: "done", stream: "s", payload: input }]);
      },
      resume: async () => {
        const { done } = await store.readBackwards(id).next();
        if (!done) await store.append(id, [{ type: "done", stream: "s", payload: "a" }]);
      },
    }),
  });
  const report = await checkResumeEquivalence(scenario, "x", ["a"], {
    stops: ["after"],
    timeoutMs: 50,
  });
  assertEquals(report.records, 2);
});

Deno.test("an abort ends checkResumeEquivalence() with its reason", async () => {
  const reason = new Error("Enough");
  const signal = AbortSignal.abort(reason);
  const error = await assertRejects(() =>
    checkResumeEquivalence(() => shopWorld(), "clerk", INPUTS, { signal })
  );
  assertStrictEquals(error, reason);
});

Deno.test("an abort ends a check whose process hears nothing of it", async () => {
  const abort = new AbortController();
  const reason = new Error("Enough");
  const scenario: Scenario = () => () => ({
    thread: () => ({
      send: () => {
        queueMicrotask(() => abort.abort(reason));
        return new Promise(() => {});
      },
      resume: () => Promise.resolve(),
    }),
  });
  const { signal } = abort;
  const error = await assertRejects(() => checkResumeEquivalence(scenario, "x", ["a"], { signal }));
  assertStrictEquals(error, reason);
});

const process = () => new MemoryTraceStore();
const noop = () => Promise.resolve();

Deno.test.each(
  [
    { args: [7, "a", ["x"]], type: TypeError, message: "scenario must be a function" },
    { args: [process, 7, ["x"]], type: TypeError, message: "agent must be named" },
    { args: [process, "a", "x"], type: TypeError, message: "inputs must be a list" },
    { args: [process, "a", []], type: RangeError, message: "there must be an input" },
    { args: [process, "a", ["x"], { stop: 1 }], type: TypeError, message: 'did you mean "stops"' },
    { args: [process, "a", ["x"], { stops: 1 }], type: TypeError, message: "'stops'" },
    { args: [process, "a", ["x"], { stops: ["x"] }], type: RangeError, message: "after, lost" },
    { args: [process, "a", ["x"], { isId: 1 }], type: TypeError, message: "'isId'" },
    { args: [process, "a", ["x"], { store: 1 }], type: TypeError, message: "'store'" },
    { args: [process, "a", ["x"], { timeoutMs: 0 }], type: RangeError, message: "'timeoutMs'" },
    { args: [() => 7, "a", ["x"]], type: TypeError, message: "scenario must give a function" },
    { args: [() => () => 7, "a", ["x"]], type: TypeError, message: "an AgentCatalog" },
    {
      args: [() => () => null, "a", ["x"], { store: () => 7 }],
      type: TypeError,
      message: "'store' must give",
    },
    {
      args: [() => () => ({ thread: () => ({ send: noop, resume: noop }) }), "a", ["x"]],
      type: RangeError,
      message: "recorded nothing",
    },
  ],
)("checkResumeEquivalence() says what was expected: $message", async ({ args, type, message }) => {
  const check = checkResumeEquivalence as (...args: unknown[]) => Promise<unknown>;
  await assertRejects(() => check(...args), type, message);
});
