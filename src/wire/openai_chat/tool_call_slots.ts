import { ModelError } from "../../errors.ts";
import type { ToolCallEvent, TurnEvent } from "../../turn/turn.ts";
import { stringOf } from "../json.ts";
import { argumentsText } from "../json_text.ts";
import { entriesIn, objectIn, textIn } from "../members.ts";

interface Slot {
  /** The number of the call within the turn. */
  readonly number: number;
  /** The index the server gave it; `undefined` if it gives none. */
  readonly index: number | undefined;
  id: string;
  name: string;
}

/**
 * Tells the calls of a turn apart. OpenAI numbers them by `index`; other servers leave it out, or
 * give every call the same one. So a new id opens a new call whatever its index, and without index
 * and id a name does; a piece with none of them belongs to the call before it.
 */
export class ToolCallSlots {
  readonly #byIndex: Map<number, Slot> = new Map();
  readonly #byId: Map<string, Slot> = new Map();
  #last: Slot | undefined;
  #count = 0;

  /**
   * Reads the entries of one `delta.tool_calls`.
   *
   * @param entries The entries.
   * @param out Where to append the pieces.
   * @throws {ModelError} `STREAM_PROTOCOL` if nothing tells to which call a piece belongs, or if an
   * entry is no object.
   */
  read(entries: readonly unknown[], out: TurnEvent[]): void {
    for (const entry of entriesIn(entries, "tool_calls")) {
      out.push(this.#read(entry, entries.length));
    }
  }

  #read(entry: { readonly [key: string]: unknown }, siblings: number): ToolCallEvent {
    const call = objectIn(entry.function, "function");
    const id = realId(stringOf(entry.id));
    const name = textIn(call.name, "name");
    const index = typeof entry.index === "number" ? entry.index : undefined;
    if (index === undefined && id === "" && name === "" && siblings > 1) throw ambiguous();
    const slot = this.#slot(index, id, name);
    const isNewId = id !== "" && slot.id === "";
    // A name that differs is given too, so that the assembly refuses the change.
    const isNewName = name !== "" && slot.name !== name;
    if (isNewId) slot.id = id;
    if (isNewName) slot.name = name;
    return {
      type: "tool_call",
      index: slot.number,
      ...(isNewId ? { id } : {}),
      ...(isNewName ? { name } : {}),
      arguments: argumentsText(call.arguments),
    };
  }

  #slot(index: number | undefined, id: string, name: string): Slot {
    const slot = this.#known(index, id, name) ??
      { number: this.#count++, index, id: "", name: "" };
    if (index !== undefined) this.#byIndex.set(index, slot);
    if (id !== "") this.#byId.set(id, slot);
    return this.#last = slot;
  }

  #known(index: number | undefined, id: string, name: string): Slot | undefined {
    const byId = this.#byId.get(id);
    // One id under two indexes is two calls; the assembly refuses them.
    if (byId && (index === undefined || byId.index === undefined || byId.index === index)) {
      return byId;
    }
    if (index !== undefined) {
      const slot = this.#byIndex.get(index);
      return id === "" || slot?.id === "" ? slot : undefined;
    }
    const last = this.#last;
    return id === "" && (name === "" || last?.name === "") ? last : undefined;
  }
}

/** Mistral repeats the text "null" for an id on the pieces that continue a call. */
function realId(id: string): string {
  return id === "null" ? "" : id;
}

function ambiguous(): ModelError {
  return new ModelError(
    "STREAM_PROTOCOL",
    "Cannot tell to which call a piece of a tool call belongs as it has neither an index nor an id",
  );
}
