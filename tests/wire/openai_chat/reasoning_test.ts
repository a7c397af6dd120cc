import { assertEquals } from "@std/assert";
import type { ReasoningBlock, TurnEvent } from "../../../src/turn/turn.ts";
import { chunk, DONE, ends, read, said } from "./chunks.ts";

function details(...list: readonly unknown[]): object {
  return chunk({ reasoning_details: list });
}

/** OpenRouter's `reasoning_details`, as its documentation and its own SDK's changesets name them. */
const CASES: { name: string; chunks: object[]; blocks: ReasoningBlock[] }[] = [
  {
    name: "takes text that stands only in the details (hermes-agent#93219)",
    chunks: [
      details({ type: "reasoning.text", text: "a" }),
      details({ type: "reasoning.summary", summary: "b" }),
    ],
    blocks: [{ text: "ab" }],
  },
  {
    name: "does not take text twice (laravel/ai#813)",
    chunks: [
      chunk({ reasoning: "a", reasoning_details: [{ type: "reasoning.text", text: "a" }] }),
      details({ type: "reasoning.text", text: "a", signature: "s" }),
    ],
    blocks: [{ text: "a", signature: "s" }],
  },
  {
    name: "takes one of two fields that say the same (vLLM, LiteLLM)",
    chunks: [chunk({ reasoning: "a", reasoning_content: "a" })],
    blocks: [{ text: "a" }],
  },
  {
    name: "keeps encrypted blocks (agentjido/req_llm#300)",
    chunks: [chunk({ reasoning: "a" }), details({ type: "reasoning.encrypted", data: "enc" })],
    blocks: [{ text: "a" }, { text: "", redacted: "enc" }],
  },
  {
    name: "passes over what is empty, null or unknown",
    chunks: [
      details(null, "x", {}, { type: "reasoning.text", text: "", signature: null }),
      details({ type: "reasoning.encrypted" }, { type: "reasoning.new", shape: 1 }),
      chunk({ reasoning_details: {} }),
    ],
    blocks: [],
  },
  {
    name: "keeps the signature of Mistral's thinking",
    chunks: [said([{ type: "thinking", thinking: [{ type: "text", text: "a" }], signature: "s" }])],
    blocks: [{ text: "a", signature: "s" }],
  },
];

for (const { name, chunks, blocks } of CASES) {
  Deno.test(`openai-chat ${name}`, () => {
    const { turn, events } = read([...chunks, said("Hi"), ends(), DONE]);
    assertEquals(turn?.reasoning, blocks);
    const isEmpty = (event: TurnEvent) =>
      event.type === "reasoning" && !event.text && !event.signature && !event.redacted;
    assertEquals(events.filter(isEmpty), []);
  });
}
