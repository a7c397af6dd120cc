import type { JsonObject } from "../../../wire/json.ts";
import { OPENAI_FINISH_MAP } from "../../../wire/openai_chat/dialects.ts";
import { wordFor } from "../word_for.ts";
import type { Frame, FramePart } from "../../delivery/frame.ts";
import type { Answer, AnswerUsage } from "../../result/answer.ts";
import type { AnswerBlock, AnswerChoice, ToolCallBlock } from "../../result/answer_choice.ts";
import { countTokens } from "../../tokens/split_tokens.ts";
import type { Surface } from "../surface.ts";
import { errorObject, openAi } from "./openai.ts";
import { readChat } from "./read_chat.ts";

/** OpenAI's chat completions. */
export const openAiChat: Surface = {
  id: "openai-chat",
  provider: openAi,
  read: (_call, body) => readChat(body),
  whole,
  frames,
  problemFrames: function* (problem) {
    yield frame("problem", JSON.stringify({ error: errorObject(problem) }));
  },
};

function whole(answer: Answer): JsonObject {
  return {
    id: idOf(answer),
    object: "chat.completion",
    created: Math.floor(answer.createdMs / 1000),
    model: answer.model,
    choices: answer.choices.map((choice, index) => ({
      index,
      message: messageOf(choice, index, answer),
      logprobs: null,
      finish_reason: wordFor(OPENAI_FINISH_MAP, choice.reason),
    })),
    usage: usageObject(answer.usage),
    service_tier: "default",
    system_fingerprint: fingerprint(answer),
  };
}

function messageOf({ blocks }: AnswerChoice, choice: number, answer: Answer): JsonObject {
  const calls = blocks.filter((block) => block.type === "tool_call");
  const reasoning = joined(blocks, "reasoning");
  const text = joined(blocks, "text");
  const refusal = joined(blocks, "refusal");
  return {
    role: "assistant",
    content: text === "" && (calls.length > 0 || refusal !== "") ? null : text,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : {
      tool_calls: calls.map((call, index) => callObject(call, callId(answer, choice, index, call))),
    }),
    refusal: refusal === "" ? null : refusal,
    annotations: [],
  };
}

function callObject(call: ToolCallBlock, id: string): JsonObject {
  const { name, arguments: args } = call;
  return call.custom
    ? { id, type: "custom", custom: { name, input: args } }
    : { id, type: "function", function: { name, arguments: args } };
}

function* frames(answer: Answer): Generator<Frame> {
  const includeUsage = answer.ask.request.stream_options?.include_usage === true;
  const head = JSON.stringify({
    id: idOf(answer),
    object: "chat.completion.chunk",
    created: Math.floor(answer.createdMs / 1000),
    model: answer.model,
    service_tier: "default",
    system_fingerprint: fingerprint(answer),
  }).slice(0, -1);
  const tail = includeUsage ? ',"usage":null}' : "}";
  for (const [index, choice] of answer.choices.entries()) {
    const open = `${head},"choices":[{"index":${index},"delta":`;
    const close = `,"logprobs":null,"finish_reason":null}]${tail}`;
    const chunk = (part: FramePart, delta: string, tokens = 0) =>
      frame(part, open + delta + close, tokens);
    yield chunk("open", '{"role":"assistant","content":"","refusal":null}');
    yield* blockFrames(choice, index, answer, chunk);
    const reason = JSON.stringify(wordFor(OPENAI_FINISH_MAP, choice.reason));
    yield frame("finish", `${open}{},"logprobs":null,"finish_reason":${reason}}]${tail}`);
  }
  if (includeUsage) {
    const usage = JSON.stringify(usageObject(answer.usage));
    yield frame("usage", `${head},"choices":[],"usage":${usage}}`);
  }
  yield frame("marker", "[DONE]");
}

type Chunk = (part: FramePart, delta: string, tokens?: number) => Frame;

/** The member of a delta that carries each kind of text. */
const MEMBER = { text: "content", reasoning: "reasoning_content", refusal: "refusal" } as const;

function* blockFrames(
  { blocks }: AnswerChoice,
  choice: number,
  answer: Answer,
  chunk: Chunk,
): Generator<Frame> {
  let calls = 0;
  for (const block of blocks) {
    if (block.type === "tool_call") {
      yield* callFrames(block, calls, callId(answer, choice, calls, block), answer, chunk);
      calls++;
      continue;
    }
    const open = `{"${MEMBER[block.type]}":`;
    for (const piece of answer.pieces(block.text)) {
      yield chunk("content", `${open}${JSON.stringify(piece)}}`, countTokens(piece));
    }
  }
}

function* callFrames(
  call: ToolCallBlock,
  index: number,
  id: string,
  answer: Answer,
  chunk: Chunk,
): Generator<Frame> {
  const member = call.custom ? "input" : "arguments";
  const kind = call.custom ? "custom" : "function";
  const first = { index, ...callObject({ ...call, arguments: "" }, id) };
  yield chunk("content", JSON.stringify({ tool_calls: [first] }));
  const open = `{"tool_calls":[{"index":${index},"${kind}":{"${member}":`;
  for (const piece of answer.pieces(call.arguments)) {
    yield chunk("content", `${open}${JSON.stringify(piece)}}}]}`, countTokens(piece));
  }
}

function callId(answer: Answer, choice: number, index: number, call: ToolCallBlock): string {
  return call.id ?? answer.newId("call_", `call:${choice}:${index}`, 24);
}

function idOf(answer: Answer): string {
  return answer.id ?? `chatcmpl-${answer.name}`;
}

function fingerprint(answer: Answer): string {
  return answer.newId("fp_", `model:${answer.model}`, 10);
}

function joined(blocks: readonly AnswerBlock[], type: "text" | "reasoning" | "refusal"): string {
  return blocks.map((block) => block.type === type ? block.text : "").join("");
}

/** The tokens as OpenAI tells them: those read from or put into a cache are part of the prompt's. */
export function usageObject(usage: AnswerUsage): JsonObject {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function frame(part: FramePart, data: string, tokens = 0): Frame {
  return { event: undefined, data, part, tokens };
}
