import { ModelError } from "../../errors.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { FinishMap } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Usage } from "../../turn/usage.ts";
import { ANTHROPIC_FINISH_MAP } from "../../wire/anthropic_messages/finish_map.ts";
import { arrayOf, countOf, stringOf } from "../../wire/json.ts";
import { OPENAI_FINISH_MAP } from "../../wire/openai_chat/dialects.ts";
import { objectOf } from "./bridge.ts";

/** LangChain passes on the provider's own words. */
const FINISH_MAP: FinishMap = { ...OPENAI_FINISH_MAP, ...ANTHROPIC_FINISH_MAP };

/**
 * Shows text and reasoning of a message of LangChain, or of a chunk of one.
 *
 * @param value The message.
 */
export function langChainPieces(value: unknown): readonly TurnEvent[] {
  const { content, additional_kwargs: extra } = objectOf(value);
  const reasoning = stringOf(objectOf(extra).reasoning_content);
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : arrayOf(content);
  const pieces: TurnEvent[] = reasoning === "" ? [] : [{ type: "reasoning", text: reasoning }];
  for (const block of blocks) {
    const { type, text, thinking } = objectOf(block);
    const [said, thought] = [stringOf(text), stringOf(thinking)];
    if (type === "text" && said !== "") pieces.push({ type: "text", text: said });
    if (type === "thinking" && thought !== "") pieces.push({ type: "reasoning", text: thought });
  }
  return pieces;
}

/**
 * Shows tool calls and the finish of a message that LangChain has put together; no finish if it has
 * no reason for one.
 *
 * @param value The message; `undefined` if not even a chunk came.
 * @throws {ModelError} If LangChain reports that it could not read a call.
 */
export function* langChainEnd(value: unknown): Generator<TurnEvent> {
  const message = objectOf(value);
  const [invalid] = arrayOf(message.invalid_tool_calls);
  if (invalid !== undefined) {
    const { name, error } = objectOf(invalid);
    throw new ModelError(
      "STREAM_PROTOCOL",
      `The SDK put the call "${stringOf(name)}" among its invalid_tool_calls: ${stringOf(error)}`,
      { cause: invalid },
    );
  }
  for (const [index, call] of arrayOf(message.tool_calls).entries()) {
    const { id, name, args } = objectOf(call);
    const text = JSON.stringify(args) ?? "";
    yield { type: "tool_call", index, id: stringOf(id), name: stringOf(name), arguments: text };
  }
  const reason = stringOf(objectOf(message.response_metadata).finish_reason) ||
    stringOf(objectOf(message.additional_kwargs).stop_reason);
  if (reason === "") return;
  yield { type: "finish", finish: finishFrom(FINISH_MAP, reason, usageOf(message.usage_metadata)) };
}

/** LangChain's `input_tokens` includes what was read from the cache and written to it. */
function usageOf(value: unknown): Usage {
  const usage = objectOf(value);
  const details = objectOf(usage.input_token_details);
  const cacheRead = countOf(details.cache_read);
  const cacheWrite = countOf(details.cache_creation);
  return {
    input: countOf(usage.input_tokens) - cacheRead - cacheWrite,
    output: countOf(usage.output_tokens),
    cacheRead,
    cacheWrite,
  };
}
