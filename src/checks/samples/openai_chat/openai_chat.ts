import { concatBytes, toBytes } from "../../../bytes.ts";
import { encodeSse } from "../../../sse/encode_sse.ts";
import { openAiChatWire } from "../../../wire/openai_chat/openai_chat.ts";
import type { BodySample, WireSamples } from "../samples.ts";
import { chunk, DONE, HELLO, START, STOP } from "./chunks.ts";
import {
  OPENAI_CHAT_ENDINGS,
  OPENAI_CHAT_FAILURES,
  OPENAI_CHAT_FINISHES,
  OPENAI_CHAT_USAGES,
  OPENAI_ERROR_JSON,
} from "./endings.ts";
import { OPENAI_CHAT_SHAPES } from "./shapes.ts";
import { OPENAI_CHAT_CUT_ARGUMENTS, OPENAI_CHAT_TOOL_SHAPES } from "./tool_shapes.ts";

function marker(name: string, tail: string, source?: string): BodySample {
  const frames = [START, HELLO, STOP].map((frame) => encodeSse(frame));
  const body = concatBytes([...frames, toBytes(tail)]);
  return { name, body, ...(source === undefined ? {} : { source }) };
}

/** What is particular to the OpenAI chat wire. */
export const openAiChatSamples: WireSamples = {
  wire: openAiChatWire(),
  opening: [chunk({ role: "assistant", content: "Hello" }), STOP, DONE],
  failures: OPENAI_CHAT_FAILURES,
  failureBodies: [],
  jsonErrors: [{ name: "a JSON error", body: toBytes(OPENAI_ERROR_JSON) }],
  shapes: OPENAI_CHAT_SHAPES,
  toolShapes: OPENAI_CHAT_TOOL_SHAPES,
  cutArguments: OPENAI_CHAT_CUT_ARGUMENTS,
  endings: OPENAI_CHAT_ENDINGS,
  finishes: OPENAI_CHAT_FINISHES,
  usages: OPENAI_CHAT_USAGES,
  afterMarker: [chunk({ content: " and more" })],
  markers: [
    marker("[DONE]", "data: [DONE]\n\n"),
    marker(
      "[DONE] without a space after the colon",
      "data:[DONE]\n\n",
      "huggingface/huggingface_hub#4536",
    ),
    marker("[DONE] after two spaces", "data:  [DONE]\n\n", "Nano-Collective/nanocoder#614"),
    marker("[DONE] before a space", "data: [DONE] \n\n", "mistralai/mistral-vibe#793"),
    marker("[DONE] before CRLF", "data: [DONE]\r\n\r\n"),
    marker("[DONE] and one line end", "data: [DONE]\n"),
    marker("[DONE] and no line end", "data: [DONE]"),
  ],
};
