import { AgentCatalog } from "../../../src/agent/agent_catalog.ts";
import type { Agent, EffectStep, PlainStep } from "../../../src/agent/graph.ts";
import type { World } from "../../../src/agent/resume/agent_runtime.ts";
import type { Tool } from "../../../src/agent/tool.ts";
import type { Trace } from "../../../src/agent/trace.ts";
import {
  lastRecord,
  latestTurn,
  messagesOf,
  openToolCalls,
} from "../../../src/agent/turn_records.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import type { Json, SealedEvent } from "../../../src/store/trace_event.ts";
import { ScriptedChatModel } from "../../../src/testing/doubles/scripted_chat_model.ts";
import { ScriptedEffector } from "../../../src/testing/doubles/scripted_effector.ts";
import { ScriptedTool } from "../../../src/testing/doubles/scripted_tool.ts";
import type { Message, TurnRequest } from "../../../src/turn/request.ts";

/** The world of a shop that an agent works in. */
export interface Shop {
  /** Who thinks. */
  readonly model: ScriptedChatModel;
  /** What is looked up. */
  readonly tools: readonly Tool[];
  /** Who is paid. */
  readonly bank: ScriptedEffector;
}

/** What a user asks of the shop, a turn each. */
export const INPUTS: readonly Json[] = [{ wish: "two apples", id: 7 }, "Thank you"];

/** A world whose doubles may be asked twice. */
export function newShop(): Shop {
  const call = (name: string) => ({ name, arguments: '{"what":"apple"}' });
  const outputs = [
    { toolCalls: [call("stock"), call("price")] },
    { content: "Bought." },
    { toolCalls: [call("stock")] },
    { content: "Two are gone. Bye." },
    { content: "You again?" },
  ];
  return {
    model: new ScriptedChatModel(outputs, [], { repeat: true }),
    tools: [
      new ScriptedTool("stock", [12, 10], { repeat: true }),
      new ScriptedTool("price", [{ cents: 40 }], { repeat: true }),
    ],
    bank: new ScriptedEffector(Array(30).fill("paid"), { repeat: true }),
  };
}

/** What a clerk does, and a bad one does otherwise. */
export interface Habits {
  /** The system prompt. */
  system(trace: Trace): string | Promise<string>;
  /** The conversation. */
  messages(trace: Trace): Message[];
  /** More of the request. */
  extra(trace: Trace): Partial<TurnRequest>;
  /** Which step is next. */
  next(trace: Trace): string | undefined;
  /** The tools. */
  readonly tools: readonly Tool[];
  /** What is to be paid. */
  readonly intent: EffectStep["intent"];
  /** What is noted at the end. */
  readonly note: PlainStep["run"];
}

/** What a good clerk does. */
export function goodHabits(shop: Pick<Shop, "tools">): Habits {
  return {
    system: () => "You sell fruit.",
    messages: messagesOf,
    extra: () => ({}),
    next: (trace) => {
      if (openToolCalls(trace).length > 0) return "tools";
      const last = latestTurn(trace).at(-1)?.type;
      if (last === "input" || last === "tool_result") return "ask";
      if (last === "model_call" || last === "effect_intent") return "pay";
      return last === "effect_result" ? "note" : undefined;
    },
    tools: shop.tools,
    intent: (trace) => ({ name: "pay", args: { events: trace.length } }),
    note: (trace) => [{
      type: "note",
      stream: "notes",
      payload: lastRecord(trace, "effect_result")?.payload.result ?? null,
    }],
  };
}

/** What a process does in a shop, as an agent; its resources are the shop. */
export function clerk(shop: Shop, habits: Partial<Habits> = {}): Agent<Shop> {
  return {
    resources: shop,
    build: (shop) => {
      const { system, messages, extra, next, tools, intent, note } = {
        ...goodHabits(shop),
        ...habits,
      };
      return {
        steps: [
          {
            kind: "model",
            name: "ask",
            model: shop.model,
            build: async (trace) => ({
              messages: [{ role: "system", content: await system(trace) }, ...messages(trace)],
              ...extra(trace),
            }),
          },
          { kind: "tools", name: "tools", tools },
          { kind: "effect", name: "pay", effector: shop.bank, intent },
          { kind: "step", name: "note", run: note },
        ],
        next,
      };
    },
  };
}

/** A world with a shop, whose clerk has habits that each process makes anew. */
export function shopWorld(habits: (shop: Shop) => Partial<Habits> = () => ({})): World {
  const shop = newShop();
  return {
    process: (store) => new AgentCatalog(store, { clerk: clerk(shop, habits(shop)) }),
    effects: () => shop.bank.calls,
  };
}

/** The log of a thread in which a clerk served all inputs. */
export async function servedLog(habits: Partial<Habits> = {}): Promise<SealedEvent[]> {
  const store = new MemoryTraceStore();
  const thread = new AgentCatalog(store, { clerk: clerk(newShop(), habits) }).thread("t", "clerk");
  for (const input of INPUTS) await thread.send(input);
  const events: SealedEvent[] = [];
  for await (const { event } of store.read("t")) events.push(event);
  return events;
}
