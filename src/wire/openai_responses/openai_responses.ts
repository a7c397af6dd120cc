import { chain } from "../../decoder.ts";
import { ContiguousCalls } from "../contiguous_calls.ts";
import { OPENAI_TOOL_NAME } from "../tool_name.ts";
import type { Wire } from "../wire.ts";
import { OpenAiResponsesDecoder } from "./decoder.ts";
import { OpenAiResponsesEncoder } from "./encoder.ts";
import { RESPONSES_FINISH_MAP } from "./finish_map.ts";

/**
 * The OpenAI Responses wire.
 *
 * A turn ends at `response.completed` or `response.incomplete`; `response.failed` and `error` are
 * failures. The terminal event carries the finish reason and the usage, so that there is nothing to
 * be lenient about: `terminator: "optional"` changes nothing here.
 */
export function openAiResponsesWire(): Wire {
  return {
    id: "openai-responses",
    framing: "sse",
    contentType: "text/event-stream; charset=utf-8",
    endsAt: "marker",
    finishMap: RESPONSES_FINISH_MAP,
    toolName: OPENAI_TOOL_NAME,
    decoder: () => new OpenAiResponsesDecoder(),
    encoder: (options) => chain(new ContiguousCalls(), new OpenAiResponsesEncoder(options)),
  };
}
