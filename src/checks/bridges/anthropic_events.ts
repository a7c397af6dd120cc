import { finishFrom } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import type { Usage } from "../../turn/usage.ts";
import { ANTHROPIC_FINISH_MAP } from "../../wire/anthropic_messages/finish_map.ts";
import { mergeAnthropicUsage } from "../../wire/anthropic_messages/usage.ts";
import { stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { objectOf } from "./bridge.ts";
import type { Showing } from "./bridge.ts";

/**
 * Shows the events of a message, as an SDK hands them over unchanged, as the events of a turn. The
 * finish comes when the SDK ends its stream, if an event gave a stop reason.
 */
export class AnthropicEvents implements Showing {
  readonly #calls: Map<unknown, number> = new Map();
  #usage: Usage = ZERO_USAGE;
  #reason = "";

  /** Shows one event. */
  push(value: unknown): readonly TurnEvent[] {
    const event = objectOf(value);
    switch (event.type) {
      case "message_start":
        this.#usage = mergeAnthropicUsage(this.#usage, objectOf(event.message).usage);
        return [];
      case "message_delta":
        this.#usage = mergeAnthropicUsage(this.#usage, event.usage);
        this.#reason = stringOf(objectOf(event.delta).stop_reason) || this.#reason;
        return [];
      case "content_block_start":
        return this.#start(event.index, objectOf(event.content_block));
      case "content_block_delta":
        return this.#delta(event.index, objectOf(event.delta));
    }
    return [];
  }

  /** Shows the end of the SDK's stream. */
  end(): readonly TurnEvent[] {
    if (this.#reason === "") return [];
    return [{
      type: "finish",
      finish: finishFrom(ANTHROPIC_FINISH_MAP, this.#reason, this.#usage),
    }];
  }

  #start(key: unknown, block: JsonObject): readonly TurnEvent[] {
    switch (block.type) {
      case "text":
        return textOf(stringOf(block.text));
      case "thinking": {
        const [text, signature] = [stringOf(block.thinking), stringOf(block.signature)];
        if (text === "" && signature === "") return [];
        return [{ type: "reasoning", text, ...(signature === "" ? {} : { signature }) }];
      }
      case "redacted_thinking":
        return [{ type: "reasoning", text: "", redacted: stringOf(block.data) }];
      case "tool_use": {
        const index = this.#calls.size;
        this.#calls.set(key, index);
        const input = objectOf(block.input);
        // An empty input is how a block begins; its JSON follows in pieces, if there is any.
        const text = Object.keys(input).length === 0 ? "" : JSON.stringify(input);
        const [id, name] = [stringOf(block.id), stringOf(block.name)];
        return [{ type: "tool_call", index, id, name, arguments: text }];
      }
    }
    return [];
  }

  #delta(key: unknown, delta: JsonObject): readonly TurnEvent[] {
    switch (delta.type) {
      case "text_delta":
        return textOf(stringOf(delta.text));
      case "thinking_delta":
        return [{ type: "reasoning", text: stringOf(delta.thinking) }];
      case "signature_delta":
        return [{ type: "reasoning", text: "", signature: stringOf(delta.signature) }];
      case "input_json_delta": {
        const index = this.#calls.get(key);
        // The input of a server's own tool is no call of ours.
        return index === undefined
          ? []
          : [{ type: "tool_call", index, arguments: stringOf(delta.partial_json) }];
      }
    }
    return [];
  }
}

function textOf(text: string): readonly TurnEvent[] {
  return text === "" ? [] : [{ type: "text", text }];
}
