import { OPENAI_TOOL_NAME } from "../tool_name.ts";
import type { Wire } from "../wire.ts";
import { OllamaDecoder } from "./decoder.ts";
import { OLLAMA_FINISH_MAP } from "./finish_map.ts";
import { OllamaEncoder } from "./encoder.ts";

/**
 * Ollama's own wire: `/api/chat`, one JSON object a line.
 *
 * A turn ends at the line with `done: true`, which has its reason and its counts; so nothing can be
 * cut between them, and `terminator` makes no difference. Early servers give no `done_reason`; the
 * turn then stops, with an empty word.
 *
 * Ollama itself takes any name of a tool; the rule here is OpenAI's, which the models behind it were
 * taught on.
 */
export function ollamaWire(): Wire {
  return {
    id: "ollama",
    framing: "ndjson",
    contentType: "application/x-ndjson",
    endsAt: "marker",
    finishMap: OLLAMA_FINISH_MAP,
    toolName: OPENAI_TOOL_NAME,
    decoder: () => new OllamaDecoder(),
    encoder: (options) => new OllamaEncoder(options),
  };
}
