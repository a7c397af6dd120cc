import type { ToolCallEvent } from "../../turn/turn.ts";
import type { JsonObject } from "../json.ts";
import { isObject, stringOf } from "../json.ts";
import { textIn } from "../members.ts";

/**
 * Tells the calls of a turn apart. `tool-call-start` always begins one, also at an index that was
 * used before; a delta belongs to the last call begun at its index, or to the last of all if it has
 * none.
 */
export class CohereToolCalls {
  readonly #byIndex: Map<number, number> = new Map();
  #count = 0;

  /**
   * Reads the call that a `tool-call-start` begins.
   *
   * @param index The event's `index`.
   * @param call Its `delta.message.tool_calls`.
   */
  start(index: unknown, call: JsonObject): ToolCallEvent {
    const id = stringOf(call.id);
    const name = isObject(call.function) ? textIn(call.function.name, "name") : "";
    const slot = this.#count++;
    if (typeof index === "number") this.#byIndex.set(index, slot);
    return {
      type: "tool_call",
      index: slot,
      ...(id === "" ? {} : { id }),
      ...(name === "" ? {} : { name }),
      arguments: argumentsOf(call),
    };
  }

  /** Reads a `tool-call-delta`. One that no start came before gives a call without a name. */
  delta(index: unknown, call: JsonObject): ToolCallEvent {
    const last = this.#count === 0 ? undefined : this.#count - 1;
    const slot = typeof index === "number" ? this.#byIndex.get(index) : last;
    if (slot === undefined) return this.start(index, call);
    return { type: "tool_call", index: slot, arguments: argumentsOf(call) };
  }
}

function argumentsOf(call: JsonObject): string {
  return isObject(call.function) ? textIn(call.function.arguments, "arguments") : "";
}
