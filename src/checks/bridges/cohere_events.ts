import { ModelError } from "../../errors.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Usage } from "../../turn/usage.ts";
import { COHERE_FAILURES, COHERE_FINISH_MAP } from "../../wire/cohere/finish_map.ts";
import { CohereToolCalls } from "../../wire/cohere/tool_calls.ts";
import { cohereUsage } from "../../wire/cohere/usage.ts";
import { isObject, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { objectOf } from "./bridge.ts";
import type { Showing } from "./bridge.ts";

/**
 * Shows the events of Cohere's SDK, which renames the members of the wire's, as the events of a turn.
 * The finish comes when the SDK ends its stream, if a `message-end` came before.
 */
export class CohereEvents implements Showing {
  readonly #calls: CohereToolCalls = new CohereToolCalls();
  #end: JsonObject | undefined;

  /**
   * Shows one event.
   *
   * @throws {ModelError} For a `message-end` by which the API reports a failure.
   */
  push(value: unknown): readonly TurnEvent[] {
    const event = objectOf(value);
    const delta = objectOf(event.delta);
    const message = objectOf(delta.message);
    switch (event.type) {
      case "content-start":
      case "content-delta":
        return contentOf(objectOf(message.content));
      case "tool-plan-delta":
        return reasoningOf(message.toolPlan);
      case "tool-call-start":
        return [this.#calls.start(event.index, objectOf(message.toolCalls))];
      case "tool-call-delta":
        return [this.#calls.delta(event.index, objectOf(message.toolCalls))];
      case "message-end":
        this.#end = delta;
        throwFailure(delta);
    }
    return [];
  }

  /** Shows the end of the SDK's stream. */
  end(): readonly TurnEvent[] {
    if (!this.#end) return [];
    const { finishReason, usage } = this.#end;
    const finish = finishFrom(COHERE_FINISH_MAP, stringOf(finishReason), usageOf(usage));
    return [{ type: "finish", finish }];
  }
}

function throwFailure(delta: JsonObject): void {
  const word = stringOf(delta.finishReason);
  if (!delta.error && !COHERE_FAILURES.has(word)) return;
  throw new ModelError("PROVIDER", `The SDK gave a message-end with the finishReason "${word}"`, {
    cause: delta,
  });
}

function contentOf({ thinking, text }: JsonObject): readonly TurnEvent[] {
  const piece = stringOf(text);
  return [
    ...reasoningOf(thinking),
    ...(piece === "" ? [] : [{ type: "text", text: piece } as const]),
  ];
}

function reasoningOf(value: unknown): readonly TurnEvent[] {
  const text = stringOf(value);
  return text === "" ? [] : [{ type: "reasoning", text }];
}

function usageOf(usage: unknown): Usage {
  const { tokens, billedUnits, cachedTokens } = objectOf(usage);
  return cohereUsage({
    tokens: countsOf(tokens),
    billed_units: countsOf(billedUnits),
    cached_tokens: cachedTokens,
  });
}

function countsOf(counts: unknown): JsonObject | undefined {
  if (!isObject(counts)) return undefined;
  return { input_tokens: counts.inputTokens, output_tokens: counts.outputTokens };
}
