import type { TurnEvent } from "../../turn/turn.ts";
import { showValue } from "../show_value.ts";
import { NotAnAdapterError } from "./open_stream.ts";

/** Why something is no event. */
type NotAnEvent = Pick<NotAnEventError, "expected" | "actual" | "cause">;

/**
 * What an adapter gave cannot be told to be an event, or not even be read. A check turns it into a
 * violation of its rule.
 */
export class NotAnEventError extends NotAnAdapterError {
  /** What was asked for, to stand after "Expected". */
  readonly expected: string;
  /** What the adapter gave, to stand after "but". */
  readonly actual: string;

  /** Makes an error of what was asked for and what came. */
  constructor({ expected, actual, cause }: NotAnEvent) {
    super(`Cannot read the stream. Expected ${expected}, but ${actual}`, { cause });
    this.expected = expected;
    this.actual = actual;
  }
}

const RESULT = "next() to give { done, value }, or a promise of that";
const EVENT = "an event { type, … } of type text, reasoning, tool_call, or finish with " +
  "{ finish: { reason, raw, usage, discarded } }";

/** What the events of each type hold beside the type. */
const FIELDS: Readonly<Record<TurnEvent["type"], readonly string[]>> = {
  text: ["text"],
  reasoning: ["text", "signature", "redacted"],
  tool_call: ["index", "id", "name", "arguments"],
  finish: ["finish"],
};
const FINISH_FIELDS = ["reason", "raw", "usage", "discarded"];
const USAGE_FIELDS = ["input", "output", "cacheRead", "cacheWrite"];

type Fields = Record<string, unknown>;

/**
 * Takes what an iterator's `next()` came to.
 *
 * @returns What it gave, in a list, as that may be anything; an empty list at the end.
 * @throws {NotAnEventError} If it is no result of an iterator.
 */
export function asResult(result: unknown): readonly [value?: unknown] {
  if (!isRecord(result)) {
    throw new NotAnEventError({ expected: RESULT, actual: `it gave ${showValue(result)}` });
  }
  return reading("the result of next()", () => result["done"] ? [] : [result["value"]]);
}

/**
 * Takes what an adapter gave as an event. What an event holds is for the rules to judge.
 *
 * @throws {NotAnEventError} If it cannot even be told what kind of event it is.
 */
export function asEvent(value: unknown): TurnEvent {
  const event = copyEvent(value);
  const { type, finish } = isRecord(event) ? event : {};
  const isKnown = type === "text" || type === "reasoning" || type === "tool_call";
  if (isKnown || (type === "finish" && isFinish(finish))) return event as TurnEvent;
  const actual = `current value is ${showValue(value, 200)}`;
  throw new NotAnEventError({ expected: EVENT, actual });
}

/**
 * Copies what is known of an event, so that whoever looks at it later sees no getter, proxy or
 * change. What is no event of a known type stays as it is.
 *
 * @throws {NotAnEventError} If it cannot be read.
 */
export function copyEvent(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return reading("the event", () => {
    const type = value["type"];
    if (typeof type !== "string" || !Object.hasOwn(FIELDS, type)) return value;
    return { type, ...copyOf(value, FIELDS[type as TurnEvent["type"]], copyFinish) };
  });
}

function copyFinish(name: string, finish: unknown): unknown {
  if (name !== "finish" || !isRecord(finish)) return finish;
  return copyOf(
    finish,
    FINISH_FIELDS,
    (_, usage) => isRecord(usage) ? copyOf(usage, USAGE_FIELDS) : usage,
  );
}

function copyOf(
  from: Fields,
  names: readonly string[],
  change: (name: string, value: unknown) => unknown = (_, value) => value,
): Fields {
  const copy: Fields = {};
  for (const name of names) {
    const value = from[name];
    if (value !== undefined) copy[name] = change(name, value);
  }
  return copy;
}

/** Reads what an adapter made: its getters and proxies may throw. */
function reading<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const thrown = error instanceof Error ? `${error.name}: ${error.message}` : showValue(error);
    const [expected, actual] = [`${what} to be plain data`, `reading it threw ${thrown}`];
    throw new NotAnEventError({ expected, actual, cause: error });
  }
}

function isFinish(value: unknown): boolean {
  return isRecord(value) && typeof value["reason"] === "string" && isRecord(value["usage"]);
}

function isRecord(value: unknown): value is Fields {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
