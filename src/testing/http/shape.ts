import { showValue } from "../../checks/show_value.ts";
import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { broken } from "../contract/expectations.ts";

/** What a member must be. `word`: a text that is not empty. */
export type Kind =
  | "word"
  | "text"
  | "text or null"
  | "count"
  | "list"
  | "object"
  | "flag"
  | { readonly only: string | number | boolean | null };

/** Members by their paths, names behind dots. */
export type Shape = Readonly<Record<string, Kind>>;

/** A value of a body and what it must have. */
export interface Shaped {
  /** Where it stands, for messages. */
  readonly where: string;
  /** The value. */
  readonly value: unknown;
  /** What it must have. */
  readonly shape: Shape;
}

/** Gives a member by its path, names behind dots. */
export function memberAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split(".")) {
    const isMember = isObject(found) && Object.hasOwn(found, name);
    found = isMember ? (found as JsonObject)[name] : undefined;
  }
  return found;
}

/** Gives a member that is a list, or none. */
export function itemsAt(value: unknown, path: string): readonly unknown[] {
  const found = memberAt(value, path);
  return Array.isArray(found) ? found : [];
}

/** Gives a member that is a text, or "". */
export function textAt(value: unknown, path: string): string {
  const found = memberAt(value, path);
  return typeof found === "string" ? found : "";
}

/** Makes sure that values have what they must. */
export function expectShapes(shaped: readonly Shaped[]): void {
  for (const { where, value, shape } of shaped) {
    for (const [path, kind] of Object.entries(shape)) {
      const member = memberAt(value, path);
      if (isOf(member, kind)) continue;
      throw broken(`${where} to have '${path}', ${wordsFor(kind)}`, actually(value, member));
    }
  }
}

function isOf(value: unknown, kind: Kind): boolean {
  if (typeof kind === "object") return value === kind.only;
  switch (kind) {
    case "word":
      return typeof value === "string" && value !== "";
    case "text":
      return typeof value === "string";
    case "text or null":
      return value === null || typeof value === "string";
    case "count":
      return Number.isSafeInteger(value) && (value as number) >= 0;
    case "list":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "flag":
      return typeof value === "boolean";
  }
}

function wordsFor(kind: Kind): string {
  if (typeof kind === "object") return JSON.stringify(kind.only);
  const words = {
    word: "a text that is not empty",
    text: "a text",
    "text or null": "a text or null",
    count: "a whole number from 0",
    list: "a list",
    object: "an object",
    flag: "true or false",
  };
  return words[kind];
}

function actually(value: unknown, member: unknown): string {
  if (value === undefined) return "there is nothing at all";
  const actual = member === undefined ? "there is none" : `it is ${showValue(member)}`;
  return `${actual}: ${showValue(value, 160)}`;
}
