import { assertEquals, assertRejects } from "@std/assert";
import { AgentCatalog } from "../../src/agent/agent_catalog.ts";
import type { Trace } from "../../src/agent/trace.ts";
import { latestTurn } from "../../src/agent/turn_records.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import { isTraceStoreError } from "../../src/store/trace_store_error.ts";
import type { Json } from "../../src/store/trace_event.ts";
import { ManualClock } from "../../src/testing/manual_clock.ts";
import { ScriptedChatModel } from "../../src/testing/doubles/scripted_chat_model.ts";
import { ScriptedStep } from "../../src/testing/doubles/scripted_step.ts";
import { agentOf, inOrder, NOTE, threadOf, toolAgent } from "./support/runtime_agents.ts";

Deno.test("send() ends an open turn first", async () => {
  const store = new MemoryTraceStore();
  await store.append("thread", [{ type: "input", stream: "turn", payload: "First" }]);
  const model = new ScriptedChatModel([{ content: "1" }, { content: "2" }]);
  const entries = await threadOf(toolAgent(model, []), store).send("Second");
  assertEquals(entries.map(({ position }) => position), [4, 5, 6]);
  assertEquals(model.requests[1]!.messages, [
    { role: "user", content: "First" },
    { role: "assistant", content: "1" },
    { role: "user", content: "Second" },
  ]);
});

Deno.test("of two parts at once one gets LEASE_HELD, and there is one log", async () => {
  const store = new MemoryTraceStore();
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { promise: answer, resolve: go } = Promise.withResolvers<void>();
  const model = new ScriptedChatModel([{ content: "1" }]);
  const agent = agentOf([{
    kind: "model",
    name: "ask",
    build: () => ({ messages: [] }),
    model: {
      complete: async (request) => {
        asked();
        await answer;
        return await model.complete(request);
      },
    },
  }], inOrder(["ask"]));
  const first = threadOf(agent, store).send(1);
  await isAsked;
  const error = await assertRejects(() => threadOf(agent, store).send(2));
  assertEquals(isTraceStoreError(error, "LEASE_HELD"), true);
  go();
  assertEquals((await first).length, 3);
});

Deno.test("a process that lost its lease stops, and records no failure", async () => {
  const clock = new ManualClock();
  const store = new MemoryTraceStore({ clock });
  const agent = agentOf([{
    kind: "step",
    name: "s",
    run: async () => {
      await clock.advance(600_000);
      const lease = await store.acquire("thread", "another", 1000);
      await store.append("thread", [NOTE], { lease });
      return [NOTE];
    },
  }], inOrder(["s"]));
  const error = await assertRejects(() => threadOf(agent, store).send(1));
  assertEquals(isTraceStoreError(error, "LEASE_EXPIRED"), true);
  const types: string[] = [];
  for await (const { event } of store.read("thread")) types.push(event.type);
  assertEquals(types, ["input", "note"]);
});

Deno.test("a process whose thread was written to by others stops with STREAM_MOVED", async () => {
  const store = new MemoryTraceStore();
  const agent = agentOf([{
    kind: "step",
    name: "s",
    run: async () => {
      await store.append("thread", [NOTE]);
      return [NOTE];
    },
  }], inOrder(["s"]));
  const error = await assertRejects(() => threadOf(agent, store).send(1));
  assertEquals(isTraceStoreError(error, "STREAM_MOVED"), true);
});

Deno.test("a long turn renews its lease", async () => {
  const clock = new ManualClock();
  const store = new MemoryTraceStore({ clock });
  const agent = agentOf([{
    kind: "step",
    name: "s",
    run: async () => {
      await clock.advance(700);
      return [NOTE];
    },
  }], (trace) => latestTurn(trace).length > 3 ? undefined : "s");
  const catalog = new AgentCatalog(store, { agent }, { leaseMs: 1000, clock });
  assertEquals((await catalog.thread("thread", "agent").send(1)).length, 5);
});

Deno.test("an abort leaves the turn open, and resume() ends it", async () => {
  const store = new MemoryTraceStore();
  const abort = new AbortController();
  const step = new ScriptedStep([[NOTE], [NOTE]]);
  const run = (trace: Trace) => {
    if (step.calls.length === 0) abort.abort(new Error("Enough"));
    return step.run(trace);
  };
  const agent = agentOf([{ kind: "step", name: "s", run }], inOrder(["s", "s"]));
  const thread = threadOf(agent, store);
  await thread.send(1, { signal: abort.signal }).catch(() => {});
  const entries = await thread.resume();
  assertEquals(entries.at(-1)?.event.type, "turn_end");
  await assertRejects(() => thread.send(1, { signal: abort.signal }), Error, "Enough");
});

Deno.test("what a step sees is what was recorded, not the live object", async () => {
  const seen: Json[] = [];
  const agent = agentOf([{
    kind: "step",
    name: "s",
    run: (trace) => {
      seen.push(...trace.map(({ payload }) => payload));
      return [{ ...NOTE, payload: { zero: -0, gone: undefined } as never }];
    },
  }], inOrder(["s", "s"]));
  await threadOf(agent).send(1);
  assertEquals(seen, [1, 1, { zero: 0 }]);
});

Deno.test("an input that is no JSON is refused before anything lands", async () => {
  const store = new MemoryTraceStore();
  const error = await assertRejects(() => threadOf(agentOf([], () => undefined), store).send(NaN));
  assertEquals(isTraceStoreError(error, "INVALID_EVENT"), true);
  assertEquals(await store.threads(), []);
});

Deno.test("what the store's engine throws is rethrown, and no failure is recorded", async () => {
  const store = new MemoryTraceStore();
  const append = store.append.bind(store);
  let appends = 0;
  store.append = (...args) =>
    ++appends === 2 ? Promise.reject(new Error("The disk is full")) : append(...args);
  const agent = agentOf([{ kind: "step", name: "s", run: () => [NOTE] }], inOrder(["s"]));
  await assertRejects(() => threadOf(agent, store).send(1), Error, "The disk is full");
  assertEquals((await threadOf(agent, store).resume()).map(({ event }) => event.type), [
    "input",
    "note",
    "turn_end",
  ]);
});
