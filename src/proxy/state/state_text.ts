import type { SharedRest } from "./shared_state.ts";

/** What a file of this kind begins with, so that nothing else is taken for one, and overwritten. */
const BEGINNING = '{"type":"wholeturn proxy state","version":';
const VERSION = 1;

/** More rests than these are no file of ours. */
const MAX_RESTS = 100_000;

/** What a file holds. */
export interface StateSnapshot {
  /** When it was written, in milliseconds since 1970. */
  readonly savedMs: number;
  /** What rested then. */
  readonly rests: readonly SharedRest[];
}

/** What became of reading a file. */
export type ReadState =
  | { readonly type: "state"; readonly snapshot: StateSnapshot }
  /** It is one of ours, but not whole; it may be overwritten. */
  | { readonly type: "broken" }
  /** It is not ours, or of a later version: nobody may overwrite it. */
  | { readonly type: "foreign" };

/** Writes a file's text. */
export function stateText({ savedMs, rests }: StateSnapshot): string {
  const rest = JSON.stringify({ savedMs, rests }, null, 1).slice(1);
  return `${BEGINNING}${VERSION},${rest}\n`;
}

/** Reads a file's text. */
export function readState(text: string): ReadState {
  // What is left of a file whose disk lost power.
  if (/^[\0\s]*$/.test(text)) return { type: "broken" };
  if (!text.startsWith(BEGINNING)) return { type: "foreign" };
  const version = /^\d+/.exec(text.slice(BEGINNING.length))?.[0];
  if (version !== undefined && Number(version) !== VERSION) return { type: "foreign" };
  const snapshot = snapshotOf(text);
  return snapshot === undefined ? { type: "broken" } : { type: "state", snapshot };
}

function snapshotOf(text: string): StateSnapshot | undefined {
  try {
    const { savedMs, rests } = JSON.parse(text);
    if (!isTime(savedMs) || !Array.isArray(rests) || rests.length > MAX_RESTS) return undefined;
    return { savedMs, rests: rests.filter(isRest) };
  } catch {
    return undefined;
  }
}

function isRest(value: unknown): value is SharedRest {
  if (typeof value !== "object" || value === null) return false;
  const { scope, level, untilMs } = value as Record<string, unknown>;
  return typeof scope === "string" && isTime(untilMs) && isLevel(level);
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** Tells whether something is how often a rest was lengthened. */
export function isLevel(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 10_000;
}
