import { finishFrom } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import { GEMINI_FINISH_MAP } from "../../wire/gemini/finish_map.ts";
import { geminiUsage, usageOfChunk } from "../../wire/gemini/usage.ts";
import { arrayOf, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { objectOf } from "./bridge.ts";
import type { Showing } from "./bridge.ts";

/**
 * Shows the chunks of Gemini's answer, as an SDK hands them over, as the events of a turn. The finish
 * comes when the SDK ends its stream, if a chunk gave a reason; it is the last one given.
 */
export class GeminiChunks implements Showing {
  #calls = 0;
  #reason = "";
  #blocked = "";
  #usage: unknown;

  /** Shows one chunk. */
  push(value: unknown): readonly TurnEvent[] {
    const chunk = objectOf(value);
    this.#usage = usageOfChunk(chunk) ?? this.#usage;
    this.#blocked = stringOf(objectOf(chunk.promptFeedback).blockReason) || this.#blocked;
    const candidate = objectOf(arrayOf(chunk.candidates)[0]);
    this.#reason = stringOf(candidate.finishReason) || this.#reason;
    const parts = arrayOf(objectOf(candidate.content).parts);
    return parts.flatMap((part) => this.#part(objectOf(part)));
  }

  /** Shows the end of the SDK's stream. */
  end(): readonly TurnEvent[] {
    const usage = geminiUsage(this.#usage);
    if (this.#blocked !== "") {
      const raw = this.#blocked;
      return [{
        type: "finish",
        finish: { reason: "filtered", raw, usage, discarded: ZERO_USAGE },
      }];
    }
    if (this.#reason === "") return [];
    return [{ type: "finish", finish: finishFrom(GEMINI_FINISH_MAP, this.#reason, usage) }];
  }

  #part(part: JsonObject): readonly TurnEvent[] {
    const text = stringOf(part.text);
    if (part.functionCall) return [this.#call(objectOf(part.functionCall))];
    if (text === "") return [];
    return [{ type: part.thought === true ? "reasoning" : "text", text }];
  }

  #call({ id, name, args }: JsonObject): TurnEvent {
    return {
      type: "tool_call",
      index: this.#calls++,
      id: stringOf(id),
      name: stringOf(name),
      arguments: args === undefined || args === null ? "" : JSON.stringify(args),
    };
  }
}
