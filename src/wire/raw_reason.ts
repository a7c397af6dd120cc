import type { Finish, FinishMap } from "../turn/finish.ts";

/**
 * Gives the provider's word for the end of a turn: the finish's own if the provider would mean the
 * finish's reason by it, otherwise the first word that maps onto that reason. So a finish that was
 * read on one wire keeps its reason when it is written on another.
 */
export function rawReason(map: FinishMap, finish: Finish): string {
  const { reason, raw } = finish;
  if (Object.hasOwn(map, raw) && map[raw] === reason) return raw;
  const word = Object.keys(map).find((key) => map[key] === reason);
  return word ?? reason;
}
