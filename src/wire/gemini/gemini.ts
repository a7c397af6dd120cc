import type { Wire } from "../wire.ts";
import { GeminiDecoder } from "./decoder.ts";
import { GeminiEncoder } from "./encoder.ts";
import { GEMINI_FINISH_MAP } from "./finish_map.ts";
import { GeminiFrames } from "./frames.ts";

/**
 * The Gemini wire: `streamGenerateContent?alt=sse`, of the Gemini API and of Vertex AI.
 *
 * A turn ends with the body; nothing else ends it. It is whole if the last content has a
 * `finishReason` on it or after it. There lies a limit of the wire itself: a body that is cut right
 * after an intermediate reason, with no byte of what was to follow, looks like a whole one, and no
 * reader can tell. Since there is no marker, `terminator` makes no difference.
 *
 * A `thoughtSignature` closes the block of reasoning before it; on a part that is no thought it
 * stands for the thoughts that were not shown, as a block without text. On the way back it belongs
 * on the first call of its turn, or on the last part if there is none.
 *
 * Tool names: the type of the newest SDK allows 128 characters; earlier ones and Vertex AI 64, which
 * is what holds everywhere.
 */
export function geminiWire(): Wire {
  return {
    id: "gemini",
    framing: "sse",
    contentType: "text/event-stream",
    endsAt: "end-of-body",
    finishMap: GEMINI_FINISH_MAP,
    toolName: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
    frames: () => new GeminiFrames(),
    decoder: () => new GeminiDecoder(),
    encoder: (options) => new GeminiEncoder(options),
  };
}
