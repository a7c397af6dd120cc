import { canonicalJson } from "../../agent/canonical_json.ts";
import type { Tool, ToolContext } from "../../agent/tool.ts";
import { shown } from "../../shown.ts";
import type { Json } from "../../store/trace_event.ts";
import { isObject } from "../../wire/json.ts";
import { type OptionNames, requireKnownOptions } from "../../known_options.ts";
import { copied, frozen } from "./copied.ts";
import { requireResults } from "./require_results.ts";
import { Script, SCRIPT_OPTIONS } from "./script.ts";
import type { ScriptOptions } from "./script.ts";

/** Options of {@linkcode ScriptedTool}. */
export interface ScriptedToolOptions extends ScriptOptions {
  /** What the model reads about it. @default {""} */
  readonly description?: string | undefined;
  /** The JSON Schema of the arguments. @default {any object} */
  readonly parameters?: { readonly [key: string]: unknown } | undefined;
  /** Parses the arguments, and throws if they are none; what it gives is kept. By default any are taken. */
  readonly parse?: ((args: Json) => Json) | undefined;
}

const OPTIONS: OptionNames<ScriptedToolOptions> = {
  ...SCRIPT_OPTIONS,
  description: true,
  parameters: true,
  parse: true,
};

/**
 * A tool that gives its calls the results of its script, one for each, and keeps their arguments. It is frozen, so
 * that a step takes it.
 *
 * @example
 * ```ts
 * import { ScriptedTool } from "@wholeturn/wholeturn/testing";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const tool = new ScriptedTool("weather", ["Sunny", new Error("No network")]);
 * assertEquals(await tool.run({ city: "Oslo" }), "Sunny");
 * await assertRejects(() => tool.run({ city: "Rome" }), Error, "No network");
 * assertEquals(tool.calls, [{ city: "Oslo" }, { city: "Rome" }]);
 * ```
 */
export class ScriptedTool implements Tool {
  /** The name that the model calls it by. */
  readonly name: string;
  /** What the model reads about it. */
  readonly description: string;
  /** The JSON Schema of the arguments. */
  readonly parameters: { readonly [key: string]: unknown };
  readonly #parse: (args: Json) => Json;
  readonly #script: Script<Json>;
  readonly #calls: Json[] = [];

  /**
   * Makes a tool that plays results.
   *
   * @param name The name that the model calls it by.
   * @param results The result of each call, in order; an error is thrown.
   * @param options What the model reads about it, and how arguments are parsed.
   * @throws {TypeError} If the name is no text, the results are no list of values of JSON and errors, or an option is
   * not of its kind.
   */
  constructor(
    name: string,
    results: readonly (Json | Error)[],
    options: ScriptedToolOptions = {},
  ) {
    requireKnownOptions("make a tool", options ?? {}, OPTIONS);
    const { description = "", parameters = { type: "object" }, parse = (args: Json) => args } =
      options ?? {};
    if (typeof name !== "string" || name === "") {
      throw new TypeError(`Cannot make a tool as its name must be a text: got ${shown(name)}`);
    }
    const because = (expected: string, value: unknown) =>
      new TypeError(`Cannot make the tool '${name}' as ${expected}: got ${shown(value)}`);
    if (typeof description !== "string") {
      throw because("'description' must be a text", description);
    }
    if (!isObject(parameters)) {
      throw because("'parameters' must be a JSON Schema, an object", parameters);
    }
    if (typeof parse !== "function") throw because("'parse' must be a function", parse);
    this.name = name;
    this.description = description;
    this.parameters = frozen(copied(parameters, "the parameters"));
    this.#parse = parse;
    this.#script = new Script(`the tool '${name}'`, results, options ?? {});
    requireResults(`the tool '${name}'`, results);
    Object.freeze(this);
  }

  /** The parsed arguments of each call, in order; a copy. */
  get calls(): Json[] {
    return copied(this.#calls, "the calls");
  }

  /** How many results are left. */
  get remaining(): number {
    return this.#script.remaining;
  }

  /**
   * Keeps the call's arguments and gives the next result.
   *
   * @param args The arguments.
   * @param context What else is known of the call.
   * @throws {ScriptOverError} If every result was played.
   * @throws What the script says, if its next item is an error; and what `parse` throws, which keeps nothing.
   */
  // deno-lint-ignore require-await -- what it throws is to be a rejection
  async run(args: Json, context?: ToolContext): Promise<Json> {
    const parsed = copied(this.#parse(args), "the arguments");
    this.#calls.push(parsed);
    return this.#script.take(
      this.#script.isRepeating ? context?.key ?? canonicalJson(parsed) : "",
    );
  }

  /**
   * Makes sure that the script was played to its end.
   *
   * @throws {ScriptLeftError} If not.
   */
  assertPlayed(): void {
    this.#script.assertPlayed();
  }

  /** Does what `assertPlayed()` does, at the end of a block that declares the double by `using`. */
  [Symbol.dispose](): void {
    this.assertPlayed();
  }
}
