import { chain } from "../../decoder.ts";
import { ContiguousCalls } from "../contiguous_calls.ts";
import { OPENAI_TOOL_NAME } from "../tool_name.ts";
import type { Wire } from "../wire.ts";
import { AnthropicMessagesDecoder } from "./decoder.ts";
import { AnthropicMessagesEncoder } from "./encoder.ts";
import { ANTHROPIC_FINISH_MAP } from "./finish_map.ts";

/**
 * The Anthropic Messages wire.
 *
 * A turn ends at `message_stop`, which needs a `stop_reason` before it and every content block
 * closed; by option also at the end of the body, if only `message_stop` is missing. Server tools and
 * their results are not the caller's calls and are left out.
 */
export function anthropicMessagesWire(): Wire {
  return {
    id: "anthropic-messages",
    framing: "sse",
    contentType: "text/event-stream; charset=utf-8",
    endsAt: "marker",
    finishMap: ANTHROPIC_FINISH_MAP,
    toolName: OPENAI_TOOL_NAME,
    decoder: (options) => new AnthropicMessagesDecoder(options),
    encoder: (options) => chain(new ContiguousCalls(), new AnthropicMessagesEncoder(options)),
  };
}
