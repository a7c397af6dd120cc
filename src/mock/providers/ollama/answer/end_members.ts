import { tokensRead } from "../../../../turn/usage.ts";
import { OLLAMA_FINISH_MAP } from "../../../../wire/ollama/finish_map.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { Answer } from "../../../result/answer.ts";
import { wordFor } from "../../word_for.ts";

/** Ollama itself has no word for tool use, nor for a turn that was withheld: such turns stop. */
const STOPS: readonly string[] = ["tool_use", "filtered"];

const NANOS_PER_MS = 1_000_000;

/** How long it takes to load a model and to read a prompt, in nanoseconds: no time is none at all. */
const LOAD_NANOS = NANOS_PER_MS;
const READ_NANOS = NANOS_PER_MS;

/**
 * Gives the members that say how and when an answer ended, and what it took.
 *
 * @param answer The answer.
 */
export function endMembers(answer: Answer): JsonObject {
  const { usage, choices: [choice] } = answer;
  const reason = STOPS.includes(choice!.reason) ? "stop" : choice!.reason;
  const writeNanos = Math.max(1, Math.round(answer.now() - answer.createdMs)) * NANOS_PER_MS;
  return {
    done: true,
    done_reason: wordFor(OLLAMA_FINISH_MAP, reason),
    total_duration: LOAD_NANOS + READ_NANOS + writeNanos,
    load_duration: LOAD_NANOS,
    prompt_eval_count: tokensRead(usage),
    prompt_eval_duration: READ_NANOS,
    eval_count: usage.output,
    eval_duration: writeNanos,
  };
}
