import type { FaultKind } from "../delivery/delivery_plan.ts";
import { isBeginningOf, isSameArguments } from "./beginning.ts";
import type { MockRecord } from "./mock_record.ts";
import { joined, type Said, turnsIn } from "./said.ts";

/** The faults after which an answer is not whole; after the others clients may go on. */
const BREAKS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  "close",
  "reset",
  "hang",
  "error-frame",
  "malformed-frame",
  "missing-marker",
  "early-marker",
]);

/** Tells whether a fault cut or spoilt an answer. */
export function isBroken({ faults }: MockRecord): boolean {
  return faults.some((kind) => BREAKS.has(kind));
}

/**
 * Tells whether nobody can know that an answer is whole, even if all of its content came. What is made in the
 * background can be fetched again, which has no record.
 */
export function isUnended({ lacksEnd, request }: MockRecord): boolean {
  return lacksEnd && request.background !== true;
}

/**
 * Finds the first request that sends an answer which was cut back as the model's.
 *
 * @param cut The record of the answer.
 * @param records All records of its test, in order.
 */
export function takenBack(
  cut: MockRecord,
  records: readonly MockRecord[],
): MockRecord | undefined {
  const at = records.indexOf(cut);
  return records.find((later, index) => {
    if (index <= at) return false;
    if (!turnsIn(later.request).flat().some((said) => isFrom(cut, said))) return false;
    const wholes = records.slice(0, index).filter((record, place) =>
      isWholeBefore(later, record) && (place > at || isBeside(record, cut))
    );
    return newTurns(later, cut).some((turn) =>
      turn.some((said) =>
        isCutOf(cut, said, turn) &&
        !wholes.some((whole) => gave(whole, said) || gave(whole, joined(turn)))
      )
    );
  });
}

/** Gives the turns of a conversation without what was in it already when the answer was asked for. */
function newTurns(later: MockRecord, cut: MockRecord): readonly (readonly Said[])[] {
  const known = turnsIn(cut.request).flat().map((said) => JSON.stringify(said));
  return turnsIn(later.request).map((turn) =>
    turn.filter((said) => {
      const at = known.indexOf(JSON.stringify(said));
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    })
  );
}

/** Tells whether a message is of an answer that was cut, and not what a whole one would be. */
function isCutOf(cut: MockRecord, said: Said, turn: readonly Said[]): boolean {
  if (!isFrom(cut, said)) return false;
  return isUnended(cut) || !(isAllOf(cut, said) || isAllOf(cut, joined(turn)));
}

/** Tells whether a message is the beginning of an answer, or all of it. Clients may leave out what stands before calls. */
function isFrom({ text = "", calls = [] }: MockRecord, said: Said): boolean {
  const beginning = said.text.trim();
  if (beginning === "" && said.calls.length === 0) return false;
  const last = said.calls.length - 1;
  return text.trimStart().startsWith(beginning) &&
    said.calls.every(({ name, arguments: args }, index) => {
      const call = calls[index];
      if (call?.name !== name) return false;
      return index < last
        ? isSameArguments(args, call.arguments)
        : isBeginningOf(args, call.arguments);
    });
}

function isAllOf(record: MockRecord, said: Said): boolean {
  return said.calls.length === record.calls?.length && gave(record, said);
}

/** Tells whether an answer has all that a message says; a client may send its parts apart. */
function gave({ text, calls = [] }: MockRecord, said: Said): boolean {
  // What was not the mock's own answer may have said it.
  if (text === undefined) return true;
  const own = said.text.trim();
  return (own === text.trim() || (own === "" && said.calls.length > 0)) &&
    said.calls.every(({ name, arguments: args }) =>
      calls.some((call) => call.name === name && isSameArguments(call.arguments, args))
    );
}

/** Tells whether an answer came whole before something was asked. */
function isWholeBefore(later: MockRecord, record: MockRecord): boolean {
  const { outcome, endedMs = Infinity, faults } = record;
  if (endedMs > later.startedMs || record.surface === "embeddings") return false;
  return outcome === "served" || (outcome === "fault" && faults.length > 0 && !isBroken(record));
}

/** Tells whether an answer that was asked for earlier came while another was on its way, or is to the same request. */
function isBeside(record: MockRecord, { startedMs, request }: MockRecord): boolean {
  return record.endedMs! > startedMs ||
    JSON.stringify(record.request) === JSON.stringify(request);
}
