import { toBytes } from "../../../bytes.ts";
import type { Dialect } from "../dialect.ts";
import { choiceSigns, ChunkReader, type OutputOf } from "./choices.ts";
import { openAiErrorEvent } from "./open_ai_error_event.ts";

const outputOf: OutputOf = (choice) => choice.delta ?? choice.message;

/** `POST /v1/chat/completions`. */
export const chat: Dialect = {
  name: "chat",
  newReader: (choices) => new ChunkReader(outputOf, choices),
  endMarker: toBytes("data: [DONE]\n\n"),
  answerSigns: (answer) => choiceSigns(answer, outputOf),
  errorEvent: openAiErrorEvent,
};
