import { Bucket } from "./bucket.ts";
import { Candidates } from "./candidates.ts";
import { chooseClaims } from "./claims.ts";
import { Drawer } from "./drawer.ts";
import type { Filing } from "./filings.ts";
import type { Lookup } from "../lookup.ts";
import type { Rule } from "../rule.ts";

/**
 * Finds the rules that may fit a call without looking at the others. Each rule is filed by one thing that it wants; one
 * that wants nothing certain may fit any call.
 */
export class RuleIndex {
  readonly #drawers: Map<Filing, Drawer> = new Map();
  readonly #any: Bucket = new Bucket();

  /** @param rules The rules, in order. */
  constructor(rules: readonly Rule[]) {
    const claims = chooseClaims(rules);
    for (const [place, rule] of rules.entries()) {
      const claim = claims[place];
      if (claim === undefined) this.#any.add(rule, place);
      else for (const key of claim.keys) this.#drawer(claim.filing).add(key, rule, place);
    }
  }

  /** Gives the rules that may fit, in order. */
  candidates(lookup: Lookup): Candidates {
    const found = [this.#any];
    for (const drawer of this.#drawers.values()) drawer.find(lookup, found);
    // A call may have a key twice.
    return new Candidates(found.length > 2 ? [...new Set(found)] : found, lookup.state);
  }

  #drawer(filing: Filing): Drawer {
    const known = this.#drawers.get(filing);
    if (known !== undefined) return known;
    const drawer = new Drawer(filing);
    this.#drawers.set(filing, drawer);
    return drawer;
  }
}
