import { AgentCatalog } from "../../../src/agent/agent_catalog.ts";
import type { ModelOutput } from "../../../src/agent/chat_model.ts";
import type { Agent, Graph, Step } from "../../../src/agent/graph.ts";
import type { Thread } from "../../../src/agent/thread.ts";
import type { Tool } from "../../../src/agent/tool.ts";
import type { Trace } from "../../../src/agent/trace.ts";
import { latestTurn, messagesOf, openToolCalls } from "../../../src/agent/turn_records.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import type { Entry, Json } from "../../../src/store/trace_event.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";
import type { ScriptedChatModel } from "../../../src/testing/doubles/scripted_chat_model.ts";

/** An agent whose turn is these steps, one after the other, each told by the events that stand after it. */
export function agentOf(steps: readonly Step[], next: Graph["next"]): Agent {
  return { resources: undefined, build: () => ({ steps, next }) };
}

/** The steps by count of the turn's events: `["a", "b"]` runs a, then b, if each records one event. */
export function inOrder(names: readonly string[]): Graph["next"] {
  return (trace: Trace) => names[latestTurn(trace).length - 1];
}

/** Its only thread. */
export function threadOf(agent: Agent, store: TraceStore = new MemoryTraceStore()): Thread {
  return new AgentCatalog(store, { agent }).thread("thread", "agent");
}

export function shape(entries: readonly Entry[]): Json[] {
  return entries.map(({ event }) => [event.stream, event.type, event.payload]);
}

/** An output that calls tools, one of them twice, and one that there is not. */
export const CALLS: ModelOutput = {
  content: "Let me see",
  toolCalls: [
    { id: "x", name: "slow", arguments: '{"a":1}' },
    { name: "fast", arguments: "" },
    { name: "none", arguments: "{}" },
    { name: "fast", arguments: "{" },
  ],
};

export function toolAgent(model: ScriptedChatModel, tools: readonly Tool[]): Agent {
  const steps: Step[] = [
    { kind: "model", name: "ask", model, build: (trace) => ({ messages: messagesOf(trace) }) },
    { kind: "tools", name: "tools", tools },
  ];
  return agentOf(steps, (trace) => {
    if (openToolCalls(trace).length > 0) return "tools";
    return latestTurn(trace).at(-1)?.type === "model_call" ? undefined : "ask";
  });
}

export const NOTE = { type: "note", stream: "notes", payload: 1 };
