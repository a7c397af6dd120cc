/**
 * Chooses among rules that all fit a call by the turns they were written for.
 *
 * @param turns The turns, in the order of the rules; `undefined` for a rule written for none.
 * @param turn The turn of the call.
 * @returns The place of the rule: the latest turn not after the call's, but an earlier rule for no turn before one
 * for exactly this turn; else the first rule for no turn; else the earliest turn. -1 if there are none.
 */
export function nearestTurn(turns: readonly (number | undefined)[], turn: number): number {
  const plain = turns.indexOf(undefined);
  let best = -1;
  let earliest = -1;
  for (const [place, other] of turns.entries()) {
    if (other === undefined) continue;
    if (other <= turn && (best < 0 || other > turns[best]!)) best = place;
    if (earliest < 0 || other < turns[earliest]!) earliest = place;
  }
  if (best < 0) return plain < 0 ? earliest : plain;
  return turns[best] === turn && plain >= 0 && plain < best ? plain : best;
}
