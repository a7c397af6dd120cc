import { ModelError } from "../errors.ts";
import type { SseEvent } from "../sse/sse_event.ts";

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
 * @returns The object, or `undefined` for a comment that a proxy has wrapped into a data field
 * (`data: : keepalive`), which can never be JSON and carries nothing.
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
    if (data.startsWith(":")) return undefined;
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

/** Quotes the beginning of a text for an error message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > EXCERPT_CHARS ? text.slice(0, EXCERPT_CHARS) + "…" : text);
}

/**
 * Builds the error for what a provider says of itself inside a stream: an object with a `message`,
 * a text, or anything else.
 */
export function providerError(error: unknown): ModelError {
  const known = isObject(error) ? error : {};
  const message = stringOf(known.message) || stringOf(error) || JSON.stringify(error) || "";
  const kind = stringOf(known.type) || stringOf(known.code) || stringOf(known.status);
  const detail = message.slice(0, 8192);
  const code = kind === "insufficient_quota" ? "QUOTA" : "PROVIDER";
  return new ModelError(
    code,
    `The provider failed within the stream: ${kind && `${kind}: `}${detail}`,
  );
}
