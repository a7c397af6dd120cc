import { ModelError } from "../../errors.ts";
import type { JsonObject } from "../json.ts";
import { isObject, quote, stringOf } from "../json.ts";
import { jsonText } from "../json_text.ts";
import { parseJsonPath } from "./json_path.ts";
import type { PathStep } from "./json_path.ts";

/** An object or array under construction. */
type Container = Record<PathStep, unknown>;

/**
 * Builds the arguments of a call that Vertex AI streams by `partialArgs`: leaf by leaf, each with its
 * path, a long string in several pieces. A piece that contradicts what is there is an error, never a
 * guess.
 */
export class PartialArguments {
  readonly #root: Container;
  /** The path of the string that the next piece goes on with. */
  #open: string | undefined;

  /** @param whole Arguments that came whole with the call's first piece. */
  constructor(whole?: JsonObject) {
    this.#root = { ...whole };
  }

  /** Whether everything that was begun has ended. */
  get complete(): boolean {
    return this.#open === undefined;
  }

  /** The JSON text of what there is. */
  get text(): string {
    return jsonText(this.#root);
  }

  /**
   * Takes an entry of `partialArgs`.
   *
   * @throws {ModelError} `STREAM_PROTOCOL` if it cannot be applied.
   */
  push(entry: unknown): void {
    const part = isObject(entry) ? entry : {};
    const path = stringOf(part.jsonPath);
    const steps = parseJsonPath(path);
    if (!steps) throw refuse(path, "the path names no place in them");
    if (this.#open !== undefined && this.#open !== path) {
      throw refuse(path, `the string at ${quote(this.#open)} has not ended`);
    }
    const parent = this.#parentOf(steps, path);
    const leaf = steps[steps.length - 1]!;
    const value = valueOf(part, path);
    if (this.#open !== undefined) {
      if (typeof value !== "string") throw refuse(path, "a string is being streamed there");
      parent[leaf] = `${parent[leaf]}${value}`;
    } else {
      if (Object.hasOwn(parent, leaf)) throw refuse(path, "there is a value already");
      place(parent, leaf, value, path);
    }
    const goesOn = part.willContinue === true;
    if (goesOn && typeof value !== "string") throw refuse(path, "only a string can go on");
    this.#open = goesOn ? path : undefined;
  }

  #parentOf(steps: readonly PathStep[], path: string): Container {
    let container = this.#root;
    for (let at = 0; at < steps.length - 1; at++) {
      const step = steps[at]!;
      if (!Object.hasOwn(container, step)) {
        place(container, step, typeof steps[at + 1] === "number" ? [] : {}, path);
      }
      const next = container[step];
      if (typeof next !== "object" || next === null) throw refuse(path, "it leads into a value");
      container = next as Container;
    }
    return container;
  }
}

function place(container: Container, step: PathStep, value: unknown, path: string): void {
  if (Array.isArray(container)) {
    // A hole would read as null, and one far away would cost memory.
    if (typeof step === "string") throw refuse(path, "it takes a list for an object");
    if (step !== container.length) throw refuse(path, "it leaves out elements of a list");
    container.push(value);
  } else if (typeof step === "number") {
    throw refuse(path, "it takes an object for a list");
  } else {
    // Not by assignment, which would take the name __proto__ for something else.
    const isOwn = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(container, step, isOwn);
  }
}

function valueOf(part: JsonObject, path: string): string | number | boolean | null {
  const { stringValue, numberValue, boolValue } = part;
  if (typeof stringValue === "string") return stringValue;
  if (typeof numberValue === "number") return numberValue;
  if (typeof boolValue === "boolean") return boolValue;
  if ("nullValue" in part) return null;
  throw refuse(path, "it carries no value");
}

function refuse(path: string, why: string): ModelError {
  return new ModelError(
    "STREAM_PROTOCOL",
    `Cannot use the streamed arguments of a tool call at ${quote(path)}: ${why}`,
  );
}
