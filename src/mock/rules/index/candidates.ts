import type { Bucket } from "./bucket.ts";
import type { TestState } from "../test_state.ts";

interface Cursor {
  readonly bucket: Bucket;
  at: number;
  /** The rule it stands at, by its place in the list of all. */
  place: number;
}

/** Goes through the rules of some buckets that are not over in a test, in the order of the list of all. */
export class Candidates {
  readonly #state: TestState;
  /** Where each bucket is looked at; that of the first place comes last. */
  readonly #cursors: Cursor[] = [];
  /** The one that gave a place last; it moves on only if more is asked for. */
  #last: Cursor | undefined;

  /**
   * @param buckets The buckets.
   * @param state What the test has used so far.
   */
  constructor(buckets: readonly Bucket[], state: TestState) {
    this.#state = state;
    for (const bucket of buckets) this.#move({ bucket, at: -1, place: -1 });
  }

  /** Gives the place of the next rule; `undefined` after the last. */
  next(): number | undefined {
    if (this.#last !== undefined) this.#move(this.#last);
    this.#last = this.#cursors.pop();
    return this.#last?.place;
  }

  #move(cursor: Cursor): void {
    const at = cursor.bucket.nextOpen(cursor.at + 1, this.#state);
    const place = cursor.bucket.place(at);
    if (place === undefined) return;
    cursor.at = at;
    cursor.place = place;
    let after = this.#cursors.push(cursor) - 1;
    for (; after > 0 && this.#cursors[after - 1]!.place < place; after--) {
      this.#cursors[after] = this.#cursors[after - 1]!;
    }
    this.#cursors[after] = cursor;
  }
}
