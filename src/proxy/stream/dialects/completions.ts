import { toBytes } from "../../../bytes.ts";
import type { Dialect } from "../dialect.ts";
import { choiceSigns, ChunkReader, type OutputOf } from "./choices.ts";
import { openAiErrorEvent } from "./open_ai_error_event.ts";

const outputOf: OutputOf = (choice) => choice.text;

/** `POST /v1/completions`. */
export const completions: Dialect = {
  name: "completions",
  newReader: (choices) => new ChunkReader(outputOf, choices),
  endMarker: toBytes("data: [DONE]\n\n"),
  answerSigns: (answer) => choiceSigns(answer, outputOf),
  errorEvent: openAiErrorEvent,
};
