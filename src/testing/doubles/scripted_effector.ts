import type { EffectIntent, Effector } from "../../agent/effector.ts";
import type { Json } from "../../store/trace_event.ts";
import { requireKnownOptions } from "../../known_options.ts";
import { copied } from "./copied.ts";
import { requireResults } from "./require_results.ts";
import { Script, SCRIPT_OPTIONS } from "./script.ts";
import type { ScriptOptions } from "./script.ts";

/**
 * What acts outside, by a script: gives its results, one for each intent, and keeps each intent. With `repeat`, an
 * intent whose key came before gets its result again, as an outside that knows keys does.
 *
 * @example
 * ```ts
 * import { ScriptedEffector } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const bank = new ScriptedEffector(["paid"], { repeat: true });
 * const intent = { key: "thread/3", name: "pay", args: { cents: 100 } };
 * assertEquals([await bank.perform(intent), await bank.perform(intent)], ["paid", "paid"]);
 * assertEquals(bank.calls, [intent, intent]);
 * ```
 */
export class ScriptedEffector implements Effector {
  readonly #script: Script<Json>;
  readonly #calls: EffectIntent[] = [];

  /**
   * Makes an effector that plays results.
   *
   * @param results The result of each intent, in order; an error is thrown.
   * @param options Whether intents may come again.
   * @throws {TypeError} If the results are no list of values of JSON and errors.
   */
  constructor(results: readonly (Json | Error)[], options: ScriptOptions = {}) {
    requireKnownOptions("play the effector", options ?? {}, SCRIPT_OPTIONS);
    this.#script = new Script("the effector", results, options ?? {});
    requireResults("the effector", results);
  }

  /** Each intent that came, in order; a copy. */
  get calls(): EffectIntent[] {
    return copied(this.#calls, "the calls");
  }

  /** How many results are left. */
  get remaining(): number {
    return this.#script.remaining;
  }

  /**
   * Keeps the intent and gives the next result.
   *
   * @param intent The recorded intent.
   * @throws {ScriptOverError} If every result was played.
   * @throws What the script says, if its next item is an error.
   */
  // deno-lint-ignore require-await -- what it throws is to be a rejection
  async perform(intent: EffectIntent): Promise<Json> {
    const kept = copied(intent, "the intent");
    this.#calls.push(kept);
    return this.#script.take(kept?.key);
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
