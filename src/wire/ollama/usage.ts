import { tokensRead } from "../../turn/usage.ts";
import type { Usage } from "../../turn/usage.ts";
import { countOf } from "../json.ts";
import type { JsonObject } from "../json.ts";

/** Maps the counts of Ollama's last line: it counts no cache, and tells its counts only there. */
export function ollamaUsage(line: JsonObject): Usage {
  return {
    input: countOf(line.prompt_eval_count),
    output: countOf(line.eval_count),
    cacheRead: 0,
    cacheWrite: 0,
  };
}

/** Writes the counts of the last line. The durations are unknown; clients expect them as numbers. */
export function encodeCounts(usage: Usage): object {
  return {
    total_duration: 0,
    load_duration: 0,
    prompt_eval_count: tokensRead(usage),
    prompt_eval_duration: 0,
    eval_count: usage.output,
    eval_duration: 0,
  };
}
