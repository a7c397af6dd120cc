import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import type { Wire } from "../../wire/wire.ts";
import { excerptAt } from "../excerpt.ts";
import { runTasks } from "../lab/run_tasks.ts";
import type { Outcome } from "../outcome.ts";
import type { Trial } from "../rule.ts";
import { tellOutcome } from "./expected_turn.ts";
import { readChunks } from "./read.ts";

/** A body that is cut in many places, and what an adapter may make of that. */
export interface CutPlan {
  /** The wire of the body. */
  readonly wire: Pick<Wire, "contentType">;
  /** The body, one event a chunk. */
  readonly chunks: readonly Bytes[];
  /** Where it is cut, in bytes from its start. */
  readonly cuts: readonly number[];
  /** What follows the cut. */
  readonly end: "close" | "reset";
  /** What is asked of the adapter, to stand after "Expected". */
  readonly expected: string;
  /** Tells whether the adapter may do this at this cut. */
  accepts(outcome: Outcome, cut: number): boolean;
  /** Says what the adapter did, to stand after "but". @default {tellOutcome} */
  readonly tell?: ((outcome: Outcome) => string) | undefined;
}

interface BadCut {
  readonly cut: number;
  readonly outcome: Outcome;
}

/** How bad it is what an adapter makes of a cut turn: the more it looks like a whole one, the worse. */
const BADNESS: Readonly<Record<Outcome["kind"], number>> = {
  turn: 4,
  unusable: 3,
  silent: 2,
  hung: 1,
  error: 0,
};

/** After so many cuts at which an adapter hangs it is known to, and waiting longer tells no more. */
const MAX_HUNG = 2;
/**
 * After so many cuts other checks get their turn: reading a short body waits for nothing but promises,
 * so that thousands in a row would keep the timers of all others from passing.
 */
const CUTS_A_TURN = 8;

/**
 * Cuts a body in every place of a plan, and reports the worst that an adapter makes of it.
 *
 * @throws {ContractViolation} If it does at any cut what the plan does not accept.
 */
export async function tryCuts(trial: Trial, plan: CutPlan): Promise<void> {
  const bad: BadCut[] = [];
  let tried = 0;
  let hung = 0;
  for (const cut of plan.cuts) {
    const outcome = await readChunks(trial, plan.wire, upTo(plan.chunks, cut), plan.end);
    if (++tried % CUTS_A_TURN === 0) await runTasks(1);
    if (!plan.accepts(outcome, cut)) bad.push({ cut, outcome });
    if (outcome.kind === "hung" && ++hung >= MAX_HUNG) break;
  }
  if (bad.length === 0) return;
  const worst = bad.reduce((a, b) => badness(b) > badness(a) ? b : a);
  trial.fail({
    expected: plan.expected,
    actual: `${(plan.tell ?? tellOutcome)(worst.outcome)}; ${bad.length} of ${tried} cuts go wrong`,
    excerpt: excerptAt(concatBytes(plan.chunks), worst.cut),
    ...(worst.outcome.kind === "error" ? { cause: worst.outcome.error } : {}),
  });
}

/** Of two alike, one is worse that shows a piece of the answer. */
function badness({ outcome }: BadCut): number {
  return BADNESS[outcome.kind] + (outcome.events.length > 0 ? 0.5 : 0);
}

/** The ends of the chunks, in bytes from the start. */
export function endsOf(chunks: readonly Bytes[]): number[] {
  let end = 0;
  return chunks.map((chunk) => end += chunk.length);
}

/** The chunks up to a place; the last may be cut. */
function upTo(chunks: readonly Bytes[], cut: number): Bytes[] {
  const kept: Bytes[] = [];
  let left = cut;
  for (const chunk of chunks) {
    if (left <= 0) break;
    kept.push(left < chunk.length ? chunk.slice(0, left) : chunk);
    left -= chunk.length;
  }
  return kept;
}
