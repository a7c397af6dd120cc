import type { FinishMap } from "../../turn/finish.ts";

/**
 * Ollama's `done_reason`. It has none for tool use, but servers that imitate it do. `load` and
 * `unload` say that a model was moved and nothing written; they pass through, and assembly refuses
 * them.
 */
export const OLLAMA_FINISH_MAP: FinishMap = {
  stop: "stop",
  length: "length",
  tool_calls: "tool_use",
};
