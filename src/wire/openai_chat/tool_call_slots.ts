import type { ToolCallEvent } from "../../turn/turn.ts";
import { isObject, stringOf } from "../json.ts";

interface Slot {
  readonly index: number;
  id: string;
  named: boolean;
}

/**
 * Tells the calls of a turn apart. OpenAI numbers them by `index`; other servers leave it out, or
 * give every call the same one. So a new id opens a new call, whatever its index, and a piece that
 * has neither belongs to the call before it.
 */
export class ToolCallSlots {
  readonly #byKey: Map<number | string, Slot> = new Map();
  #last: Slot | undefined;
  #count = 0;

  /**
   * Reads one entry of `delta.tool_calls`.
   *
   * @param entry The entry; `undefined` is returned for one that is no object.
   */
  read(entry: unknown): ToolCallEvent | undefined {
    if (!isObject(entry)) return undefined;
    const id = stringOf(entry.id);
    const call = isObject(entry.function) ? entry.function : {};
    const slot = this.#slot(typeof entry.index === "number" ? entry.index : undefined, id);
    const name = slot.named ? "" : stringOf(call.name);
    const isNewId = id !== "" && slot.id === "";
    if (isNewId) slot.id = id;
    slot.named ||= name !== "";
    return {
      type: "tool_call",
      index: slot.index,
      ...(isNewId ? { id } : {}),
      ...(name === "" ? {} : { name }),
      arguments: argumentsText(call.arguments),
    };
  }

  #slot(index: number | undefined, id: string): Slot {
    const known = id !== "" ? this.#byKey.get(id) : undefined;
    const numbered = index !== undefined ? this.#byKey.get(index) : undefined;
    const candidate = known ??
      (index !== undefined ? numbered : id === "" ? this.#last : undefined);
    const isSame = candidate !== undefined &&
      (id === "" || candidate.id === "" || candidate.id === id);
    const slot = isSame ? candidate : { index: this.#count++, id: "", named: false };
    if (index !== undefined) this.#byKey.set(index, slot);
    if (id !== "") this.#byKey.set(id, slot);
    return this.#last = slot;
  }
}

/** Arguments are a JSON text; some servers send the object itself. */
function argumentsText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
