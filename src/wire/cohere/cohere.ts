import { chain } from "../../decoder.ts";
import { ContiguousCalls } from "../contiguous_calls.ts";
import { OPENAI_TOOL_NAME } from "../tool_name.ts";
import type { Wire } from "../wire.ts";
import { CohereDecoder } from "./decoder.ts";
import { CohereEncoder } from "./encoder.ts";
import { COHERE_FINISH_MAP } from "./finish_map.ts";

/**
 * The Cohere wire: `/v2/chat`.
 *
 * A turn ends at `message-end`, which has its reason and its usage; so nothing can be cut between
 * them, and `terminator` makes no difference. The `[DONE]` after it is not waited for, and without
 * it ends nothing.
 *
 * The tool plan is what the model says to itself before it calls tools, so it counts as reasoning.
 *
 * Version 2 states no rule for tool names, as version 1 did; the one here is OpenAI's, whose form of
 * tools it took over.
 */
export function cohereWire(): Wire {
  return {
    id: "cohere",
    framing: "sse",
    contentType: "text/event-stream",
    endsAt: "marker",
    finishMap: COHERE_FINISH_MAP,
    toolName: OPENAI_TOOL_NAME,
    decoder: () => new CohereDecoder(),
    encoder: (options) => chain(new ContiguousCalls(), new CohereEncoder(options)),
  };
}
