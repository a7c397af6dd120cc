import { assertEquals, assertRejects } from "@std/assert";
import type { Agent, Step } from "../../src/agent/graph.ts";
import { hashJson } from "../../src/agent/hash_json.ts";
import type { Tool } from "../../src/agent/tool.ts";
import { latestTurn } from "../../src/agent/turn_records.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import type { Json } from "../../src/store/trace_event.ts";
import { ScriptedChatModel } from "../../src/testing/doubles/scripted_chat_model.ts";
import { ScriptedEffector } from "../../src/testing/doubles/scripted_effector.ts";
import { ScriptedStep } from "../../src/testing/doubles/scripted_step.ts";
import { ScriptedTool } from "../../src/testing/doubles/scripted_tool.ts";
import { ScriptOverError } from "../../src/testing/doubles/script_errors.ts";
import {
  agentOf,
  CALLS,
  inOrder,
  NOTE,
  shape,
  threadOf,
  toolAgent,
} from "./support/runtime_agents.ts";

Deno.test("a turn records its input, the answer with the hash of its request, and its end", async () => {
  const model = new ScriptedChatModel([{ content: "Hello" }]);
  const entries = await threadOf(toolAgent(model, [])).send("Hi");
  const requestHash = await hashJson(model.requests[0]);
  assertEquals(shape(entries), [
    ["turn", "input", "Hi"],
    ["model", "model_call", {
      step: "ask",
      requestHash,
      output: { content: "Hello", model: "scripted", toolCalls: [] },
    }],
    ["turn", "turn_end", null],
  ]);
});

Deno.test("results of tools stand in the order of the calls, whichever came first; ids are of the log", async () => {
  const model = new ScriptedChatModel([CALLS, { content: "Done" }]);
  const { promise: isFast, resolve: fastRan } = Promise.withResolvers<void>();
  const keys: string[] = [];
  const slow: Tool = Object.freeze({
    name: "slow",
    run: async (args: Json) => {
      await isFast;
      return { got: args };
    },
  });
  const fast: Tool = Object.freeze({
    name: "fast",
    run: (_: Json, { key }: { key: string }) => {
      keys.push(key);
      fastRan();
      return "fast";
    },
  });
  const entries = await threadOf(toolAgent(model, [slow, fast])).send("Hi");
  const results = entries.filter(({ event }) => event.type === "tool_result")
    .map(({ event }) => event.payload as { [key: string]: Json });
  assertEquals(results.map(({ callId, name, isError }) => [callId!, name!, isError!]), [
    ["id-2-0", "slow", false],
    ["id-2-1", "fast", false],
    ["id-2-2", "none", true],
    ["id-2-3", "fast", true],
  ]);
  assertEquals(results.slice(0, 3).map(({ result }) => result), [
    { got: { a: 1 } },
    "fast",
    "Cannot run 'none' as there is none",
  ]);
  assertEquals(keys, ["thread/id-2-1"]);
  const tools = model.requests[1]!.messages.filter(({ role }) => role === "tool");
  assertEquals(tools[0], { role: "tool", toolCallId: "id-2-0", content: '{"got":{"a":1}}' });
});

Deno.test("a tool that throws tells the model, and the turn goes on", async () => {
  const call = { toolCalls: [{ name: "t", arguments: "{}" }] };
  const model = new ScriptedChatModel([call, { content: "Sorry" }]);
  const tool = new ScriptedTool("t", [new Error("No network")]);
  const entries = await threadOf(toolAgent(model, [tool])).send("Hi");
  assertEquals(entries.at(-1)?.event.type, "turn_end");
  assertEquals(model.requests[1]!.messages.at(-1), {
    role: "tool",
    toolCallId: "id-2-0",
    content: "No network",
    isError: true,
  });
});

Deno.test("a tool that may change is refused", async () => {
  const call = { toolCalls: [{ name: "t", arguments: "{}" }] };
  const agent = toolAgent(new ScriptedChatModel([call]), [{ name: "t", run: () => 1 }]);
  const entries = await threadOf(agent).send("Hi");
  const { type, payload } = entries.at(-1)!.event;
  assertEquals(type, "failure");
  assertEquals((payload as { message: string }).message.includes("must be frozen"), true);
});

function payAgent(effector: ScriptedEffector): Agent {
  const intent = () => ({ name: "pay", args: { cents: 1 } });
  const steps: Step[] = [{ kind: "effect", name: "pay", intent, effector }];
  return agentOf(
    steps,
    (trace) => latestTurn(trace).at(-1)?.type === "effect_result" ? undefined : "pay",
  );
}

Deno.test("what is to be done stands in the log before it is done, under a key of the log", async () => {
  const store = new MemoryTraceStore();
  const effector = new ScriptedEffector(["paid"]);
  const perform = effector.perform.bind(effector);
  let logged: string[] = [];
  effector.perform = async (intent) => {
    logged = [];
    for await (const { event } of store.read("thread")) logged.push(event.type);
    return await perform(intent);
  };
  const entries = await threadOf(payAgent(effector), store).send("Pay");
  const intent = { key: "thread/2", name: "pay", args: { cents: 1 } };
  assertEquals(logged, ["input", "effect_intent"]);
  assertEquals(effector.calls, [intent]);
  assertEquals(shape(entries), [
    ["turn", "input", "Pay"],
    ["effects", "effect_intent", { ...intent, step: "pay" }],
    ["effects", "effect_result", { key: "thread/2", result: "paid", step: "pay" }],
    ["turn", "turn_end", null],
  ]);
});

Deno.test("resume() performs an intent without a result again, with the same key", async () => {
  const store = new MemoryTraceStore();
  const intent = { step: "pay", key: "thread/2", name: "pay", args: { cents: 7 } };
  await store.append("thread", [{ type: "input", stream: "turn", payload: "Pay" }]);
  await store.append("thread", [{ type: "effect_intent", stream: "effects", payload: intent }]);
  const effector = new ScriptedEffector(["paid"]);
  const entries = await threadOf(payAgent(effector), store).resume();
  assertEquals(effector.calls, [{ key: "thread/2", name: "pay", args: { cents: 7 } }]);
  assertEquals(entries.map(({ position }) => position), [1, 2, 3, 4]);
});

Deno.test("an effect, or a model, that throws ends the turn with a failure without a stack", async () => {
  const entries = await threadOf(payAgent(new ScriptedEffector([new RangeError("Poor")]))).send(1);
  assertEquals(shape(entries.slice(-1)), [
    ["turn", "failure", { name: "RangeError", message: "Poor" }],
  ]);
});

Deno.test("a plain step's events land at once; its errors are failures; the next turn is another", async () => {
  const step = new ScriptedStep([[NOTE, NOTE], new Error("Broken")]);
  const steps: Step[] = [{ kind: "step", name: "s", run: step.run }];
  const thread = threadOf(agentOf(steps, inOrder(["s"])));
  assertEquals((await thread.send(1)).map(({ event }) => event.type), [
    "input",
    "note",
    "note",
    "turn_end",
  ]);
  const second = await thread.send(2);
  assertEquals(second.map(({ event }) => event.type), ["input", "failure"]);
  assertEquals(step.calls.map((trace) => trace.length), [1, 5]);
  assertEquals(await thread.resume(), [], "nothing is open");
});

Deno.test.each(
  [
    { name: "records nothing", events: [], message: "recorded nothing" },
    { name: "writes the turn's records", events: [{ ...NOTE, stream: "turn" }], message: "own" },
    { name: "gives no list", events: "x", message: "list of events" },
    { name: "gives what is no JSON", events: [{ ...NOTE, payload: NaN }], message: "NaN" },
  ],
)("a plain step that $name is a failure that says so", async ({ events, message }) => {
  const steps: Step[] = [{ kind: "step", name: "s", run: () => events as never }];
  const entries = await threadOf(agentOf(steps, () => "s")).send(1);
  const { type, payload } = entries.at(-1)!.event;
  assertEquals([type, (payload as { message: string }).message.includes(message)], [
    "failure",
    true,
  ]);
});

Deno.test.each(
  [
    {
      name: "a step that there is none of",
      agent: agentOf([], () => "x"),
      message: "no such step",
    },
    {
      name: "a kind of step that there is none of",
      agent: agentOf([{ kind: "x", name: "s" } as never], () => "s"),
      message: "model, tools, effect or step",
    },
    {
      name: "no graph",
      agent: { resources: 1, build: () => null as never },
      message: "'steps' and 'next'",
    },
  ],
)("an agent with $name fails its turn, in words", async ({ agent, message }) => {
  const entries = await threadOf(agent).send(1);
  const { type, payload } = entries.at(-1)!.event;
  assertEquals([type, (payload as { message: string }).message.includes(message)], [
    "failure",
    true,
  ]);
});

Deno.test("a script that is over is rethrown, and nothing is recorded of it", async () => {
  const store = new MemoryTraceStore();
  const call = { toolCalls: [{ name: "t", arguments: "{}" }] };
  const agent = toolAgent(new ScriptedChatModel([call]), [new ScriptedTool("t", [])]);
  const thread = threadOf(agent, store);
  await assertRejects(() => thread.send(1), ScriptOverError);
  await assertRejects(() => thread.send(1), ScriptOverError);
  const types: string[] = [];
  for await (const { event } of store.read("thread")) types.push(event.type);
  assertEquals(types, ["input", "model_call"]);
  assertEquals(await store.lease("thread"), undefined);
});
