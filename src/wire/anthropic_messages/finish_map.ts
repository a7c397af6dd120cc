import type { FinishMap } from "../../turn/finish.ts";

/**
 * Anthropic's words for the end of a turn. `pause_turn` is not among them: it asks for the same
 * conversation to be sent again, so that the turn is not whole, and passes through as it is.
 */
export const ANTHROPIC_FINISH_MAP: FinishMap = Object.freeze({
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "tool_use",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "filtered",
});
