import type { JsonObject } from "../../../wire/json.ts";
import type { Frame } from "../../delivery/frame.ts";
import type { Answer } from "../../result/answer.ts";
import type { Surface } from "../surface.ts";
import { chatChoice, requireLogprobsFit } from "./chat_choice.ts";
import { chatFrames } from "./chat_frames.ts";
import { errorObject, openAi } from "./openai.ts";
import { dataFrame } from "../data_frame.ts";
import { readChat } from "./read_chat.ts";
import { createdOf, fingerprintOf, idOf, serviceTierOf } from "./response_head.ts";
import { usageObject } from "./usage_object.ts";

/** OpenAI's chat completions. */
export const openAiChat: Surface = {
  id: "openai-chat",
  provider: openAi,
  read: (_call, body, { deployment }, { unknownMembers }) =>
    readChat(body, deployment, unknownMembers),
  whole,
  frames: chatFrames,
  withUsage: frameWithUsage,
  problemFrames: function* (problem) {
    yield dataFrame("problem", JSON.stringify({ error: errorObject(problem) }));
  },
};

function whole(answer: Answer): JsonObject {
  requireLogprobsFit(answer);
  return {
    id: idOf(answer, "chatcmpl-"),
    object: "chat.completion",
    created: createdOf(answer),
    model: answer.model,
    choices: answer.choices.map((choice, index) => chatChoice(answer, choice, index)),
    usage: usageObject(answer.usage),
    service_tier: serviceTierOf(answer),
    system_fingerprint: fingerprintOf(answer),
  };
}

/**
 * Adds the usage so far to a chunk, which some servers do and OpenAI does not.
 *
 * @param frame The chunk.
 * @param outputTokens How many tokens were written so far.
 * @param answer The answer.
 */
export function frameWithUsage(frame: Frame, outputTokens: number, answer: Answer): Frame {
  const { reasoning, ...usage } = answer.usage;
  const soFar = { ...usage, output: outputTokens, reasoning: Math.min(reasoning, outputTokens) };
  const chunk = { ...JSON.parse(frame.data), usage: usageObject(soFar) };
  return { ...frame, data: JSON.stringify(chunk) };
}
