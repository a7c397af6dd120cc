import { shown } from "../../shown.ts";
import type { AppendOperation, Operation } from "./operation.ts";

const OUTCOMES: readonly AppendOperation["outcome"][] = ["landed", "refused", "unknown"];

/**
 * Makes sure that a history and a log have the form of one.
 *
 * @throws {TypeError} If they have not; the message names the place.
 * @throws {RangeError} If a call ends before it began, or a payload is appended twice: nobody could tell which is which.
 */
export function requireHistory(history: unknown, log: unknown): void {
  requireTexts("log", log);
  if (!Array.isArray(history)) throw wrong("history", "a list of calls", history);
  const met = new Map<string, string>();
  for (const [index, one] of [...history].entries()) {
    const path = `history[${index}]`;
    requireOperation(path, one);
    if (one.call === "append") requireNew(path, one.payloads, met);
  }
}

function requireOperation(path: string, one: unknown): asserts one is Operation {
  if (typeof one !== "object" || one === null) throw wrong(path, "an append or a read", one);
  const { call, start, end, payloads } = one as Partial<Operation>;
  if (call !== "append" && call !== "read") throw wrong(`${path}.call`, `"append" or "read"`, call);
  for (const [name, time] of Object.entries({ start, end })) {
    if (!Number.isFinite(time)) throw wrong(`${path}.${name}`, "a number", time);
  }
  if (Number(end) < Number(start)) {
    throw new RangeError(
      `Cannot find anomalies as '${path}' must not end before it began: ` +
        `it began at ${start} and ended at ${end}`,
    );
  }
  requireTexts(`${path}.payloads`, payloads);
  if (call === "append") requireAnswer(path, one as Partial<AppendOperation>);
}

function requireAnswer(
  path: string,
  { outcome, expected, position }: Partial<AppendOperation>,
): void {
  if (!OUTCOMES.some((known) => known === outcome)) {
    throw wrong(`${path}.outcome`, `one of ${OUTCOMES.join(", ")}`, outcome);
  }
  for (const [name, place] of Object.entries({ expected, position })) {
    if (place === undefined || Number.isSafeInteger(place)) continue;
    throw wrong(`${path}.${name}`, "a whole number, or left out", place);
  }
}

function requireNew(path: string, payloads: readonly string[], met: Map<string, string>): void {
  for (const [at, payload] of payloads.entries()) {
    const place = `${path}.payloads[${at}]`;
    const before = met.get(payload);
    if (before !== undefined) {
      throw new RangeError(
        `Cannot find anomalies as every payload must be appended once: ` +
          `'${place}' is that of '${before}', ${shown(payload)}`,
      );
    }
    met.set(payload, place);
  }
}

function requireTexts(path: string, list: unknown): void {
  if (!Array.isArray(list)) throw wrong(path, "a list of texts", list);
  const at = [...list].findIndex((text) => typeof text !== "string");
  if (at >= 0) throw wrong(`${path}[${at}]`, "a text", list[at]);
}

function wrong(path: string, expected: string, actual: unknown): TypeError {
  return new TypeError(
    `Cannot find anomalies as '${path}' must be ${expected}: current value is ${shown(actual)}`,
  );
}
