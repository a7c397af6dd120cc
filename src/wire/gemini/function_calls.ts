import { TruncatedToolArgumentsError } from "../../errors.ts";
import type { ToolCallEvent } from "../../turn/turn.ts";
import type { JsonObject } from "../json.ts";
import { arrayOf, isObject, quote, stringOf } from "../json.ts";
import { argumentsText } from "../json_text.ts";
import { textIn } from "../members.ts";
import { PartialArguments } from "./partial_arguments.ts";

/** A call whose arguments are streamed. */
interface OpenCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: PartialArguments;
}

/**
 * Reads the `functionCall` parts of a turn. Gemini sends each call whole in one part, and two parts
 * are two calls, with ids or without.
 *
 * Vertex AI can stream the arguments instead: the first part has the name and `willContinue`, those
 * after it `partialArgs`, and the one without `willContinue` ends the call. Such a call is given when
 * it has ended, so that arguments that were cut never come out.
 */
export class FunctionCalls {
  /** The calls that have not ended, in the order they began. */
  readonly #open: Set<OpenCall> = new Set();
  /** Those of them that have an id. */
  readonly #byId: Map<string, OpenCall> = new Map();
  /** The calls in the order they began, with those that have ended until they come to stand last. */
  readonly #begun: OpenCall[] = [];
  #count = 0;

  /**
   * Reads a `functionCall`.
   *
   * @returns The whole call, or `undefined` if more of it is to come.
   * @throws {ModelError} `STREAM_PROTOCOL` if streamed arguments contradict one another.
   */
  read(call: JsonObject): ToolCallEvent | undefined {
    const id = stringOf(call.id);
    const name = textIn(call.name, "name");
    const open = this.#find(id, name);
    const streamed = open ?? (isStreamed(call) ? this.#begin(id, name, call.args) : undefined);
    if (!streamed) return this.#event(id, name, argumentsText(call.args));
    for (const entry of arrayOf(call.partialArgs)) streamed.arguments.push(entry);
    // A call that ends within one of its strings stays open, and so is never given.
    if (call.willContinue === true || !streamed.arguments.complete) return undefined;
    this.#close(streamed);
    return this.#event(streamed.id, streamed.name, streamed.arguments.text);
  }

  /** The error for a call that has not ended, if there is one. */
  get truncated(): TruncatedToolArgumentsError | undefined {
    const [call] = this.#open;
    if (!call) return undefined;
    const bytes = new TextEncoder().encode(call.arguments.text).length;
    return new TruncatedToolArgumentsError(
      `Cannot use the tool call ${quote(call.name)} as its arguments were not streamed to their ` +
        `end: ${bytes} bytes of JSON arrived`,
    );
  }

  /** A part with a new id, or without an id but with a name, begins a call. */
  #find(id: string, name: string): OpenCall | undefined {
    if (id !== "") return this.#byId.get(id);
    return name === "" ? this.#latest() : undefined;
  }

  #latest(): OpenCall | undefined {
    for (let call = this.#begun.at(-1); call; call = this.#begun.at(-1)) {
      if (this.#open.has(call)) return call;
      this.#begun.pop();
    }
    return undefined;
  }

  #begin(id: string, name: string, whole: unknown): OpenCall {
    const args = new PartialArguments(isObject(whole) ? whole : undefined);
    const call = { id, name, arguments: args };
    this.#open.add(call);
    this.#begun.push(call);
    if (id !== "") this.#byId.set(id, call);
    return call;
  }

  #close(call: OpenCall): void {
    this.#open.delete(call);
    if (call.id !== "") this.#byId.delete(call.id);
  }

  #event(id: string, name: string, text: string): ToolCallEvent {
    return {
      type: "tool_call",
      index: this.#count++,
      ...(id === "" ? {} : { id }),
      ...(name === "" ? {} : { name }),
      arguments: text,
    };
  }
}

function isStreamed(call: JsonObject): boolean {
  return call.willContinue === true || Array.isArray(call.partialArgs);
}
