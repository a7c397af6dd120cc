import { showValue } from "../../checks/show_value.ts";
import type { Entry } from "../../store/trace_event.ts";
import type { Lease, ThreadSummary } from "../../store/trace_store.ts";
import { broken } from "./expectations.ts";

/** Makes sure that a store gave an entry. */
export function anEntry(value: unknown, what: string): Entry {
  const { position, event } = membersOf(value);
  const { type, stream, seq, ts } = membersOf(event);
  const isEntry = isCount(position, 1) && isCount(seq, 0) &&
    [type, stream, ts].every(isText) && "payload" in membersOf(event);
  if (isEntry) return value as Entry;
  throw broken(
    `${what} to give { position, event: { type, stream, payload, seq, ts } }`,
    `it gave ${showValue(value)}`,
  );
}

/** Makes sure that a store gave a list of entries. */
export function entryList(value: unknown, what: string): readonly Entry[] {
  return itemsOf(value, what, "entries").map((entry) => anEntry(entry, `${what}[]`));
}

/** Makes sure that a store gave a lease. */
export function aLease(value: unknown, what: string): Lease {
  const { thread, owner, token, expiresAt } = membersOf(value);
  const isLease = [thread, owner, token, expiresAt].every(isText) &&
    !Number.isNaN(Date.parse(String(expiresAt)));
  if (isLease) return value as Lease;
  throw broken(
    `${what} to give { thread, owner, token, expiresAt }, all of them texts`,
    `it gave ${showValue(value)}`,
  );
}

/** Makes sure that a store gave a list of threads. */
export function summaryList(value: unknown, what: string): readonly ThreadSummary[] {
  const items = itemsOf(value, what, "threads");
  for (const item of items) {
    const { thread, first } = membersOf(item);
    if (!isText(thread)) {
      throw broken(`${what} to give { thread, first } each`, `it gave ${showValue(item)}`);
    }
    anEntry(first, `${what}[].first`);
  }
  return items as readonly ThreadSummary[];
}

/** Makes sure that an iterator gave a result. */
export function aResult(value: unknown, what: string): IteratorResult<Entry, undefined> {
  const { done, value: entry } = membersOf(value);
  if (done === true) return { done, value: undefined };
  if (typeof value !== "object" || value === null) {
    throw broken(`${what} to give { done, value }`, `it gave ${showValue(value)}`);
  }
  return { done: false, value: anEntry(entry, what) };
}

/** The most items of a list that are looked at: going through one that claims more would never end. */
const MAX_ITEMS = 1_000_000;

/** The items of a list, also those that are not there. */
function itemsOf(value: unknown, what: string, kind: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw broken(`${what} to give a list of ${kind}`, `it gave ${showValue(value)}`);
  }
  const { length } = value;
  if (length <= MAX_ITEMS) return Array.from(value);
  throw broken(`${what} to give a list of ${kind}`, `it gave one of ${length}`);
}

function isCount(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
