import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { EMPTY_PIECE } from "../../../delivery/piece_cutter.ts";
import type { TextPiece } from "../../../delivery/piece_cutter.ts";

/** A piece of streamed arguments. */
export interface ArgsPiece {
  /** The entry of `partialArgs`. */
  readonly entry: JsonObject;
  /** How many tokens it carries. */
  readonly tokens: number;
}

/** What a reader may refuse as a path. */
const MAX_PATH_CHARS = 4000;

const PLAIN_NAME_REGEXP = /^[A-Za-z_]\w*$/;

/**
 * Gives arguments leaf by leaf, as Vertex AI streams them where it is asked to: a text in pieces, anything
 * else whole.
 *
 * @param args The arguments.
 * @param pieces Cuts a text.
 * @returns The pieces; `undefined` if this form has no way to say the arguments, as for an empty list.
 */
export function partialArgs(
  args: JsonObject,
  pieces: (text: string) => readonly TextPiece[],
): readonly ArgsPiece[] | undefined {
  const found: ArgsPiece[] = [];
  return addMembers(args, "$", pieces, found) ? found : undefined;
}

function addMembers(
  value: JsonObject | readonly unknown[],
  path: string,
  pieces: (text: string) => readonly TextPiece[],
  found: ArgsPiece[],
): boolean {
  return Object.entries(value).every(([name, member]) => {
    const step = Array.isArray(value)
      ? `[${name}]`
      : PLAIN_NAME_REGEXP.test(name)
      ? `.${name}`
      : `[${JSON.stringify(name)}]`;
    return addValue(member, path + step, pieces, found);
  });
}

function addValue(
  value: unknown,
  jsonPath: string,
  pieces: (text: string) => readonly TextPiece[],
  found: ArgsPiece[],
): boolean {
  if (jsonPath.length > MAX_PATH_CHARS) return false;
  if (Array.isArray(value) || isObject(value)) {
    return Object.keys(value).length > 0 && addMembers(value, jsonPath, pieces, found);
  }
  if (typeof value !== "string") {
    const entry = { jsonPath, ...leafMember(value) };
    found.push({ entry, tokens: 1 });
    return true;
  }
  const parts = value === "" ? [EMPTY_PIECE] : pieces(value);
  for (const [at, { text: stringValue, tokens }] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const entry = { jsonPath, stringValue, ...(isLast ? {} : { willContinue: true }) };
    found.push({ entry, tokens });
  }
  return true;
}

function leafMember(value: unknown): JsonObject {
  if (typeof value === "number") return { numberValue: value };
  return typeof value === "boolean" ? { boolValue: value } : { nullValue: "NULL_VALUE" };
}
