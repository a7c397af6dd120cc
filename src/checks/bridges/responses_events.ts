import { ModelError } from "../../errors.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { RESPONSES_FINISH_MAP } from "../../wire/openai_responses/finish_map.ts";
import { responsesUsage } from "../../wire/openai_responses/usage.ts";
import { objectOf } from "./bridge.ts";
import type { Showing } from "./bridge.ts";

const TERMINAL: ReadonlySet<string> = new Set(["response.completed", "response.incomplete"]);

/**
 * Shows the events of a response, as an SDK hands them over unchanged, as the events of a turn. The
 * finish comes when the SDK ends its stream, if a terminal event came before.
 */
export class ResponsesEvents implements Showing {
  readonly #calls: Map<string, number> = new Map();
  #final: JsonObject | undefined;
  #refused = false;

  /** Whether an event has ended the response. */
  get isOver(): boolean {
    return this.#final !== undefined;
  }

  /**
   * Shows one event.
   *
   * @throws {ModelError} For the events by which the SDK reports a failure.
   */
  push(value: unknown): readonly TurnEvent[] {
    const event = objectOf(value);
    const type = stringOf(event.type);
    if (TERMINAL.has(type)) this.#final = objectOf(event.response);
    switch (type) {
      case "error":
      case "response.failed":
        throw new ModelError("PROVIDER", `The SDK gave an event of type "${type}"`, {
          cause: event,
        });
      case "response.refusal.delta":
        this.#refused = true;
        return [{ type: "text", text: stringOf(event.delta) }];
      case "response.output_text.delta":
        return [{ type: "text", text: stringOf(event.delta) }];
      case "response.reasoning_text.delta":
      case "response.reasoning_summary_text.delta":
        return [{ type: "reasoning", text: stringOf(event.delta) }];
      case "response.output_item.added":
        return this.#open(objectOf(event.item));
      case "response.function_call_arguments.delta":
        return this.#argue(stringOf(event.item_id), stringOf(event.delta));
    }
    return [];
  }

  /** Shows the end of the SDK's stream. */
  end(): readonly TurnEvent[] {
    return this.#final ? this.endWith(this.#final) : [];
  }

  /**
   * Shows the end of the SDK's stream, given the response as the SDK has put it together.
   *
   * @throws {ModelError} If the response says that it failed.
   */
  endWith(response: JsonObject): readonly TurnEvent[] {
    const usage = responsesUsage(response.usage);
    const raw = stringOf(response.status);
    if (raw === "failed") {
      throw new ModelError("PROVIDER", 'The SDK gave a response with the status "failed"', {
        cause: response,
      });
    }
    if (raw === "incomplete") {
      const reason = stringOf(objectOf(response.incomplete_details).reason);
      return [{ type: "finish", finish: finishFrom(RESPONSES_FINISH_MAP, reason, usage) }];
    }
    // Any other status but this one is no end: nothing is shown then.
    if (raw !== "completed") return [];
    const reason = this.#refused ? "filtered" : this.#calls.size > 0 ? "tool_use" : "stop";
    return [{ type: "finish", finish: { ...finishFrom({}, "", usage), reason, raw } }];
  }

  #open(item: JsonObject): readonly TurnEvent[] {
    if (item.type !== "function_call") return [];
    const index = this.#calls.size;
    this.#calls.set(stringOf(item.id), index);
    const [id, name, text] = [item.call_id, item.name, item.arguments].map(stringOf);
    return [{ type: "tool_call", index, id: id!, name: name!, arguments: text! }];
  }

  #argue(item: string, delta: string): readonly TurnEvent[] {
    const index = this.#calls.get(item) ?? this.#calls.size - 1;
    return [{ type: "tool_call", index, arguments: delta }];
  }
}
