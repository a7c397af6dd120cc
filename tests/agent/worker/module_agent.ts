/** A module with agents whose processes are started in workers. */
import { AgentCatalog } from "../../../src/agent/agent_catalog.ts";
import type { ChatModel } from "../../../src/agent/chat_model.ts";
import type { Agent } from "../../../src/agent/graph.ts";
import { latestTurn, messagesOf } from "../../../src/agent/turn_records.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";

/** What the module keeps, by how long the conversation is: the fault. */
const prompts = new Map<number, string>();

function chat(model: ChatModel, prompt: (messages: number) => string): Agent<ChatModel> {
  return {
    resources: model,
    build: (model) => ({
      steps: [{
        kind: "model",
        name: "answer",
        model,
        build: (trace) => {
          const messages = messagesOf(trace);
          return { messages: [{ role: "system", content: prompt(messages.length) }, ...messages] };
        },
      }],
      next: (trace) => latestTurn(trace).length === 1 ? "answer" : undefined,
    }),
  };
}

/** The world of the agents; of what it does not have a worker sees as much as of what it has. */
interface World {
  readonly model: ChatModel;
  readonly other?: ChatModel;
}

/** A process of the agents, of which `pure` alone is sound. */
export function process(store: TraceStore, world: World): AgentCatalog {
  const { model } = world;
  return new AgentCatalog(store, {
    pure: chat(model, () => "Be brief."),
    keeping: chat(model, (messages) => {
      const prompt = prompts.get(messages) ?? `Prompt ${prompts.size}`;
      prompts.set(messages, prompt);
      return prompt;
    }),
    failing: { resources: null, build: () => null as never },
    pathless: { resources: null, build: () => ({ steps: [], next: () => "nowhere" }) },
    asking: chat(world.other ?? model, () => "Be brief."),
  });
}
