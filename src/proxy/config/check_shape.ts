import { shown } from "../../shown.ts";
import type { JsonObject } from "../../wire/json.ts";
import { isObject } from "../../wire/json.ts";
import { copyJson } from "./copy_json.ts";
import type { ConfigPath } from "./config_problem.ts";
import { didYouMean } from "./nearest_name.ts";
import type { SchemaNode } from "./schema_node.ts";

/** Is told of each part that is not as the schema has it: where, what is said after the path, and the value. */
export type ReportShape = (path: ConfigPath, text: string, value: unknown) => void;

/**
 * Checks a value by a schema, all of it, and goes on after what is wrong.
 *
 * @param value The value.
 * @param node The schema.
 * @param path Where the value stands.
 * @param report Is told what is wrong.
 * @returns A copy of what is right: what is not is left out.
 */
export function checkShape(
  value: unknown,
  node: SchemaNode,
  path: ConfigPath,
  report: ReportShape,
): unknown {
  const kind = kindOf(value, node);
  const isRight = kind !== undefined && isWithin(value, kind);
  if (!isRight) {
    report(path, `must be ${expected(node)}: it is ${valueText(value, node)}`, value);
    return undefined;
  }
  if (Array.isArray(value)) return checkItems(value, kind, path, report);
  if (!isObject(value)) return value;
  if (kind.additionalProperties === true) return checkJson(value, kind, path, report);
  return checkMembers(value, kind, path, report);
}

/** Gives the schema that is meant: of several kinds the one of the value's type. */
function kindOf(value: unknown, node: SchemaNode): SchemaNode | undefined {
  if (node.anyOf === undefined) return isOfType(value, node) ? node : undefined;
  return node.anyOf.find((kind) => isOfType(value, kind));
}

function isOfType(value: unknown, { type }: SchemaNode): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case undefined:
      return true;
    default: {
      const actual = typeof value;
      return actual === type;
    }
  }
}

/** Whether a value of the right type is within the bounds of its kind. */
function isWithin(value: unknown, kind: SchemaNode): boolean {
  if (typeof value === "number") {
    const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = kind;
    return Number.isFinite(value) && value >= minimum && value > exclusiveMinimum &&
      value <= maximum;
  }
  if (typeof value === "string") {
    return value.length >= (kind.minLength ?? 0) &&
      (kind.enum?.includes(value) ?? true) &&
      (kind.pattern === undefined || new RegExp(kind.pattern, "u").test(value));
  }
  if (Array.isArray(value)) return value.length >= (kind.minItems ?? 0);
  return !isObject(value) || Object.keys(value).length >= (kind.minProperties ?? 0);
}

function checkItems(
  items: readonly unknown[],
  kind: SchemaNode,
  path: ConfigPath,
  report: ReportShape,
): readonly unknown[] {
  const seen = new Map<unknown, number>();
  const checked: unknown[] = [];
  // By index, as a list from JavaScript may have holes.
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const first = seen.get(item);
    if (kind.uniqueItems && first !== undefined) {
      report([...path, index], `is the same as item ${first} of the list: leave it out`, item);
    }
    if (first === undefined) seen.set(item, index);
    const copy = checkShape(item, kind.items!, [...path, index], report);
    // What is left out keeps its place, so that later messages name the right one.
    checked.push(copy);
  }
  return checked;
}

function checkMembers(
  value: JsonObject,
  kind: SchemaNode,
  path: ConfigPath,
  report: ReportShape,
): JsonObject {
  const { properties = {}, required = [], additionalProperties, propertyNames } = kind;
  const known = Object.keys(properties);
  const copies: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, name];
    const node = Object.hasOwn(properties, name) ? properties[name]! : additionalProperties;
    if (typeof node !== "object") {
      const near = didYouMean(name, known);
      report(
        at,
        `is not known${near || ":"} ${near ? "It" : "it"} must be one of: ${known.join(", ")}`,
        member,
      );
    } else if (member !== undefined) {
      const isNamed = propertyNames === undefined || isWithin(name, propertyNames);
      if (!isNamed) report(at, `must be named by ${propertyNames.title}`, member);
      const copy = checkShape(member, node, at, report);
      if (isNamed) copies.push([name, copy]);
    } else if (node.writeOnly && !required.includes(name)) {
      // From JavaScript: a variable that is not set must not open what a key was to close.
      report(at, `is undefined: set it, or leave it out`, member);
    }
  }
  for (const name of required) {
    if (value[name] !== undefined) continue;
    report([...path, name], `is missing: it must be ${expected(properties[name]!)}`, undefined);
  }
  return Object.fromEntries(copies.filter(([, copy]) => copy !== undefined));
}

function checkJson(
  value: JsonObject,
  { propertyNames }: SchemaNode,
  path: ConfigPath,
  report: ReportShape,
): unknown {
  for (const [name, member] of Object.entries(value)) {
    if (propertyNames === undefined || isWithin(name, propertyNames)) continue;
    report([...path, name], `must be named by ${propertyNames.title}`, member);
  }
  const copy = copyJson(value);
  if (copy.ok) return copy.value;
  report([...path, ...copy.path], `must be a JSON value: it is ${copy.what}`, value);
  return undefined;
}

/** Says what a value must be. */
function expected(node: SchemaNode): string {
  return node.enum === undefined ? node.title! : `one of: ${node.enum.join(", ")}`;
}

/** Says what a value is; of a secret, or of what may be one in the wrong place, only its kind. */
function valueText(value: unknown, node: SchemaNode): string {
  if (value === "") return "an empty text";
  if (Array.isArray(value) && value.length === 0) return "an empty list";
  if (isObject(value) && Object.keys(value).length === 0) return "an empty object";
  const isSecret = node.writeOnly || kindOf(value, node) === undefined;
  if (typeof value === "string" && isSecret) return node.writeOnly ? "another text" : "a text";
  return shown(value);
}
