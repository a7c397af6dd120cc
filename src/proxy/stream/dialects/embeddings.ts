import { hasContent } from "../has_content.ts";
import type { Dialect } from "../dialect.ts";
import { openAiErrorEvent } from "./open_ai_error_event.ts";

/** `POST /v1/embeddings`, which has no streams. */
export const embeddings: Dialect = {
  name: "embeddings",
  newReader: undefined,
  endMarker: undefined,
  answerSigns: (answer) => ({ output: hasContent(answer.data), finished: true }),
  errorEvent: openAiErrorEvent,
};
