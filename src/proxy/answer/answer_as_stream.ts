import { type Bytes, toBytes } from "../../bytes.ts";
import { arrayOf, isObject, type JsonObject } from "../../wire/json.ts";

/** What the chunks of a stream have of the answer. */
const SHARED_NAMES = ["id", "created", "model", "system_fingerprint", "service_tier"] as const;

/**
 * Makes the stream that was asked for of a whole answer to `/v1/chat/completions`: some upstreams stream never. What
 * each choice says is one chunk, and how it ends another.
 *
 * @param answer The answer.
 * @param isUsageAsked Whether the stream is to end with the count of tokens.
 */
export function answerAsStream(answer: JsonObject, isUsageAsked: boolean): Bytes {
  const shared: Record<string, unknown> = { object: "chat.completion.chunk" };
  for (const name of SHARED_NAMES) if (name in answer) shared[name] = answer[name];
  const chunks: JsonObject[] = [];
  for (const choice of arrayOf(answer.choices).filter(isObject)) {
    const { index = 0, message, finish_reason: reason = null, ...rest } = choice;
    const delta = deltaOf(isObject(message) ? message : {});
    chunks.push({ ...shared, choices: [{ ...rest, index, delta, finish_reason: null }] });
    chunks.push({ ...shared, choices: [{ index, delta: {}, finish_reason: reason }] });
  }
  if (isUsageAsked) chunks.push({ ...shared, choices: [], usage: answer.usage ?? null });
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return toBytes(`${events.join("")}data: [DONE]\n\n`);
}

/** In a stream each call of a tool has a number, by which its parts are put together. */
function deltaOf({ tool_calls: calls, ...message }: JsonObject): JsonObject {
  if (arrayOf(calls).length === 0) return message;
  const numbered = arrayOf(calls).map((call, index) => isObject(call) ? { index, ...call } : call);
  return { ...message, tool_calls: numbered };
}
