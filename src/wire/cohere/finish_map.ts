import type { FinishMap } from "../../turn/finish.ts";

/** Cohere's `finish_reason`. It has no word for a withheld turn. */
export const COHERE_FINISH_MAP: FinishMap = {
  COMPLETE: "stop",
  STOP_SEQUENCE: "stop",
  TOOL_CALL: "tool_use",
  MAX_TOKENS: "length",
};

/** The words by which Cohere says that it failed. */
export const COHERE_FAILURES: ReadonlySet<string> = new Set(["ERROR", "TIMEOUT"]);
