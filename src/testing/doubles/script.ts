import type { OptionNames } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import { copied } from "./copied.ts";
import { ScriptLeftError, ScriptOverError } from "./script_errors.ts";

/** Options of every scripted double. */
export interface ScriptOptions {
  /**
   * Whether a call that was made before gets what it got then, and takes nothing of the script: for runs that stop
   * between a call and its record, after which the call is made again.
   *
   * @default {false}
   */
  readonly repeat?: boolean | undefined;
}

/** The names of {@linkcode ScriptOptions}. */
export const SCRIPT_OPTIONS: OptionNames<ScriptOptions> = { repeat: true };

/** A list that is played one item a call. Items that are errors are thrown. */
export class Script<T> {
  readonly #who: string;
  readonly #items: readonly (T | Error)[];
  readonly #given: Map<string, T | Error> = new Map();
  readonly #isRepeating: boolean;
  #next = 0;

  /**
   * @param who Whose script it is, for messages.
   * @param items The items; copied at once.
   * @param options Whether calls may be made again.
   * @throws {TypeError} If the items are no list, or one cannot be copied.
   */
  constructor(who: string, items: readonly (T | Error)[], { repeat = false }: ScriptOptions = {}) {
    if (!Array.isArray(items)) {
      throw new TypeError(`Cannot play ${who} as its script must be a list: got ${shown(items)}`);
    }
    if (typeof repeat !== "boolean") {
      throw new TypeError(`Cannot play ${who} as 'repeat' must be a boolean: got ${shown(repeat)}`);
    }
    this.#who = who;
    this.#items = items.map((item, index) =>
      item instanceof Error ? item : copied(item, `item ${index} of the script of ${who}`)
    );
    this.#isRepeating = repeat;
  }

  /** How many items are left. */
  get remaining(): number {
    return this.#items.length - this.#next;
  }

  /** Whether calls that are made again need to be told from others. */
  get isRepeating(): boolean {
    return this.#isRepeating;
  }

  /**
   * Plays the next item, or throws it.
   *
   * @param call What tells the call from others; only looked at if calls may be made again.
   * @returns A copy.
   * @throws {ScriptOverError} If none is left.
   */
  take(call: string): T {
    const item = this.#itemFor(call);
    if (item instanceof Error) throw item;
    return copied(item, "an item");
  }

  /** @throws {ScriptLeftError} If an item is left. */
  assertPlayed(): void {
    if (this.remaining === 0) return;
    throw new ScriptLeftError(
      `Cannot end with ${this.remaining} of ${this.#items.length} items of the script of ` +
        `${this.#who} unplayed: it got ${this.#next} ${this.#next === 1 ? "call" : "calls"}`,
    );
  }

  #itemFor(call: string): T | Error {
    const before = this.#isRepeating ? this.#given.get(call) : undefined;
    if (before !== undefined) return before;
    if (this.remaining === 0) {
      throw new ScriptOverError(
        `Cannot play more of ${this.#who} as all ${this.#items.length} items of its script were ` +
          "played: give it one for each call, or find out why there is one call more",
      );
    }
    const item = this.#items[this.#next++]!;
    this.#given.set(call, item);
    return item;
  }
}
