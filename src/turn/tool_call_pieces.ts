import { ModelError, TruncatedToolArgumentsError } from "../errors.ts";
import { excerpt } from "./excerpt.ts";
import type { ToolCall, ToolCallEvent } from "./turn.ts";

interface Pieces {
  id: string;
  name: string;
  arguments: string;
}

/** Joins the pieces of a turn's tool calls, per index and in order of first appearance. */
export class ToolCallPieces {
  readonly #calls: Map<number, Pieces> = new Map();
  readonly #earlierIds: ReadonlySet<string>;
  #fault: ModelError | undefined;

  /** @param earlierIds The ids of the calls earlier in the conversation, which must not come again. */
  constructor(earlierIds: ReadonlySet<string> = new Set()) {
    this.#earlierIds = earlierIds;
  }

  /** Takes a piece. A fault in it is kept and reported by `fault`; the first one wins. */
  push(event: ToolCallEvent): void {
    let call = this.#calls.get(event.index);
    if (!call) this.#calls.set(event.index, call = { id: "", name: "", arguments: "" });
    this.#set(call, "id", event.id, event.index);
    this.#set(call, "name", event.name, event.index);
    call.arguments += event.arguments;
  }

  /** The number of calls so far. */
  get size(): number {
    return this.#calls.size;
  }

  /** The first fault: an id or name that changed, is missing or stands twice, or an earlier id. */
  get fault(): ModelError | undefined {
    return this.#fault ?? this.#nameFault() ?? this.#idFault();
  }

  /** The first call whose arguments are not complete JSON. Empty arguments are none to check. */
  get truncated(): TruncatedToolArgumentsError | undefined {
    for (const call of this.#calls.values()) {
      if (call.arguments === "") continue;
      try {
        JSON.parse(call.arguments);
      } catch (cause) {
        const bytes = new TextEncoder().encode(call.arguments).length;
        return new TruncatedToolArgumentsError(
          `Cannot use the tool call ${
            excerpt(call.name)
          } as its arguments are not complete JSON: ` +
            `${bytes} bytes arrived`,
          { cause },
        );
      }
    }
    return undefined;
  }

  /** The whole calls. Ask `fault` and `truncated` first. */
  calls(): readonly ToolCall[] {
    const taken = new Set(this.#earlierIds);
    for (const { id } of this.#calls.values()) taken.add(id);
    return [...this.#calls.values()].map((call, position) => ({
      id: call.id === "" ? freeId(taken, position) : call.id,
      name: call.name,
      arguments: call.arguments === "" ? "{}" : call.arguments,
    }));
  }

  #set(call: Pieces, field: "id" | "name", value: string | undefined, index: number): void {
    if (value === undefined || value === "" || value === call[field]) return;
    if (call[field] === "") {
      call[field] = value;
      return;
    }
    this.#fault ??= new ModelError(
      "STREAM_PROTOCOL",
      `The ${field} of tool call ${index} changed within the turn: ` +
        `it was ${excerpt(call[field])}, then ${excerpt(value)}`,
    );
  }

  #nameFault(): ModelError | undefined {
    for (const [index, call] of this.#calls) {
      if (call.name !== "") continue;
      return new ModelError("STREAM_PROTOCOL", `Tool call ${index} has no name`);
    }
    return undefined;
  }

  #idFault(): ModelError | undefined {
    const seen = new Set<string>();
    for (const { id } of this.#calls.values()) {
      if (id === "") continue;
      if (this.#earlierIds.has(id)) {
        return new ModelError(
          "STREAM_PROTOCOL",
          `The id ${excerpt(id)} of a tool call is that of an earlier one of the conversation`,
        );
      }
      if (seen.has(id)) {
        return new ModelError(
          "STREAM_PROTOCOL",
          `Two tool calls of the turn have the id ${excerpt(id)}`,
        );
      }
      seen.add(id);
    }
    return undefined;
  }
}

/** Makes an id by position. A provider that names some of its calls may have used that one. */
function freeId(taken: Set<string>, position: number): string {
  let id = `call_${position}`;
  while (taken.has(id)) id += "_";
  taken.add(id);
  return id;
}
