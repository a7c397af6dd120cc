import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { Answer, AnswerUsage } from "../../../result/answer.ts";

/** What of a response differs from one moment to the next. */
export interface ResponseState {
  /** How far it is. */
  readonly status: "queued" | "in_progress" | "completed" | "incomplete" | "failed" | "cancelled";
  /** Why it is incomplete. */
  readonly incompleteReason?: string | undefined;
  /** What it failed with. */
  readonly error?: JsonObject | undefined;
  /** The items so far. */
  readonly output: readonly JsonObject[];
}

/** The id of a response. */
export function responseId(answer: Answer): string {
  return answer.id ?? `resp_${answer.name}`;
}

/**
 * Gives the object that the body of a response is, and that the events of its beginning and its end carry.
 * What the request does not say stands as OpenAI has it.
 *
 * @param answer The answer.
 * @param state How far it is.
 */
export function responseObject(answer: Answer, state: ResponseState): JsonObject {
  const { body } = answer.ask;
  const { status, incompleteReason, error = null, output } = state;
  const isOver = status !== "queued" && status !== "in_progress";
  return {
    id: responseId(answer),
    object: "response",
    created_at: inSeconds(answer.createdMs),
    status,
    access_programs: body.access_programs ?? null,
    background: body.background ?? false,
    completed_at: status === "completed" ? inSeconds(answer.readyMs ?? answer.createdMs) : null,
    error,
    frequency_penalty: 0,
    incomplete_details: incompleteReason === undefined ? null : { reason: incompleteReason },
    ...bounds(body),
    model: answer.model,
    moderation: null,
    output,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    presence_penalty: 0,
    ...contextOf(body),
    reasoning: { effort: null, summary: null, ...membersOf(body.reasoning) },
    safety_identifier: body.safety_identifier ?? null,
    service_tier: serviceTier(body.service_tier, isOver),
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: textConfig(body.text),
    tool_choice: body.tool_choice ?? "auto",
    tools: Array.isArray(body.tools) ? body.tools.map(echoedTool) : [],
    top_logprobs: body.top_logprobs ?? 0,
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? "disabled",
    usage: status === "completed" || status === "incomplete" ? usageOf(answer.usage) : null,
    user: body.user ?? null,
    metadata: body.metadata ?? {},
  };
}

function inSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function bounds(body: JsonObject): JsonObject {
  return {
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    max_tool_calls: body.max_tool_calls ?? null,
  };
}

function contextOf(body: JsonObject): JsonObject {
  return {
    previous_response_id: body.previous_response_id ?? null,
    prompt_cache_key: body.prompt_cache_key ?? null,
    prompt_cache_retention: body.prompt_cache_retention ?? null,
  };
}

function membersOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Which tier served a response is told only once it is over. */
function serviceTier(asked: unknown, isOver: boolean): unknown {
  if (asked === "fast") return "priority";
  const known = asked ?? "auto";
  return isOver && known === "auto" ? "default" : known;
}

function textConfig(text: unknown): JsonObject {
  const { format, verbosity } = membersOf(text);
  return { format: echoedFormat(format), verbosity: verbosity ?? "medium" };
}

function echoedFormat(format: unknown): JsonObject {
  if (!isObject(format)) return { type: "text" };
  if (format.type !== "json_schema") return format;
  const { type, name, description = null, schema, strict } = format;
  return { type, description, name, schema, strict: strict ?? false };
}

function echoedTool(tool: unknown): unknown {
  if (!isObject(tool)) return tool;
  switch (tool.type) {
    case "function": {
      const { type, description = null, name, parameters = null, strict, ...more } = tool;
      return { type, description, name, parameters, strict: strict ?? true, ...more };
    }
    case "custom": {
      const { type, description = null, format = { type: "text" }, name, ...more } = tool;
      return { type, description, format, name, ...more };
    }
    default:
      return tool;
  }
}

/** The tokens as the wire tells them: those read from or put into a cache are part of the input's. */
function usageOf(usage: AnswerUsage): JsonObject {
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    input_tokens: input,
    input_tokens_details: {
      cache_write_tokens: usage.cacheWrite,
      cached_tokens: usage.cacheRead,
    },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + usage.output,
  };
}
