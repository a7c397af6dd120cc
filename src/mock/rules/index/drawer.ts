import { Bucket } from "./bucket.ts";
import type { Filing, Key } from "./filings.ts";
import type { Lookup } from "../lookup.ts";
import type { Rule } from "../rule.ts";
import { TextIndex } from "./text_index.ts";

/** The rules that are filed in one way. */
export class Drawer {
  readonly #given: Filing["given"];
  readonly #buckets: Map<Key, Bucket> = new Map();
  /** The same by texts, if it is texts that they are filed by. */
  readonly #texts: TextIndex<Bucket> | undefined;

  /** @param filing The way. */
  constructor({ given, isWithin }: Filing) {
    this.#given = given;
    this.#texts = isWithin ? new TextIndex() : undefined;
  }

  /** Files a rule under a key, with its place in the list of all. */
  add(key: Key, rule: Rule, place: number): void {
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#buckets.set(key, bucket = new Bucket());
      this.#texts?.add(String(key), bucket);
    }
    bucket.add(rule, place);
  }

  /** Adds the buckets of a call to others. */
  find(lookup: Lookup, found: Bucket[]): void {
    for (const key of this.#given(lookup)) {
      if (this.#texts !== undefined) {
        this.#texts.find(String(key), found);
      } else {
        const bucket = this.#buckets.get(key);
        if (bucket !== undefined) found.push(bucket);
      }
    }
  }
}
