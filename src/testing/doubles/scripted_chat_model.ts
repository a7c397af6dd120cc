import { canonicalJson } from "../../agent/canonical_json.ts";
import type {
  ChatCallOptions,
  Fragment,
  ModelOutput,
  StreamingChatModel,
} from "../../agent/chat_model.ts";
import { hashJson } from "../../agent/hash_json.ts";
import { outputFault } from "../../agent/output_fault.ts";
import { type OptionNames, requireKnownOptions } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import { checkSignal } from "../../check_signal.ts";
import type { TurnRequest } from "../../turn/request.ts";
import { copied } from "./copied.ts";
import { KeyedScript } from "./keyed_script.ts";
import { Script, SCRIPT_OPTIONS } from "./script.ts";
import type { ScriptOptions } from "./script.ts";

/** Options of {@linkcode ScriptedChatModel}. */
export interface ScriptedChatModelOptions extends ScriptOptions {
  /** The model that a call goes to that asks for none. @default {"scripted"} */
  readonly name?: string | undefined;
}

const OPTIONS: OptionNames<ScriptedChatModelOptions> = { ...SCRIPT_OPTIONS, name: true };

/**
 * A model that gives the outputs of its script, one for each call, and keeps each call. `complete()` and
 * `streamComplete()` both take the next output. What is kept and what is given are copies.
 *
 * @example
 * ```ts
 * import { ScriptedChatModel } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const model = new ScriptedChatModel([{ content: "Paris." }]);
 * const request = { messages: [{ role: "user" as const, content: "Capital of France?" }] };
 * const output = await model.complete(request);
 * assertEquals([output.content, output.model], ["Paris.", "scripted"]);
 * assertEquals(model.requests, [request]);
 * model.assertPlayed();
 * ```
 *
 * @example Answers by what is asked
 * ```ts
 * import { hashJson, ScriptedChatModel } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const request = { messages: [{ role: "user" as const, content: "Hi" }] };
 * const model = new ScriptedChatModel(new Map([[await hashJson(request), { content: "Hello" }]]));
 * await model.complete(request);
 * assertEquals((await model.complete(request)).content, "Hello");
 * ```
 */
export class ScriptedChatModel implements StreamingChatModel {
  readonly #name: string;
  readonly #script: Script<ModelOutput> | KeyedScript<ModelOutput>;
  readonly #fragments: readonly Fragment[];
  readonly #calls: Call[] = [];

  /**
   * Makes a model that plays outputs.
   *
   * @param outputs The output of each call, in order; an error is thrown. Or the outputs by the hash of the request,
   * for calls that may come in any order and again.
   * @param fragments What each streamed call yields before its output.
   * @param options How it is called, and whether calls may be made again.
   * @throws {TypeError} If the outputs are neither, or something is not of its kind.
   */
  constructor(
    outputs: readonly (ModelOutput | Error)[] | ReadonlyMap<string, ModelOutput | Error>,
    fragments: readonly Fragment[] = [],
    options: ScriptedChatModelOptions = {},
  ) {
    requireKnownOptions("play a model", options ?? {}, OPTIONS);
    const { name = "scripted" } = options ?? {};
    if (typeof name !== "string" || name === "") throw misuse("'name' must be a text", name);
    if (!Array.isArray(fragments)) throw misuse("'fragments' must be a list", fragments);
    requireItems(outputs, fragments);
    this.#name = name;
    this.#fragments = copied(fragments, "the fragments");
    const who = `the model '${name}'`;
    this.#script = outputs instanceof Map
      ? new KeyedScript(who, outputs)
      : new Script(who, outputs as readonly (ModelOutput | Error)[], options ?? {});
  }

  /** The request of each call, in order; a copy. */
  get requests(): TurnRequest[] {
    return this.#calls.map(({ request }) => copied(request, "a request"));
  }

  /** For each call, whether it came through `streamComplete()`. */
  get streamed(): boolean[] {
    return this.#calls.map(({ isStreamed }) => isStreamed);
  }

  /** The model that each call asked for; `undefined` for the double's own. */
  get models(): (string | undefined)[] {
    return this.#calls.map(({ model }) => model);
  }

  /** How many outputs are left. */
  get remaining(): number {
    return this.#script.remaining;
  }

  /**
   * Gives the name of the model that a call goes to.
   *
   * @param model The model the call asks for.
   * @returns It, or the double's own if it is missing or empty.
   */
  resolve(model?: string | null): string {
    return model || this.#name;
  }

  /**
   * Keeps the call and gives the next output.
   *
   * @param request What is asked.
   * @param options The model asked for, and what ends the call.
   * @returns The output, with the name of the model the call went to if the script gives none.
   * @throws {ScriptOverError} If every output was played.
   * @throws What the script says, if its next item is an error.
   */
  complete(request: TurnRequest, options: ChatCallOptions = {}): Promise<ModelOutput> {
    return this.#play(request, options, false);
  }

  /**
   * Keeps the call, then gives the fragments and the next output. Nothing happens before the first `next()`.
   *
   * @param request What is asked.
   * @param options The model asked for, and what ends the call.
   * @returns Each fragment, then the output as `complete()` gives it.
   * @throws {ScriptOverError} At the first `next()`, if every output was played.
   */
  async *streamComplete(
    request: TurnRequest,
    options: ChatCallOptions = {},
  ): AsyncGenerator<Fragment | ModelOutput, void, undefined> {
    const output = await this.#play(request, options, true);
    for (const fragment of this.#fragments) {
      yield copied(fragment, "a fragment");
      options?.signal?.throwIfAborted();
    }
    yield output;
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

  async #play(
    request: TurnRequest,
    options: ChatCallOptions | null,
    isStreamed: boolean,
  ): Promise<ModelOutput> {
    checkSignal(options?.signal, "wait");
    options?.signal?.throwIfAborted();
    const model = options?.model ?? request?.model;
    const call = { request: copied(request, "the request"), isStreamed, model };
    this.#calls.push(call);
    const output = await this.#take(call);
    return { ...output, model: output.model ?? this.resolve(model) };
  }

  #take({ request, model }: Call): ModelOutput | Promise<ModelOutput> {
    const script = this.#script;
    if (script instanceof KeyedScript) return hashJson(request).then((hash) => script.take(hash));
    // At once: of two calls made side by side, the first takes the first output.
    return script.take(script.isRepeating ? canonicalJson([request, model ?? null]) : "");
  }
}

interface Call {
  readonly request: TurnRequest;
  readonly isStreamed: boolean;
  readonly model: string | undefined;
}

/** What the calls get must be told before they come: an odd item would fail some agent later. */
function requireItems(outputs: unknown, fragments: readonly unknown[]): void {
  const items: Iterable<readonly [unknown, unknown]> =
    outputs instanceof Map || Array.isArray(outputs) ? outputs.entries() : [];
  for (const [key, item] of items) {
    if (!isRecordLike(item)) {
      throw misuse(
        `item ${String(key)} of the script must be an output, such as { content }, or an Error`,
        item,
      );
    }
    const fault = outputFault(item);
    if (fault === undefined) continue;
    throw new TypeError(
      `Cannot play a model as item ${String(key)} of the script is no output: ${fault}`,
    );
  }
  for (const [index, fragment] of fragments.entries()) {
    if (isRecordLike(fragment)) continue;
    throw misuse(`fragment ${index} must be an event, such as { type, text }`, fragment);
  }
}

function isRecordLike(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function misuse(expected: string, value: unknown): TypeError {
  return new TypeError(`Cannot play a model as ${expected}: got ${shown(value)}`);
}
