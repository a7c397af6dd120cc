import { ModelError } from "../../errors.ts";
import type { Finish, NeutralReason } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import type { Usage } from "../../turn/usage.ts";
import { countOf, isObject, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { objectOf } from "./bridge.ts";
import type { Showing } from "./bridge.ts";

const REASONS: ReadonlyMap<string, NeutralReason> = new Map([
  ["stop", "stop"],
  ["tool-calls", "tool_use"],
  ["length", "length"],
  ["content-filter", "filtered"],
]);

/** Shows the parts of the AI SDK, of `streamText()` or of a model's own stream, as events of a turn. */
export class AiSdkParts implements Showing {
  #calls = 0;

  /**
   * Shows one part.
   *
   * @throws What an `error` part holds, an `AbortError` for an `abort` part, and a `ModelError` for
   * a finish whose reason is "error".
   */
  push(value: unknown): readonly TurnEvent[] {
    const part = objectOf(value);
    switch (part.type) {
      case "text-delta":
        return [{ type: "text", text: stringOf(part.text) || stringOf(part.delta) }];
      case "reasoning-delta":
        return [{ type: "reasoning", text: stringOf(part.text) || stringOf(part.delta) }];
      case "tool-call":
        // A call that the provider answers itself is none of ours.
        return part.providerExecuted === true ? [] : [this.#call(part)];
      case "error":
        throw part.error;
      case "abort":
        throw new DOMException('The SDK gave a part of type "abort"', "AbortError");
      case "finish":
        return [{ type: "finish", finish: finishOf(part) }];
    }
    return [];
  }

  /** The SDK tells the end by a part, so the end of its stream tells nothing. */
  end(): readonly TurnEvent[] {
    return [];
  }

  #call(part: JsonObject): TurnEvent {
    const { input } = part;
    return {
      type: "tool_call",
      index: this.#calls++,
      id: stringOf(part.toolCallId),
      name: stringOf(part.toolName),
      // A text is what could not be parsed, or what a model's own stream gives; both are shown.
      arguments: typeof input === "string" ? input : JSON.stringify(input) ?? "",
    };
  }
}

function finishOf(part: JsonObject): Finish {
  const { finishReason } = part;
  const unified = isObject(finishReason) ? stringOf(finishReason.unified) : stringOf(finishReason);
  const said = isObject(finishReason) ? stringOf(finishReason.raw) : stringOf(part.rawFinishReason);
  if (unified === "error") {
    throw new ModelError("PROVIDER", 'The SDK finished with the reason "error"', { cause: part });
  }
  const usage = usageOf(objectOf(part.totalUsage ?? part.usage));
  const reason = REASONS.get(unified);
  if (reason) return { reason, raw: said || unified, usage, discarded: ZERO_USAGE };
  // For "other" the provider's word says more. Any other word is the SDK's judgement, and stands.
  const word = unified === "other" && said !== "" && !isWhole(said) ? said : unified;
  return { reason: word, raw: word, usage, discarded: ZERO_USAGE };
}

/** A word that would make a whole turn of what the SDK says is none. */
function isWhole(word: string): boolean {
  return word === "stop" || word === "tool_use";
}

/** The counts stand on the usage itself in `streamText()`, and in objects in a model's own stream. */
function usageOf(usage: JsonObject): Usage {
  const details = objectOf(usage.inputTokenDetails);
  const input = isObject(usage.inputTokens) ? usage.inputTokens : {
    total: usage.inputTokens,
    noCache: details.noCacheTokens,
    cacheRead: details.cacheReadTokens ?? usage.cachedInputTokens,
    cacheWrite: details.cacheWriteTokens,
  };
  const output = isObject(usage.outputTokens) ? usage.outputTokens.total : usage.outputTokens;
  const [cacheRead, cacheWrite] = [countOf(input.cacheRead), countOf(input.cacheWrite)];
  return {
    input: countOf(input.noCache ?? countOf(input.total) - cacheRead - cacheWrite),
    output: countOf(output),
    cacheRead,
    cacheWrite,
  };
}
