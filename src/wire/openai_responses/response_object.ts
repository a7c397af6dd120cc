import type { Usage } from "../../turn/usage.ts";
import type { EncodeOptions } from "../wire.ts";
import { encodeResponsesUsage } from "./usage.ts";

/** What differs between the states of a response. */
export interface ResponseState {
  /** How far it is. */
  readonly status: "in_progress" | "completed" | "incomplete";
  /** Why it is incomplete. */
  readonly incompleteReason?: string;
  /** The items so far. */
  readonly output?: readonly object[];
  /** The tokens; told only at the end. */
  readonly usage?: Usage;
}

/**
 * Writes the response object that most events of the wire carry whole. What the turn says nothing of
 * stands as the provider has it for a request that sets nothing.
 */
export function responseObject(options: EncodeOptions, state: ResponseState): object {
  const { id = "turn-1", createdSeconds = 0, model = "model" } = options;
  const { status, incompleteReason, output = [], usage } = state;
  return {
    id,
    object: "response",
    created_at: createdSeconds,
    status,
    background: false,
    error: null,
    incomplete_details: incompleteReason === undefined ? null : { reason: incompleteReason },
    instructions: null,
    max_output_tokens: null,
    max_tool_calls: null,
    model,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    prompt_cache_key: null,
    reasoning: { effort: null, summary: null },
    safety_identifier: null,
    service_tier: "default",
    store: true,
    temperature: 1,
    text: { format: { type: "text" }, verbosity: "medium" },
    tool_choice: "auto",
    tools: [],
    top_logprobs: 0,
    top_p: 1,
    truncation: "disabled",
    usage: usage === undefined ? null : encodeResponsesUsage(usage),
    user: null,
    metadata: {},
  };
}
