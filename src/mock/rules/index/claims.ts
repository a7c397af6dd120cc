import { type Filing, FILINGS, type Key } from "./filings.ts";
import type { Rule } from "../rule.ts";

/** A list of keys under which a rule can be filed. */
export interface Claim {
  /** In which way. */
  readonly filing: Filing;
  /** The keys; a call that the rule fits has one. */
  readonly keys: readonly Key[];
}

/** To test so few rules takes no longer than to look for the right one. */
const HANDFUL = 8;

/**
 * Chooses for each rule where the fewest others want to be as well: many rules may be alike in all but one thing. There
 * is none where filing would leave as many to test.
 *
 * @param rules The rules.
 */
export function chooseClaims(rules: readonly Rule[]): readonly (Claim | undefined)[] {
  const all = rules.map(claimsOf);
  const crowds = crowdsOf(all.flat());
  const sizeOf = ({ filing, keys }: Claim) =>
    Math.max(HANDFUL, ...keys.map((key) => crowds.get(filing)!.get(key)!));
  return all.map((claims) => {
    let best: Claim | undefined;
    let least = Math.max(HANDFUL, rules.length);
    for (const claim of claims) {
      const size = sizeOf(claim);
      if (size >= least) continue;
      best = claim;
      least = size;
    }
    return best;
  });
}

function claimsOf(rule: Rule): readonly Claim[] {
  const claims: Claim[] = [];
  for (const filing of FILINGS) {
    for (const keys of filing.wanted(rule)) claims.push({ filing, keys });
  }
  return claims;
}

/** How many rules want each key. */
function crowdsOf(claims: readonly Claim[]): ReadonlyMap<Filing, ReadonlyMap<Key, number>> {
  const crowds = new Map(FILINGS.map((filing) => [filing, new Map<Key, number>()]));
  for (const { filing, keys } of claims) {
    const crowd = crowds.get(filing)!;
    for (const key of keys) crowd.set(key, (crowd.get(key) ?? 0) + 1);
  }
  return crowds;
}
