import type { JsonObject } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";
import type { Surface } from "../surface.ts";
import { chatChoice } from "./chat_choice.ts";
import { chatFrames } from "./chat_frames.ts";
import { errorObject, openAi } from "./openai.ts";
import { dataFrame } from "./openai_frame.ts";
import { readChat } from "./read_chat.ts";
import { createdOf, fingerprintOf, idOf, serviceTierOf } from "./response_head.ts";
import { usageObject } from "./usage_object.ts";

/** OpenAI's chat completions. */
export const openAiChat: Surface = {
  id: "openai-chat",
  provider: openAi,
  read: (_call, body, { deployment }) => readChat(body, deployment),
  whole,
  frames: chatFrames,
  problemFrames: function* (problem) {
    yield dataFrame("problem", JSON.stringify({ error: errorObject(problem) }));
  },
};

function whole(answer: Answer): JsonObject {
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
