import { ModelError } from "../errors.ts";
import type { ModelErrorCode, ModelErrorInfo } from "../errors.ts";
import type { SseEvent } from "../sse/sse_event.ts";
import { printable } from "../printable.ts";
import { jsonText } from "./json_text.ts";

/** A JSON object whose members are not yet known. */
export type JsonObject = { readonly [key: string]: unknown };

/** Tells whether a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Gives a string, or `""` for anything else. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Gives a count, or 0 for anything else. */
export function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

/** Gives an array, or an empty one for anything else: providers send `null` for "none". */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NONE;
}

const NONE: readonly unknown[] = Object.freeze([]);

/** How much of a bad payload an error message carries, in characters. */
const EXCERPT_CHARS = 200;

/**
 * Parses the payload of a frame.
 *
 * @param frame The frame. If it is unterminated and no whole JSON, the body was cut inside it.
 * @returns The object, or `undefined` for a frame that carries nothing: one with no data, or a comment
 * that a proxy has wrapped into a data field (`data: : keepalive`), which can never be JSON.
 * @throws {ModelError} `INCOMPLETE` for a cut payload, `STREAM_PROTOCOL` for one that is no object.
 */
export function parsePayload(frame: SseEvent): JsonObject | undefined {
  const { data } = frame;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    if (frame.unterminated) {
      throw new ModelError("INCOMPLETE", "The body ended inside a frame of the stream", { cause });
    }
    if (data.startsWith(":") || data.trim() === "") return undefined;
    throw new ModelError(
      "STREAM_PROTOCOL",
      `The stream has a frame that is not JSON: ${quote(data)}`,
      {
        cause,
      },
    );
  }
  if (isObject(value)) return value;
  throw new ModelError(
    "STREAM_PROTOCOL",
    `The stream has a frame that is no object: ${quote(data)}`,
  );
}

/**
 * Tells whether a frame is the `[DONE]` that OpenAI ends its chat streams with, and that gateways add
 * to other wires. Blanks around it do not matter.
 */
export function isDoneSentinel(frame: SseEvent): boolean {
  return frame.data.length < 32 && frame.data.trim() === "[DONE]";
}

/** Quotes the beginning of a text for an error message. */
export function quote(text: string): string {
  const excerpt = text.length > EXCERPT_CHARS ? text.slice(0, EXCERPT_CHARS) + "…" : text;
  return printable(JSON.stringify(excerpt));
}

/** The kinds of errors, as providers name them, that mean more than "the provider failed". */
const ERROR_KINDS: ReadonlyMap<string, ModelErrorCode> = new Map([
  ["insufficient_quota", "QUOTA"],
  ["billing_hard_limit_reached", "QUOTA"],
  ["billing_not_active", "QUOTA"],
  ["billing_error", "QUOTA"],
  ["rate_limit_error", "RATE_LIMITED"],
  ["rate_limit_exceeded", "RATE_LIMITED"],
]);

/**
 * Builds the error for what a provider says of itself inside a stream: an object with a `message`,
 * a text, or anything else.
 *
 * @param error What it says.
 * @param info What else is known, for instance the tokens used so far.
 */
export function providerError(error: unknown, info?: ModelErrorInfo): ModelError {
  const known = isObject(error) ? error : {};
  const message = stringOf(known.message) || stringOf(error) || jsonText(error);
  const kinds = [stringOf(known.type), stringOf(known.code), stringOf(known.status)];
  const kind = kinds.find((word) => word !== "" && word !== "error") ?? "";
  const code = kinds.map((word) => ERROR_KINDS.get(word)).find((found) => found !== undefined);
  const detail = `${kind && `${kind.slice(0, EXCERPT_CHARS)}: `}${message.slice(0, 8192)}`;
  return new ModelError(
    code ?? "PROVIDER",
    `The provider failed within the stream: ${printable(detail)}`,
    info,
  );
}
