import type { FinishMap } from "../../turn/finish.ts";

/**
 * Gemini's `finishReason`. It has no word for tool use: a turn with calls ends by `STOP`. Those left
 * out say that the turn is broken (`MALFORMED_FUNCTION_CALL`, `UNEXPECTED_TOOL_CALL`,
 * `TOO_MANY_TOOL_CALLS`, `MALFORMED_RESPONSE`, `OTHER` and others); they pass through as they are,
 * and assembly refuses them.
 */
export const GEMINI_FINISH_MAP: FinishMap = {
  STOP: "stop",
  MAX_TOKENS: "length",
  CONTINUATION: "length",
  SAFETY: "filtered",
  RECITATION: "filtered",
  LANGUAGE: "filtered",
  BLOCKLIST: "filtered",
  PROHIBITED_CONTENT: "filtered",
  SPII: "filtered",
  IMAGE_SAFETY: "filtered",
  IMAGE_PROHIBITED_CONTENT: "filtered",
  IMAGE_RECITATION: "filtered",
  MODEL_ARMOR: "filtered",
  ESCALATION: "filtered",
  PUP_LIMITED_DISABLED: "filtered",
};

/** The words of `promptFeedback.blockReason` that are no filtered `finishReason` as well. */
export const BLOCK_REASONS: ReadonlySet<string> = new Set([
  "BLOCKED_REASON_UNSPECIFIED",
  "OTHER",
  "JAILBREAK",
]);
