import { isUnread } from "./unread_request.ts";
import { isBroken, isUnended, takenBack } from "./cut_answer.ts";
import type { MockRecord } from "./mock_record.ts";
import { aVerdictOptions } from "./verdict_shape.ts";

/** What {@linkcode judge} looks at. */
export type VerdictRule =
  | "honours-retry-after"
  | "stops-when-told"
  | "backs-off"
  | "no-retry-storm"
  | "cut-is-not-whole";

/** What the records say about one habit of the client. */
export interface VerdictFinding {
  /** Which habit. */
  readonly rule: VerdictRule;
  /** Whether it is a good one; `undefined` if nothing happened that shows it. */
  readonly ok: boolean | undefined;
  /** What was seen, for a person. */
  readonly sentence: string;
  /** The records that show it. */
  readonly records: readonly string[];
}

/** What the records say about the client. */
export interface Verdict {
  /** False if it has a bad habit. */
  readonly ok: boolean;
  /** One finding a habit. */
  readonly findings: readonly VerdictFinding[];
  /** The same for a person to read. */
  readonly text: string;
}

/** Options of a verdict. */
export interface VerdictOptions {
  /** One test; by default all are looked at. */
  readonly testId?: string | undefined;
  /** How often a request may be tried in all. @default {5} */
  readonly maxAttempts?: number | undefined;
  /** The least wait before another try that counts as one, in milliseconds. @default {50} */
  readonly minBackoffMs?: number | undefined;
}

/** The tries of one request, in order. */
type Attempts = readonly MockRecord[];

/** How much shorter than the one before a wait may be: clients put jitter into them. */
const JITTER = 0.5;

/** How much earlier than asked a try may come: clocks and timers are not that exact. */
const EARLY_MS = 5;

/**
 * Judges a client by the records of what it asked.
 *
 * @param records The records, in order.
 * @param options What is looked at.
 * @throws {TypeError | RangeError} If an option is none; the message says which.
 */
export function judge(records: readonly MockRecord[], options: VerdictOptions = {}): Verdict {
  aVerdictOptions(options, "options");
  const { testId, maxAttempts = 5, minBackoffMs = 50 } = options;
  const own = records.filter((record) => testId === undefined || record.testId === testId);
  const tries = triesOf(own);
  const findings = [
    retryAfter(tries),
    stopping(tries),
    backingOff(tries, minBackoffMs),
    storm(tries, maxAttempts),
    cuts(own),
  ];
  const text = findings.map(({ rule, ok, sentence }) =>
    `${ok === undefined ? "not seen" : ok ? "ok" : "BAD"}  ${rule}: ${sentence}`
  ).join("\n");
  return { ok: findings.every(({ ok }) => ok !== false), findings, text };
}

/** The records of each request together. */
function triesOf(records: readonly MockRecord[]): readonly Attempts[] {
  const tries = new Map<string, MockRecord[]>();
  for (const record of records) {
    const key = keyOf(record);
    const attempts = tries.get(key);
    if (attempts === undefined) tries.set(key, [record]);
    else attempts.push(record);
  }
  return [...tries.values()];
}

function keyOf({ name, testId, surface, request }: MockRecord): string {
  return isUnread(request) ? name : JSON.stringify([testId, surface, request]);
}

/** A failure, the try after it, and the wait between. */
interface Retry {
  readonly before: MockRecord;
  readonly after: MockRecord;
  readonly waitMs: number;
}

function retriesOf(attempts: Attempts): readonly Retry[] {
  return attempts.slice(1).flatMap((after, index) => {
    const before = attempts[index]!;
    const waitMs = after.startedMs - (before.endedMs ?? before.startedMs);
    // What was asked before the failure could be known is no other try.
    return isFailure(before) && waitMs >= 0 ? [{ before, after, waitMs }] : [];
  });
}

function isFailure(record: MockRecord): boolean {
  const { outcome, retryable, faults } = record;
  if (retryable !== undefined || outcome === "failed") return true;
  return outcome === "fault" && (faults.length === 0 || isBroken(record));
}

function retryAfter(tries: readonly Attempts[]): VerdictFinding {
  const told = tries.flatMap(retriesOf).filter(({ before }) => before.retryAfterMs !== undefined);
  const early = told.find(({ before, waitMs }) => waitMs < before.retryAfterMs! - EARLY_MS);
  if (early !== undefined) {
    const { before, after, waitMs } = early;
    const sentence =
      `${before.name} asked to wait ${before.retryAfterMs} ms, and ${after.name} came after ${waitMs}`;
    return bad("honours-retry-after", sentence, [before, after]);
  }
  return seen("honours-retry-after", told, "every wait that was asked for was kept");
}

function stopping(tries: readonly Attempts[]): VerdictFinding {
  const final = tries.flat().filter(({ retryable }) => retryable === false);
  const again = tries.flatMap(retriesOf).find(({ before }) => before.retryable === false);
  if (again !== undefined) {
    const { before, after } = again;
    const sentence =
      `${before.name} was a failure not to be tried again (${before.status}), and ${after.name} is the same request`;
    return bad("stops-when-told", sentence, [before, after]);
  }
  return seen("stops-when-told", final, "no failure that is final was tried again");
}

function backingOff(tries: readonly Attempts[], minBackoffMs: number): VerdictFinding {
  const rows = tries.map((attempts) =>
    retriesOf(attempts).filter(({ before }) =>
      before.retryAfterMs === undefined && before.retryable !== false
    )
  );
  for (const row of rows) {
    for (const [index, { before, after, waitMs }] of row.entries()) {
      const least = index === 0
        ? minBackoffMs
        : Math.max(minBackoffMs, row[index - 1]!.waitMs * JITTER);
      if (waitMs >= least) continue;
      const sentence =
        `${after.name} came ${waitMs} ms after the failure of ${before.name}, where at least ${least} were due`;
      return bad("backs-off", sentence, [before, after]);
    }
  }
  return seen("backs-off", rows.flat(), "no wait before another try was short or shrank");
}

function storm(tries: readonly Attempts[], maxAttempts: number): VerdictFinding {
  const most = tries.flatMap(runsOf).reduce<Attempts>((a, b) => b.length > a.length ? b : a, []);
  const failing = most.filter(isFailure);
  if (failing.length > 0 && most.length > maxAttempts) {
    const sentence =
      `the same request was tried ${most.length} times, where ${maxAttempts} are the most`;
    return bad("no-retry-storm", sentence, most);
  }
  const failed = tries.filter((attempts) => attempts.some(isFailure));
  return seen("no-retry-storm", failed, `no request was tried more than ${maxAttempts} times`);
}

/** The tries up to each success, which ends them. */
function runsOf(attempts: Attempts): readonly Attempts[] {
  const runs: MockRecord[][] = [[]];
  for (const record of attempts) {
    runs.at(-1)!.push(record);
    if (!isFailure(record)) runs.push([]);
  }
  return runs;
}

/** What a client takes for the model's answer it sends back in the conversation. */
function cuts(records: readonly MockRecord[]): VerdictFinding {
  const cut = records.filter((record) =>
    record.streamed && record.text !== undefined && isBroken(record)
  );
  for (const record of cut) {
    const own = records.filter(({ testId }) => testId === record.testId);
    const taken = takenBack(record, own);
    if (taken === undefined) continue;
    const sentence = isUnended(record)
      ? `the answer of ${record.name} came without its end, and ${taken.name} sends it back as the model's answer`
      : `the answer of ${record.name} was cut, and ${taken.name} sends its beginning back as the model's answer`;
    return bad("cut-is-not-whole", sentence, [record, taken]);
  }
  return seen("cut-is-not-whole", cut, "no cut answer was sent back as the model's");
}

function bad(rule: VerdictRule, sentence: string, records: readonly MockRecord[]): VerdictFinding {
  return { rule, ok: false, sentence, records: records.map(({ name }) => name) };
}

function seen(rule: VerdictRule, cases: readonly unknown[], sentence: string): VerdictFinding {
  if (cases.length > 0) return { rule, ok: true, sentence, records: [] };
  return { rule, ok: undefined, sentence: "nothing happened that shows it", records: [] };
}
