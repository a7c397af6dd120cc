import { assertEquals, assertRejects } from "@std/assert";
import {
  Annotation,
  END,
  START,
  StateGraph,
  type StateSnapshot,
} from "npm:@langchain/langgraph@1.7.3";
import { checkDeterminism } from "../../../src/agent/determinism/check_determinism.ts";
import type { Rebuilder } from "../../../src/agent/determinism/configuration.ts";
import { NondeterministicBuildError } from "../../../src/agent/determinism/nondeterministic_build_error.ts";
import { hashJson } from "../../../src/agent/hash_json.ts";
import { noteRequest } from "../../../src/agent/observed_store.ts";
import type { AgentRuntime, Process, Scenario } from "../../../src/agent/resume/agent_runtime.ts";
import { checkResumeEquivalence } from "../../../src/agent/resume/check_resume_equivalence.ts";
import { ResumeMismatchError } from "../../../src/agent/resume/resume_mismatch_error.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import type { SealedEvent } from "../../../src/store/trace_event.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";
import { ScriptedChatModel } from "../../../src/testing/doubles/scripted_chat_model.ts";
import type { TurnRequest } from "../../../src/turn/request.ts";
import { TraceSaver } from "./trace_saver.ts";

const State = Annotation.Root({
  said: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
  hashes: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

type Prompt = (said: readonly string[]) => string;

/** Tells whether a turn is open. */
type IsOpen = (state: StateSnapshot) => boolean;

/** Not by `next`: that is empty when a task has ended, but its checkpoint was not saved. */
const hasTasks: IsOpen = ({ tasks }) => tasks.length > 0;

function requestFor(said: readonly string[], prompt: Prompt): TurnRequest {
  return {
    messages: [
      { role: "system", content: prompt(said) },
      ...said.map((content, index) => ({
        role: index % 2 === 0 ? "user" as const : "assistant" as const,
        content,
      })),
    ],
  };
}

/** A LangGraph.js agent, as one process holds it. */
function langGraph(
  store: TraceStore,
  model: ScriptedChatModel,
  prompt: Prompt,
  isOpen: IsOpen,
): AgentRuntime {
  const graph = new StateGraph(State)
    .addNode("answer", async ({ said }) => {
      const request = requestFor(said, prompt);
      const hash = await hashJson(request);
      noteRequest(store, hash, request);
      const { content = "" } = await model.complete(request);
      return { said: [content], hashes: [hash] };
    })
    .addEdge(START, "answer")
    .addEdge("answer", END)
    .compile({ checkpointer: new TraceSaver(store) });
  return {
    thread: (id) => {
      const config = { configurable: { thread_id: id }, durability: "sync" as const };
      const resume = async () => {
        if (isOpen(await graph.getState(config))) await graph.invoke(null, config);
      };
      return {
        resume,
        send: async (input) => {
          await resume();
          await graph.invoke({ said: [String(input)] }, config);
        },
      };
    },
  };
}

/** What of its records counts. It also notes that it was resumed, the time, and ids made of the time. */
function compared({ type, payload }: SealedEvent): unknown {
  const { checkpoint, metadata, writes } = payload as unknown as {
    readonly checkpoint?: { readonly channel_values: unknown };
    readonly metadata?: { readonly source: string };
    readonly writes?: unknown;
  };
  if (type === "writes") return { writes };
  return { values: checkpoint?.channel_values, source: metadata?.source };
}

function scenarioOf(newPrompt: () => Prompt, isOpen: IsOpen = hasTasks): Scenario {
  return () => {
    const model = new ScriptedChatModel([{ content: "1" }, { content: "2" }], [], { repeat: true });
    return (store) => langGraph(store, model, newPrompt(), isOpen);
  };
}

const INPUTS = ["Hi", "Bye"];
const OPTIONS = { compared, stops: ["after", "lost", "before"] } as const;
const brief: Prompt = () => "Be brief.";

Deno.test("a LangGraph.js agent passes checkResumeEquivalence()", async () => {
  const report = await checkResumeEquivalence(scenarioOf(() => brief), "any", INPUTS, OPTIONS);
  assertEquals([report.records, report.runs.length], [10, 9 + 9 + 10 + 1]);
});

Deno.test("a LangGraph.js agent that counts in the process is found, with what differs in the request", async () => {
  const counting = () => {
    let calls = 0;
    return () => `Call ${++calls}`;
  };
  await assertRejects(
    () => checkResumeEquivalence(scenarioOf(counting), "any", INPUTS, OPTIONS),
    ResumeMismatchError,
    'the requests differ first at messages[0].content: expected "Call 2", found "Call 1"',
  );
});

Deno.test("a turn of LangGraph.js that is taken for ended by its 'next' is found", async () => {
  const scenario = scenarioOf(() => brief, ({ next }) => next.length > 0);
  await assertRejects(
    () => checkResumeEquivalence(scenario, "any", INPUTS, OPTIONS),
    ResumeMismatchError,
    "Stopped after record 2: event 3 (checkpoint) differs at values",
  );
});

function writesOf({ payload }: SealedEvent): Readonly<Record<string, readonly string[]>> {
  const { writes = [] } = payload as unknown as { readonly writes?: [string, string[]][] };
  return Object.fromEntries(writes);
}

Deno.test("checkDeterminism() builds the requests of a LangGraph.js agent again", async () => {
  const store = new MemoryTraceStore();
  const runtime = await (await scenarioOf(() => brief)() as Process)(store);
  for (const input of INPUTS) await runtime.thread("t", "any").send(input);
  const events: SealedEvent[] = [];
  for await (const { event } of store.read("t")) events.push(event);
  const rebuilder = (prompt: Prompt): Rebuilder => ({
    rebuild: (before) => {
      const { payload } = before.findLast(({ type }) => type === "checkpoint")!;
      const { checkpoint } = payload as unknown as {
        readonly checkpoint: { readonly channel_values: { readonly said: readonly string[] } };
      };
      return requestFor(checkpoint.channel_values.said, prompt);
    },
  });
  const options = {
    isCall: (event: SealedEvent) => "hashes" in writesOf(event),
    hashOf: (event: SealedEvent) => writesOf(event).hashes?.[0],
  };
  assertEquals((await checkDeterminism(events, [rebuilder(brief)], options)).calls, 2);
  await assertRejects(
    () => checkDeterminism(events, [rebuilder(() => new Date().toISOString())], options),
    NondeterministicBuildError,
    "another clock makes another request, at messages[0].content",
  );
  await assertRejects(
    () => checkDeterminism(events, [rebuilder(() => "Be kind.")], options),
    NondeterministicBuildError,
    "Call 1 has changed",
  );
});
