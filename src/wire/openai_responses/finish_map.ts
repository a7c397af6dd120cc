import type { FinishMap } from "../../turn/finish.ts";

/**
 * The words of the Responses wire for the end of a turn: the status of a completed response, and the
 * reasons of an incomplete one. `completed` means tool use where calls arrived. Other reasons
 * (`max_messages`, `steered`) leave a turn that is not whole, and pass through as they are.
 */
export const RESPONSES_FINISH_MAP: FinishMap = Object.freeze({
  completed: "stop",
  max_output_tokens: "length",
  content_filter: "filtered",
});
