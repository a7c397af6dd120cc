import { ConfigError } from "../../errors.ts";
import type { Message, SystemMessage, ToolMessage } from "../../turn/request.ts";
import type { ToolCall } from "../../turn/turn.ts";
import { isObject } from "../../wire/json.ts";
import { parsedOrUndefined } from "../../wire/json_text.ts";
import type { JsonBody } from "./http_request.ts";

/** A message that is not the operator's. */
export type SpokenMessage = Exclude<Message, SystemMessage>;

/** Splits off what the operator says, for the providers that take it apart from the conversation. */
export function splitSystem(
  messages: readonly Message[],
): { readonly system: readonly SystemMessage[]; readonly spoken: readonly SpokenMessage[] } {
  const system = messages.filter((message) => message.role === "system");
  const spoken = messages.filter((message) => message.role !== "system");
  if (spoken.length > 0) return { system, spoken };
  throw new ConfigError("Cannot send a request whose only messages are the system's");
}

/**
 * Gives the arguments of an earlier call as an object, for the providers that want no JSON text.
 *
 * @throws {ConfigError} If they are none.
 */
export function argumentsOf(call: ToolCall): JsonBody {
  const value = parsedOrUndefined(call.arguments);
  if (isObject(value)) return value;
  throw new ConfigError(
    `Cannot send the tool call ${JSON.stringify(call.name)} of an earlier turn as its arguments ` +
      "are not a JSON object",
  );
}

/**
 * Finds the call that a tool's message answers, for the providers that go by its name. Searches
 * backwards, since ids made up for a provider that gives none come again in every turn.
 *
 * @param messages The conversation.
 * @param position Where the tool's message stands in it.
 * @throws {ConfigError} If there is no such call.
 */
export function callAnswered(messages: readonly Message[], position: number): ToolCall {
  const { toolCallId } = messages[position] as ToolMessage;
  for (let i = position - 1; i >= 0; i--) {
    const message = messages[i]!;
    if (message.role !== "assistant") continue;
    const call = message.toolCalls?.find(({ id }) => id === toolCallId);
    if (call) return call;
  }
  throw new ConfigError(
    `Cannot send the tool's message for the call ${JSON.stringify(toolCallId)}: ` +
      "no message of the assistant before it has a call of that id",
  );
}
