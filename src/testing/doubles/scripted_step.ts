import { canonicalJson } from "../../agent/canonical_json.ts";
import type { Trace } from "../../agent/trace.ts";
import type { DraftEvent } from "../../store/trace_event.ts";
import { requireKnownOptions } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import { copied } from "./copied.ts";
import { Script, SCRIPT_OPTIONS } from "./script.ts";
import type { ScriptOptions } from "./script.ts";

/**
 * A step of an agent, by a script: gives the events of its outcomes, one list for each call, and keeps each trace.
 *
 * @example
 * ```ts
 * import { ScriptedStep } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const events = [{ type: "note", stream: "notes", payload: "hi" }];
 * const step = new ScriptedStep([events]);
 * assertEquals(await step.run([]), events);
 * assertEquals(step.calls, [[]]);
 * ```
 */
export class ScriptedStep {
  readonly #script: Script<readonly DraftEvent[]>;
  readonly #calls: Trace[] = [];
  /**
   * Keeps the trace and gives the events of the next outcome, as a new list. It may be taken from its object, to
   * stand as the `run` of a step.
   *
   * @param trace The events of the thread.
   * @throws {ScriptOverError} If every outcome was played.
   * @throws What the script says, if its next item is an error.
   */
  readonly run: (trace: Trace) => Promise<DraftEvent[]>;

  /**
   * Makes a step that plays outcomes.
   *
   * @param outcomes The outcome of each call, in order: the events, or an error to throw.
   * @param options Whether a trace may come again.
   * @throws {TypeError} If the outcomes are no list, or one is neither a list nor an error.
   */
  constructor(outcomes: readonly (readonly DraftEvent[] | Error)[], options: ScriptOptions = {}) {
    requireKnownOptions("play the step", options ?? {}, SCRIPT_OPTIONS);
    this.#script = new Script("the step", outcomes, options ?? {});
    requireOutcomes(outcomes);
    // deno-lint-ignore require-await -- what it throws is to be a rejection
    this.run = async (trace) => {
      const kept = copied(trace, "the trace");
      this.#calls.push(kept);
      return [...this.#script.take(this.#script.isRepeating ? canonicalJson(kept) : "")];
    };
  }

  /** The trace of each call, in order; a copy. */
  get calls(): Trace[] {
    return copied(this.#calls, "the calls");
  }

  /** How many outcomes are left. */
  get remaining(): number {
    return this.#script.remaining;
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

/** An odd outcome would fail the turn alike each time, and no check would tell of it. */
function requireOutcomes(outcomes: readonly unknown[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    if (Array.isArray(outcome) || outcome instanceof Error) continue;
    throw new TypeError(
      `Cannot play the step as item ${index} of the script must be a list of events, or an Error: got ${
        shown(outcome)
      }`,
    );
  }
}
