import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { systemClock } from "../../../src/clock.ts";
import {
  AgentCatalog,
  checkResumeEquivalence,
  isTraceStoreError,
  latestTurn,
  messagesOf,
} from "../../../testing.ts";
import type { Agent, ResumeOptions, Scenario, Step, Tool } from "../../../testing.ts";
import { inOrder } from "../support/runtime_agents.ts";

const STEP = { kind: "step", name: "answer", run: () => [] };
const MODEL = { complete: () => Promise.resolve({ content: "Hello" }) };

/** An agent that answers once, with something else in its graph or its step. */
function agentWith(graph: object, step: object = {}): Agent {
  return {
    resources: null,
    build: () => ({
      steps: [{
        kind: "model",
        name: "answer",
        model: MODEL,
        build: (trace) => ({ messages: messagesOf(trace) }),
        ...step,
      }],
      next: (trace) => latestTurn(trace).length === 1 ? "answer" : undefined,
      ...graph,
    }),
  };
}

function answering<T>(output: T) {
  return { complete: () => Promise.resolve(output) };
}

function scenarioOf(agent: Agent): Scenario {
  return () => (store) => new AgentCatalog(store, { chat: agent });
}

const SOUND = scenarioOf(agentWith({}));

async function errorOf(scenario: unknown, options: ResumeOptions = {}): Promise<Error> {
  return await assertRejects(
    () =>
      checkResumeEquivalence(scenario as Scenario, "chat", ["Hi"], { timeoutMs: 50, ...options }),
    Error,
  );
}

const never = new Promise<never>(() => {});

Deno.test("the agent that the odd ones are made of passes", async () => {
  const { records } = await checkResumeEquivalence(SOUND, "chat", ["Hi"]);
  assertEquals(records, 3);
});

Deno.test.each(
  [
    { what: "the scenario", scenario: () => never },
    { what: "the start of a process", scenario: () => () => never },
    { what: "'store'", scenario: SOUND, options: { store: () => never } },
    {
      what: "the end of a process",
      scenario: () => (store) => ({
        thread: (id, agent) => new AgentCatalog(store, { chat: agentWith({}) }).thread(id, agent),
        close: () => never,
      }),
    },
    {
      what: "'delete' of the store",
      scenario: SOUND,
      options: { store: () => ({ append: () => never, delete: () => never }) as never },
    },
  ] satisfies { what: string; scenario: Scenario; options?: ResumeOptions }[],
)("$what that never ends fails the check in time", async ({ what, scenario, options }) => {
  const { message } = await errorOf(scenario, options);
  assertEquals(message, `Cannot check as ${what} did not end within 50 ms`);
});

Deno.test("an abort ends a check whose scenario never ends", async () => {
  const abort = new AbortController();
  const reason = new Error("Enough");
  const scenario = () => {
    queueMicrotask(() => abort.abort(reason));
    return never;
  };
  const error = await errorOf(scenario, { signal: abort.signal, timeoutMs: 10_000 });
  assertEquals(error, reason);
});

for (const odd of [undefined, null, 7, {}, () => {}, Promise.resolve(1)]) {
  Deno.test(`a thread() that gives ${Deno.inspect(odd)} is refused in words`, async () => {
    const error = await errorOf(() => () => ({ thread: () => odd }));
    assertEquals(error.name, "TypeError");
    assertStringIncludes(
      error.message,
      "Cannot check as thread() must give an object with 'send' and 'resume': got ",
    );
  });

  Deno.test(`effects() that give ${Deno.inspect(odd)} are refused, and not passed over`, async () => {
    const error = await errorOf(() => ({
      process: (store: never) => new AgentCatalog(store, { chat: agentWith({}) }),
      effects: () => odd,
    }));
    assertEquals(error.name, "TypeError");
    assertStringIncludes(error.message, "Cannot check as effects() must give a list: got ");
  });
}

Deno.test("what 'compared' gives must be a value of JSON", async () => {
  const { name, message } = await errorOf(SOUND, { compared: () => () => 1 });
  assertEquals(name, "TypeError");
  assertEquals(
    message,
    "Cannot check as 'compared' must give a value of JSON: got a function",
  );
});

for (const odd of [7, "x", null, {}, []]) {
  Deno.test(`a signal that is ${Deno.inspect(odd)} is refused in words`, async () => {
    const { name, message } = await errorOf(SOUND, { signal: odd as never });
    assertEquals(name, "TypeError");
    assertStringIncludes(
      message,
      "Cannot check resume equivalence as 'signal' must be an AbortSignal: got ",
    );
  });
}

Deno.test.each(
  [
    { agent: { resources: 0, build: () => null as never }, says: "'steps' and 'next'" },
    { agent: agentWith({ steps: [null] }), says: "a step must be an object with a 'name'" },
    { agent: agentWith({ steps: [{ kind: "model" }] }), says: "an object with a 'name'" },
    {
      agent: agentWith({ steps: [STEP, STEP] }),
      says: "names of their own: 'answer' is there twice",
    },
    { agent: agentWith({}, { kind: "x" }), says: "model, tools, effect or step" },
    { agent: agentWith({}, { model: {} }), says: "the step 'answer' must have 'model.complete'" },
    { agent: agentWith({}, { build: 7 }), says: "the step 'answer' must have 'build'" },
    { agent: agentWith({}, { kind: "tools" }), says: "the step 'answer' must have 'tools'" },
    { agent: agentWith({}, { kind: "step" }), says: "the step 'answer' must have 'run'" },
    { agent: agentWith({}, { kind: "effect" }), says: "the step 'answer' must have 'intent'" },
    { agent: agentWith({ next: () => "x" }), says: "no such step" },
    { agent: agentWith({ next: () => null }), says: "no such step" },
    { agent: agentWith({}, { build: () => 7 }), says: "a request with a list 'messages': got 7" },
    { agent: agentWith({}, { model: { complete: () => 7 } }), says: "must be an object: got 7" },
    {
      agent: agentWith({}, { model: answering({ content: 7 }) }),
      says: "'content' must be a text: got 7",
    },
    {
      agent: agentWith({}, { model: answering({ toolCalls: 7 }) }),
      says: "of { name, arguments }",
    },
    {
      agent: agentWith({}, { model: answering({ toolCalls: [null] }) }),
      says: "'toolCalls' must be a list of { name, arguments }: got null",
    },
    {
      agent: agentWith({}, { model: answering({ toolCalls: [{ name: "t", arguments: {} }] }) }),
      says: "'toolCalls' must be a list of { name, arguments }: got an object",
    },
    { agent: agentWith({}, { kind: "tools", tools: [null] }), says: "'name' and 'run': got null" },
    { agent: agentWith({}, { kind: "tools", tools: [7] }), says: "'name' and 'run': got 7" },
    {
      agent: agentWith({}, { kind: "tools", tools: [Object.freeze({ name: "t" })] }),
      says: "'name' and 'run': got an object",
    },
    { agent: agentWith({}, { kind: "step", run: () => 7 }), says: "a list of events: got 7" },
    { agent: agentWith({}, { kind: "step", run: () => [7] }), says: "a list of events: got 7" },
    { agent: agentWith({}, { kind: "step", run: () => [] }), says: "recorded nothing" },
    {
      agent: agentWith({}, { kind: "effect", effector: { perform: () => 1 }, intent: () => 7 }),
      says: "give { name, args }: got 7",
    },
  ],
)(
  "an agent of the wrong form fails the check, though it fails alike each time: $says",
  async ({ agent, says }) => {
    const { name, message } = await errorOf(scenarioOf(agent));
    assertEquals(["TypeError", "RangeError"].includes(name), true, name);
    assertStringIncludes(message, says);
  },
);

Deno.test.each([
  { what: "a request", step: { build: () => ({ messages: [{ at: new Date(0) }] }) } },
  {
    what: "an event",
    step: { kind: "step", run: () => [{ type: "a", stream: "b", payload: NaN }] },
  },
  {
    what: "a result",
    step: {
      kind: "effect",
      effector: { perform: () => NaN },
      intent: () => ({ name: "pay", args: 1 }),
    },
  },
])(
  "what is no JSON in $what fails the check, though it fails alike each time",
  async ({ step }) => {
    const error = await errorOf(scenarioOf(agentWith({}, step)));
    assertEquals(isTraceStoreError(error, "INVALID_EVENT"), true, error.message);
  },
);

/** An agent whose model calls the tool it has. */
function agentCalling(run: Tool["run"]): Agent {
  const ask: Step = {
    kind: "model",
    name: "ask",
    model: answering({ content: "", toolCalls: [{ name: "t", arguments: "{}" }] }),
    build: (trace) => ({ messages: messagesOf(trace) }),
  };
  const tools: Step = { kind: "tools", name: "tools", tools: [Object.freeze({ name: "t", run })] };
  return agentWith({ steps: [ask, tools], next: inOrder(["ask", "tools"]) });
}

for (const odd of [NaN, undefined, new Date(0), 1n]) {
  Deno.test(`a tool whose result is ${Deno.inspect(odd)} fails the check, though it fails alike each time`, async () => {
    const error = await errorOf(scenarioOf(agentCalling(() => odd as never)));
    assertEquals(isTraceStoreError(error, "INVALID_EVENT"), true, error.message);
    assertStringIncludes(error.message, "'result'");
  });
}

Deno.test("a tool that throws is no odd one: its model is told", async () => {
  const throwing = agentCalling(() => {
    throw new RangeError("None left");
  });
  const { records } = await checkResumeEquivalence(scenarioOf(throwing), "chat", ["Hi"]);
  assertEquals(records, 4);
});

Deno.test("a turn that never ends fails the check in time, and goes on no longer than that", async () => {
  let runs = 0;
  const run = () => {
    runs++;
    return [{ type: "a", stream: "b", payload: 1 }];
  };
  const agent = agentWith({ next: () => "answer" }, { kind: "step", run });
  const { message } = await errorOf(scenarioOf(agent));
  assertEquals(message, "The process did not end its part within 50 ms");
  const known = runs;
  await systemClock.sleep(0);
  assertEquals(runs - known <= 1, true);
});

Deno.test("an agent that fails by itself is checked like any other", async () => {
  const fails = () => Promise.reject(new RangeError("Over quota"));
  const agent = agentWith({}, { model: { complete: fails } });
  const { records } = await checkResumeEquivalence(scenarioOf(agent), "chat", ["Hi"]);
  assertEquals(records, 2);
});
