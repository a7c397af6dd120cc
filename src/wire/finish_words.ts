import type { Finish, FinishMap } from "../turn/finish.ts";

/**
 * Gives the provider's word for the end of a turn: the finish's own if it has one, otherwise the
 * first word that maps onto its reason.
 */
export function rawReason(map: FinishMap, finish: Finish): string {
  if (finish.raw !== "") return finish.raw;
  const word = Object.keys(map).find((key) => map[key] === finish.reason);
  return word ?? finish.reason;
}
