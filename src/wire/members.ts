import { ModelError } from "../errors.ts";
import { isObject } from "./json.ts";
import type { JsonObject } from "./json.ts";

/**
 * Reads a member that carries content, or the word for the end of the turn. To pass over one of a
 * wrong kind would lose a piece of the turn, or take a turn cut short for a whole one.
 *
 * @param value The member.
 * @param name Its name, for the error.
 * @returns The text; `""` if the member is missing or `null`.
 * @throws {ModelError} `STREAM_PROTOCOL` if it is anything else.
 */
export function textIn(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  throw wrongKind(value, name, "a text");
}

/**
 * Reads a member that is an object with content.
 *
 * @param value The member.
 * @param name Its name, for the error.
 * @returns The object; an empty one if the member is missing, `null`, or an empty list, which is how
 * PHP writes an object without members.
 * @throws {ModelError} `STREAM_PROTOCOL` if it is anything else.
 */
export function objectIn(value: unknown, name: string): JsonObject {
  if (isObject(value)) return value;
  if (value === undefined || value === null) return NO_MEMBERS;
  if (Array.isArray(value) && value.length === 0) return NO_MEMBERS;
  throw wrongKind(value, name, "an object");
}

/**
 * Reads the entries of a list of content, without those that are `null`.
 *
 * @param value The entries.
 * @param name The name of the list, for the error.
 * @throws {ModelError} `STREAM_PROTOCOL` if an entry is no object.
 */
export function entriesIn(value: unknown, name: string): readonly JsonObject[] {
  const list = listIn(value, name);
  // No list of one's own where it would be the same: chunks come by the thousands.
  if (list.every(isObject)) return list;
  return list.filter(isGiven).map((entry) => objectIn(entry, name));
}

/**
 * Reads a member that is a list of content.
 *
 * @param value The member.
 * @param name Its name, for the error.
 * @returns The list; an empty one if the member is missing or `null`.
 * @throws {ModelError} `STREAM_PROTOCOL` if it is anything else.
 */
export function listIn(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === undefined || value === null) return NO_ITEMS;
  throw wrongKind(value, name, "a list");
}

const NO_MEMBERS: JsonObject = Object.freeze({});
const NO_ITEMS: readonly unknown[] = Object.freeze([]);

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function wrongKind(value: unknown, name: string, expected: string): ModelError {
  const actual = Array.isArray(value) ? "a list" : `of type ${typeof value}`;
  return new ModelError(
    "STREAM_PROTOCOL",
    `The '${name}' of a chunk must be ${expected} or null: it is ${actual}`,
  );
}
