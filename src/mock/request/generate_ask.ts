import type { Ask } from "./ask.ts";
import type { ModelRequest } from "./model_request.ts";
import { chatAsk } from "../providers/openai/read_chat.ts";

/**
 * Reads a request that was given in process, in the neutral form.
 *
 * @param request The request.
 */
export function generateAsk(request: ModelRequest): Ask {
  return { ...chatAsk(request), framing: undefined };
}
