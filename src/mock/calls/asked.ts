import { utf8Length } from "../../utf8_length.ts";
import type { WholeAnswer } from "../http/respond.ts";
import type { OpenRecord } from "../journal/journal.ts";

/** A request while it is answered. */
export interface Asked {
  /** Which request of the mock it is, from 1. */
  readonly number: number;
  /** What is written of it so far: nothing, or a record of each call that it is. */
  readonly records: OpenRecord[];
}

/**
 * Writes down of an answer that goes out as it is how large that is.
 *
 * @param answer The answer.
 * @param asked The request.
 * @param frames How many frames it counts as.
 */
export function handedOver(answer: WholeAnswer, { records }: Asked, frames: 0 | 1): WholeAnswer {
  if (records.length === 0) return answer;
  const bytes = utf8Length(answer.body);
  for (const { change } of records) change({ frames, bytes });
  return answer;
}
