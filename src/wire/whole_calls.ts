import type { ToolCallEvent } from "../turn/turn.ts";
import type { JsonObject } from "./json.ts";
import { isObject, quote } from "./json.ts";
import { parsedOrUndefined } from "./json_text.ts";

/** A tool call as the wires carry it that send each call whole. */
export interface WholeCall {
  /** The id; `undefined` if the turn has none. */
  readonly id: string | undefined;
  /** The tool's name. */
  readonly name: string;
  /** The arguments, parsed. */
  readonly arguments: JsonObject;
}

interface Pieces {
  id: string;
  name: string;
  arguments: string;
}

/** Gathers the pieces of a turn's tool calls for a wire that sends each call whole. */
export class WholeCalls {
  readonly #calls: Map<number, Pieces> = new Map();

  /** Takes a piece. */
  push(event: ToolCallEvent): void {
    let call = this.#calls.get(event.index);
    if (!call) this.#calls.set(event.index, call = { id: "", name: "", arguments: "" });
    call.id ||= event.id ?? "";
    call.name ||= event.name ?? "";
    call.arguments += event.arguments;
  }

  /**
   * Gives the calls, in order of first appearance.
   *
   * @throws {TypeError} If the arguments of a call are no JSON object: such a wire has no way to say
   * anything else.
   */
  calls(): readonly WholeCall[] {
    return [...this.#calls.values()].map(({ id, name, arguments: text }) => ({
      id: id === "" ? undefined : id,
      name,
      arguments: text === "" ? {} : parseArguments(name, text),
    }));
  }
}

function parseArguments(name: string, text: string): JsonObject {
  const value = parsedOrUndefined(text);
  if (isObject(value)) return value;
  throw new TypeError(
    `Cannot encode the tool call ${quote(name)} as its arguments must be a JSON object on this ` +
      `wire: current value is ${quote(text)}`,
  );
}
