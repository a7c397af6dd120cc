import type { Bytes } from "../../bytes.ts";
import type { ContractViolation } from "../../checks/violation.ts";
import { printable } from "../../printable.ts";
import { NdjsonDecoder } from "../../sse/ndjson_decoder.ts";
import { SseDecoder } from "../../sse/sse_decoder.ts";
import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { Framing } from "../../wire/wire.ts";
import { broken } from "../contract/expectations.ts";

/** How many characters of a frame or a body an excerpt shows. */
const EXCERPT_CHARS = 160;

/** One frame of a stream, as it came. */
export interface Frame {
  /** Its number, from 1. */
  readonly number: number;
  /** The name of the event, if the stream named one. */
  readonly event: string | undefined;
  /** Its data. */
  readonly data: string;
  /** The data as an object; empty for the marker `[DONE]`. */
  readonly payload: JsonObject;
  /** Whether it is the marker `[DONE]`. */
  readonly isDone: boolean;
}

/**
 * Cuts a body into its frames.
 *
 * @throws {ContractViolation} If the last one has no end, or one is neither a JSON object nor `[DONE]`.
 */
export function framesOf(body: Bytes, framing: Framing): readonly Frame[] {
  const decoder = framing === "sse" ? new SseDecoder() : new NdjsonDecoder();
  const events = decoder.push(body);
  decoder.end(events);
  if (events.length === 0) {
    throw broken("the stream to have frames", `it has none: ${excerpt(textOf(body))}`);
  }
  return events.map(({ event, data, unterminated }, index) => {
    const number = index + 1;
    const isDone = framing === "sse" && data === "[DONE]";
    if (unterminated) {
      throw broken("every frame to have its end", `frame ${number} has none: ${excerpt(data)}`);
    }
    const payload = isDone ? {} : parsed(data);
    if (payload === undefined) {
      const due = framing === "sse" ? "a JSON object, or [DONE]" : "a JSON object";
      throw broken(`every frame to be ${due}`, `frame ${number} is ${excerpt(data)}`);
    }
    return { number, event, data, payload, isDone };
  });
}

/** Makes sure that something holds for a frame. */
export function expectFrame(holds: boolean, frame: Frame, expected: string, actual: string): void {
  if (!holds) throw frameFault(frame, expected, actual);
}

/** Says what is wrong with a frame, and shows it. */
export function frameFault(
  { number, data }: Frame,
  expected: string,
  actual: string,
): ContractViolation {
  return broken(expected, `${actual}, in frame ${number}: ${excerpt(data)}`);
}

/** Shows the beginning of a text, in one line. */
export function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line === "") return "(nothing)";
  return printable(line.length > EXCERPT_CHARS ? `${line.slice(0, EXCERPT_CHARS)}…` : line);
}

/** Reads bytes as text, whatever they are. */
export function textOf(bytes: Bytes): string {
  return new TextDecoder().decode(bytes);
}

function parsed(data: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
