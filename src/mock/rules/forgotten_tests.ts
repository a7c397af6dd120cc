import { hashText } from "../random.ts";

/** How many of the tests that were forgotten last are known at least; at most it is twice as many. */
const LEAST_KNOWN = 100_000;

/** Whether a test was forgotten: that is not known of all once there were too many. */
export type Forgotten = "was" | "may" | "was not";

/** Which tests were forgotten, so that nobody takes them for tests that used nothing. */
export class ForgottenTests {
  readonly #least: number;
  #recent: Set<number> = new Set();
  /** Those before; they make way together. */
  #older: Set<number> = new Set();
  #hasLost = false;

  /** @param least How many are known at least; at most it is twice as many. @default {100000} */
  constructor(least: number = LEAST_KNOWN) {
    this.#least = least;
  }

  /** Notes a test. */
  add(testId: string): void {
    if (this.#recent.size >= this.#least) {
      this.#hasLost ||= this.#older.size > 0;
      this.#older = this.#recent;
      this.#recent = new Set();
    }
    this.#recent.add(keyOf(testId));
  }

  /** Tells whether a test is one of them. */
  tells(testId: string): Forgotten {
    const key = keyOf(testId);
    if (this.#recent.has(key) || this.#older.has(key)) return "was";
    return this.#hasLost ? "may" : "was not";
  }

  /** Lets a test begin anew. */
  remove(testId: string): void {
    const key = keyOf(testId);
    this.#recent.delete(key);
    this.#older.delete(key);
  }

  /** Lets all begin anew. */
  clear(): void {
    this.#recent.clear();
    this.#older.clear();
    this.#hasLost = false;
  }
}

/** An id may be long, so that a number of 53 bits stands for it. */
function keyOf(testId: string): number {
  return hashText(testId) * 2 ** 21 + hashText(`:${testId}`) % 2 ** 21;
}
