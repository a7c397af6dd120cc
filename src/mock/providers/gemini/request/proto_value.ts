import { isObject } from "../../../../wire/json.ts";
import type { FieldFault } from "../gemini_problem.ts";

/**
 * Reads a value as Google reads JSON into a type: names in camel case or in snake case alike, `null` for
 * nothing, one thing for a list of one, numbers as texts. What does not fit is added to the faults.
 *
 * @param value The value; never `null`.
 * @param at Where it stands.
 * @param faults Where faults go.
 * @returns The value with its names in camel case.
 */
export type ProtoReader = (value: unknown, at: ProtoPlace, faults: FieldFault[]) => unknown;

/** Where a value stands. */
export interface ProtoPlace {
  /** The path of what holds it; empty for the request itself. */
  readonly parent: string;
  /** The name by which it was sent. */
  readonly name: string;
  /** Its own path. */
  readonly path: string;
}

/** Reads the members of an object; what else there is in it is a fault, and kept as it is. */
export function protoMessage(
  type: string,
  fields: Readonly<Record<string, ProtoReader>>,
  oneOf: readonly string[] = [],
): ProtoReader {
  return (value, at, faults) => {
    if (Array.isArray(value)) return noList(at, faults);
    if (!isObject(value)) return noValue(value, at, typeUrl(type), faults);
    const read: Record<string, unknown> = {};
    for (const [sent, member] of Object.entries(value)) {
      const name = camelCase(sent);
      const reader = Object.hasOwn(fields, name) ? fields[name]! : undefined;
      const place = { parent: at.path, name: sent, path: joined(at.path, snakeCase(name)) };
      if (reader === undefined) {
        faults.push(unknownName(place));
        // A plain assignment to `__proto__` would set the prototype.
        Object.defineProperty(read, sent, { value: member, enumerable: true });
      } else if (member !== null) read[name] = reader(member, place, faults);
    }
    checkOneOf(read, oneOf, at, faults);
    return read;
  };
}

/** Of some members, such as the kinds of data in a part, only one may be there. */
function checkOneOf(
  read: Readonly<Record<string, unknown>>,
  oneOf: readonly string[],
  { path }: ProtoPlace,
  faults: FieldFault[],
): void {
  const set = Object.keys(read).filter((name) => oneOf.includes(name));
  if (set.length < 2) return;
  faults.push({
    field: path,
    description:
      `Invalid value at '${path}' (oneof), oneof field 'data' is already set. Cannot set '${
        set[1]
      }'`,
  });
}

/** Reads a list. */
export function protoList(item: ProtoReader): ProtoReader {
  return (value, at, faults) => {
    const items = Array.isArray(value) ? value : [value];
    return items.map((member, index) =>
      item(member, { ...at, path: `${at.path}[${index}]` }, faults)
    );
  };
}

/** Reads an object whose members are all of one kind, under any names. */
export function protoMap(item: ProtoReader): ProtoReader {
  return (value, at, faults) => {
    if (Array.isArray(value)) return noList(at, faults);
    if (!isObject(value)) return noValue(value, at, typeUrl("Map"), faults);
    const read: Record<string, unknown> = {};
    for (const [index, [name, member]] of Object.entries(value).entries()) {
      const place = { parent: at.path, name, path: `${at.path}[${index}].value` };
      // A plain assignment to `__proto__` would set the prototype.
      const entry = { value: member === null ? {} : item(member, place, faults), enumerable: true };
      Object.defineProperty(read, name, entry);
    }
    return read;
  };
}

/** Reads what is described later, so that types may hold themselves. */
export function protoLater(reader: () => ProtoReader): ProtoReader {
  return (value, at, faults) => reader()(value, at, faults);
}

/** Reads any object, and keeps it as it is. */
export const protoStruct: ProtoReader = (value, at, faults) => {
  if (Array.isArray(value)) return noList(at, faults);
  return isObject(value)
    ? value
    : noValue(value, at, "type.googleapis.com/google.protobuf.Struct", faults);
};

/** Reads any value, and keeps it as it is. */
export const protoAny: ProtoReader = (value) => value;

function scalar(type: string, read: (value: unknown) => unknown): ProtoReader {
  return (value, at, faults) => {
    if (Array.isArray(value)) return noList(at, faults);
    if (isObject(value)) return noObject(at, faults);
    return read(value) ?? noValue(value, at, type, faults);
  };
}

/** Reads a text. */
export const protoText: ProtoReader = scalar(
  "TYPE_STRING",
  (value) => typeof value === "string" ? value : undefined,
);

const ENCODED_REGEXP = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Reads bytes: a text in base64, of either alphabet. */
export const protoBytes: ProtoReader = (value, at, faults) => {
  const text = protoText(value, at, faults);
  if (typeof text !== "string" || ENCODED_REGEXP.test(text)) return text;
  const description = `Invalid value at '${at.path}' (TYPE_BYTES), Base64 decoding failed for ${
    shown(text)
  }`;
  faults.push({ field: at.path, description });
  return undefined;
};

/** Reads yes or no. */
export const protoBool: ProtoReader = scalar(
  "TYPE_BOOL",
  (value) => typeof value === "boolean" ? value : undefined,
);

/** Reads a number. */
export const protoFloat: ProtoReader = scalar("TYPE_FLOAT", numberOf);

/** Reads a whole number. */
export const protoInt: ProtoReader = scalar("TYPE_INT32", (value) => {
  const number = numberOf(value);
  return Number.isInteger(number) ? number : undefined;
});

/** Reads one of some words, in capitals or not; gives it as it is among them. */
export function protoWord(type: string, words: readonly string[]): ProtoReader {
  return scalar(typeUrl(type), (value) => {
    if (typeof value === "number") return words[value];
    if (typeof value !== "string") return undefined;
    return words.find((word) => word.toUpperCase() === value.toUpperCase());
  });
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function unknownName({ parent, name }: ProtoPlace): FieldFault {
  return {
    field: parent,
    description: refusedName(name, parent, "Cannot find field."),
    isUnknown: true,
  };
}

function noList({ parent, name }: ProtoPlace, faults: FieldFault[]): undefined {
  const why = "Proto field is not repeating, cannot start list.";
  faults.push({ field: parent, description: refusedName(name, parent, why) });
  return undefined;
}

function noObject({ parent, name }: ProtoPlace, faults: FieldFault[]): undefined {
  const why = "Starting an object on a scalar field.";
  faults.push({ field: parent, description: refusedName(name, parent, why) });
  return undefined;
}

function refusedName(name: string, parent: string, why: string): string {
  const place = parent === "" ? "" : ` at '${parent}'`;
  return `Invalid JSON payload received. Unknown name ${JSON.stringify(name)}${place}: ${why}`;
}

function noValue(
  value: unknown,
  { path }: ProtoPlace,
  type: string,
  faults: FieldFault[],
): undefined {
  faults.push({
    field: path,
    description: `Invalid value at '${path}' (${type}), ${shown(value)}`,
  });
  return undefined;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function typeUrl(type: string): string {
  return `type.googleapis.com/google.ai.generativelanguage.v1beta.${type}`;
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function camelCase(name: string): string {
  return name.includes("_")
    ? name.replace(/(?<=.)_([a-z0-9])/g, (_, letter) => letter.toUpperCase())
    : name;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
