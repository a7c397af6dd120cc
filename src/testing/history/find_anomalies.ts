import { shown } from "../../shown.ts";
import { requireHistory } from "./check_history.ts";
import type { Anomaly, AppendOperation, Operation, ReadOperation } from "./operation.ts";

/**
 * Tells what of a history of one thread cannot be explained by any order of its calls. As every payload is there once, the
 * log itself tells the order, so that this takes as long as the history is, and not for ever.
 *
 * @example A read that misses what was acknowledged before
 * ```ts
 * import { findAnomalies } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const history = [
 *   { call: "append", start: 1, end: 2, payloads: ["a"], outcome: "landed", position: 1 },
 *   { call: "read", start: 3, end: 4, payloads: [] },
 * ] as const;
 * assertEquals(findAnomalies(history, ["a"]).map(({ kind }) => kind), ["stale-read"]);
 * ```
 *
 * @param history The calls, in any order.
 * @param log The payloads of the thread at the end, in order.
 * @returns What is wrong; empty if nothing is.
 * @throws {TypeError} If one of them has not the form it should have.
 * @throws {RangeError} If a call ends before it began, or a payload is appended twice.
 */
export function findAnomalies(
  history: readonly Operation[],
  log: readonly string[],
): readonly Anomaly[] {
  requireHistory(history, log);
  const places = new Map(log.map((payload, at) => [payload, at + 1]));
  const appends = history.filter((one): one is AppendOperation => one.call === "append");
  const reads = history.filter((one): one is ReadOperation => one.call === "read");
  return [
    ...strangersIn(log, appends),
    ...appends.flatMap((append) => faultsOf(append, places)),
    ...reads.flatMap((read) => notPrefix(read, log)),
    ...outOfTime(appends, reads, places),
  ];
}

type Places = ReadonlyMap<string, number>;

function strangersIn(log: readonly string[], appends: readonly AppendOperation[]): Anomaly[] {
  const known = new Set(appends.flatMap(({ payloads }) => payloads));
  const met = new Set<string>();
  const found: Anomaly[] = [];
  for (const [at, payload] of log.entries()) {
    const where = `${shown(payload)} at position ${at + 1}`;
    if (met.has(payload)) found.push({ kind: "duplicate", message: `${where} was there before` });
    if (!known.has(payload)) {
      found.push({ kind: "unknown-event", message: `${where} was appended by nobody` });
    }
    met.add(payload);
  }
  return found;
}

function faultsOf(append: AppendOperation, places: Places): Anomaly[] {
  const { payloads, outcome, position, expected } = append;
  const found = payloads.map((payload) => places.get(payload));
  const landed = found.filter((place) => place !== undefined);
  const name = nameOf(append);
  if (outcome === "refused") {
    if (landed.length === 0) return [];
    return [{ kind: "refused-but-landed", message: `${name} was refused and is in the log` }];
  }
  if (landed.length === 0) {
    if (outcome === "unknown" || payloads.length === 0) return [];
    return [{ kind: "lost", message: `${name} was acknowledged and is not in the log` }];
  }
  const first = found[0];
  const isWhole = found.every((place, at) => place !== undefined && place === first! + at);
  if (!isWhole) {
    const where = found.map((place) => place ?? "nowhere").join(", ");
    return [{ kind: "torn", message: `${name} is not side by side in the log: it is at ${where}` }];
  }
  const faults: Anomaly[] = [];
  if (outcome === "landed" && position !== undefined && position !== first) {
    const message = `${name} was said to be at position ${position} and is at ${first}`;
    faults.push({ kind: "wrong-position", message });
  }
  if (expected !== undefined && expected + 1 !== first) {
    const message = `${name} expected position ${expected} to be the last and is at ${first}`;
    faults.push({ kind: "expectation-ignored", message });
  }
  return faults;
}

function notPrefix({ payloads, start }: ReadOperation, log: readonly string[]): Anomaly[] {
  const at = payloads.findIndex((payload, index) => payload !== log[index]);
  if (at < 0) return [];
  const message = `the read at ${start} gave ${shown(payloads[at])} at position ${at + 1}, ` +
    `where the log has ${at < log.length ? shown(log[at]) : "nothing"}`;
  return [{ kind: "no-prefix", message }];
}

/** Goes through time: what begins after an append was acknowledged must come after it. */
function outOfTime(
  appends: readonly AppendOperation[],
  reads: readonly ReadOperation[],
  places: Places,
): Anomaly[] {
  const acknowledged = appends.filter(({ outcome }) => outcome === "landed")
    .sort((a, b) => a.end - b.end);
  const begun: readonly Operation[] = [...appends, ...reads].sort((a, b) => a.start - b.start);
  const found: Anomaly[] = [];
  let furthest = { place: 0, name: "" };
  let next = 0;
  for (const one of begun) {
    for (; next < acknowledged.length && acknowledged[next]!.end < one.start; next++) {
      const place = places.get(acknowledged[next]!.payloads.at(-1) ?? "") ?? 0;
      if (place > furthest.place) furthest = { place, name: nameOf(acknowledged[next]!) };
    }
    found.push(...lateness(one, furthest, places));
  }
  return found;
}

function lateness(
  one: Operation,
  { place, name }: { readonly place: number; readonly name: string },
  places: Places,
): Anomaly[] {
  if (one.call === "read") {
    if (one.payloads.length >= place) return [];
    const message = `the read at ${one.start} gave ${one.payloads.length} events, though ${name} ` +
      `had been acknowledged at position ${place}`;
    return [{ kind: "stale-read", message }];
  }
  const own = places.get(one.payloads[0] ?? "");
  if (own === undefined || own > place) return [];
  const message = `${nameOf(one)} is at position ${own}, before ${name}, which had been ` +
    "acknowledged when it began";
  return [{ kind: "reordered", message }];
}

function nameOf({ payloads }: AppendOperation): string {
  return `the append of ${payloads.map((payload) => shown(payload)).join(", ")}`;
}
