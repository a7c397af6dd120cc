import { canonicalJson } from "../canonical_json.ts";
import { firstDifference, shownDifference } from "../first_difference.ts";
import type { FirstDifference } from "../first_difference.ts";
import { shown } from "../../shown.ts";
import { normalPayload } from "../../store/normal_payload.ts";
import type { Json, SealedEvent } from "../../store/trace_event.ts";
import type { RunResult } from "./one_run.ts";
import { ResumeMismatchError } from "./resume_mismatch_error.ts";
import type { StopKind } from "./resume_mismatch_error.ts";
import { renamed } from "./rename_ids.ts";

/** How a run was stopped. */
export interface RunStop {
  /** How. */
  readonly kind: StopKind;
  /** At which record. */
  readonly stop: number | "alternate";
}

/** What of a log counts. */
export interface Comparison {
  /** Tells which texts are ids, which may differ from run to run. */
  readonly isId?: ((text: string) => boolean) | undefined;
  /** Gives what of an event must be the same; `undefined` if it need not be there. */
  readonly compared?: ((event: SealedEvent) => unknown) | undefined;
}

/**
 * Makes sure that a run recorded and did what the reference did.
 *
 * @param reference The run without a stop.
 * @param run The run.
 * @param how How it was stopped.
 * @param comparison What of the logs counts.
 * @throws {ResumeMismatchError} If not.
 */
export function requireSameRun(
  reference: RunResult,
  run: RunResult,
  how: RunStop,
  comparison: Comparison,
): void {
  const expected = comparable(reference.events, comparison);
  const actual = comparable(run.events, comparison);
  const length = Math.max(expected.length, actual.length);
  for (let index = 0; index < length; index++) {
    const difference = firstDifference(expected[index]?.counts, actual[index]?.counts);
    if (difference === undefined) continue;
    const { at, type } = (expected[index] ?? actual[index])!;
    throw mismatch(how, at, difference, run.fault, [
      eventSentence(`event ${at} (${type})`, difference),
      requestSentence(reference, run, difference),
    ]);
  }
  if (run.fault !== undefined) {
    throw mismatch(
      how,
      length + 1,
      { path: "", expected: undefined, actual: undefined },
      run.fault,
      [
        "the events are the same",
      ],
    );
  }
  requireSameEffects(reference, run, how);
}

interface Comparable {
  readonly at: number;
  readonly type: string;
  readonly counts: unknown;
}

function comparable(
  events: readonly SealedEvent[],
  { isId, compared = allButTime }: Comparison,
): Comparable[] {
  const kept = events.map((event, index) => ({
    at: index + 1,
    type: event.type,
    counts: countsOf(compared(event)),
  })).filter(({ counts }) => counts !== undefined);
  if (isId === undefined) return kept;
  const names = renamed(kept.map(({ counts }) => counts), isId);
  return kept.map((event, index) => ({ ...event, counts: names[index] }));
}

function countsOf(value: unknown): unknown {
  try {
    return value === undefined ? value : normalPayload(value as Json, "value");
  } catch (cause) {
    throw new TypeError(
      `Cannot check as 'compared' must give a value of JSON: got ${shown(value)}`,
      { cause },
    );
  }
}

function allButTime({ type, stream, seq, payload }: SealedEvent): unknown {
  return { type, stream, seq, payload };
}

function eventSentence(which: string, difference: FirstDifference): string {
  const { path, expected, actual } = difference;
  if (path === "" && actual === undefined) return `${which} is missing`;
  if (path === "" && expected === undefined) return `${which} is one too many`;
  return `${which} differs${path === "" ? "" : ` at ${path}`}: ${shownDifference(difference)}`;
}

function requestSentence(
  reference: RunResult,
  run: RunResult,
  { expected, actual }: FirstDifference,
): string {
  const left = reference.requests.get(String(expected));
  const right = run.requests.get(String(actual));
  const difference = left === undefined || right === undefined
    ? undefined
    : firstDifference(left, right);
  if (difference === undefined) return "";
  return `the requests differ first at ${difference.path}: ${shownDifference(difference)}`;
}

function mismatch(
  { kind, stop }: RunStop,
  at: number,
  difference: FirstDifference,
  fault: RunResult["fault"],
  sentences: readonly string[],
): ResumeMismatchError {
  const said = [
    ...sentences,
    fault === undefined ? "" : `the process that went on threw: ${textOf(fault.error)}`,
  ];
  return new ResumeMismatchError(
    `${stopSentence(kind, stop)}: ${said.filter((text) => text !== "").join("; ")}`,
    { kind, stop, at, ...difference },
    fault === undefined ? undefined : { cause: fault.error },
  );
}

function stopSentence(kind: StopKind, stop: number | "alternate"): string {
  switch (kind) {
    case "after":
      return `Stopped after record ${stop}`;
    case "lost":
      return `Stopped after record ${stop}, whose answer was lost`;
    case "before":
      return `Stopped before record ${stop} landed`;
    case "alternate":
      return "Two processes, turn by turn";
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function requireSameEffects(reference: RunResult, run: RunResult, how: RunStop): void {
  if (reference.effects === undefined || run.effects === undefined) return;
  const isOnce = how.kind !== "before";
  const expected = isOnce ? reference.effects : onceByKey(reference.effects);
  const actual = isOnce ? run.effects : onceByKey(run.effects);
  const difference = firstDifference(expected, actual);
  if (difference === undefined) return;
  throw mismatch(how, 0, { ...difference, path: `effects${difference.path}` }, undefined, [
    "the events are the same, but what was done outside is not: " +
    `${isOnce ? "" : "under one key the same may be done again, but "}effects${difference.path} ` +
    `differs: ${shownDifference(difference)}`,
  ]);
}

/** The effects without those that are the very same as an earlier one with a key. */
function onceByKey(effects: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return effects.filter((effect) => {
    const hasKey = typeof (effect as { key?: unknown } | null)?.key === "string";
    const text = canonicalJson(effect);
    if (hasKey && seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
