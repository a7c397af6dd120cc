import { finishFrom } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { OPENAI_FINISH_MAP } from "../../wire/openai_chat/dialects.ts";
import { ToolCallSlots } from "../../wire/openai_chat/tool_call_slots.ts";
import { openAiUsage, usageOfChunk } from "../../wire/openai_chat/usage.ts";
import { objectOf } from "./bridge.ts";
import type { Showing } from "./bridge.ts";

/**
 * Shows chat completion chunks, as an SDK hands them over unchanged, as the events of a turn. The
 * finish comes when the SDK ends its stream, if a chunk gave a reason; it is the last one given.
 */
export class OpenAiChunks implements Showing {
  readonly #slots: ToolCallSlots = new ToolCallSlots();
  #reason = "";
  #refused = false;
  #usage: unknown;

  /** Shows one chunk. */
  push(value: unknown): readonly TurnEvent[] {
    const chunk = objectOf(value);
    this.#usage = usageOfChunk(chunk) ?? this.#usage;
    const choice = objectOf(arrayOf(chunk.choices)[0]);
    this.#reason = stringOf(choice.finish_reason) || this.#reason;
    return this.#delta(objectOf(choice.delta));
  }

  /** Shows the end of the SDK's stream. */
  end(): readonly TurnEvent[] {
    if (this.#reason === "") return [];
    const finish = finishFrom(OPENAI_FINISH_MAP, this.#reason, openAiUsage(this.#usage));
    return [{ type: "finish", finish: this.#refused ? { ...finish, reason: "filtered" } : finish }];
  }

  #delta(delta: JsonObject): readonly TurnEvent[] {
    const reasoning = stringOf(delta.reasoning_content) || stringOf(delta.reasoning);
    const refusal = stringOf(delta.refusal);
    this.#refused ||= refusal !== "";
    const text = stringOf(delta.content) + refusal;
    const calls: TurnEvent[] = [];
    this.#slots.read(arrayOf(delta.tool_calls), calls);
    return [
      ...(reasoning === "" ? [] : [{ type: "reasoning", text: reasoning } as const]),
      ...(text === "" ? [] : [{ type: "text", text } as const]),
      ...calls,
    ];
  }
}
