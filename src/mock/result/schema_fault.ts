import { atPointer } from "../at_pointer.ts";
import { arrayOf, isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";

/** How deep a schema is followed; one that refers to itself without end is taken to hold there. */
const MAX_DEPTH = 64;

/**
 * Tells where a value first breaks a JSON Schema, and what was expected; `undefined` if it satisfies it.
 * Members of the schema that this does not know hold for every value.
 *
 * @param schema The schema.
 * @param value The value, of JSON.
 */
export function schemaFault(schema: JsonObject, value: unknown): string | undefined {
  return new SchemaReader(schema).fault(schema, value, "$", 0);
}

class SchemaReader {
  readonly #root: JsonObject;
  /** What was found, lest a client's schema that says itself twice over is followed twice at every depth. */
  readonly #found: Map<JsonObject, Map<string, string | undefined>> = new Map();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  fault(schema: unknown, value: unknown, path: string, depth: number): string | undefined {
    if (schema === false) return `${path} must not be there`;
    if (!isObject(schema) || depth > MAX_DEPTH) return undefined;
    const found = this.#found.get(schema) ?? new Map<string, string | undefined>();
    if (found.has(path)) return found.get(path);
    // A schema that comes back to itself at the same place holds there.
    this.#found.set(schema, found.set(path, undefined));
    const fault = this.#newFault(schema, value, path, depth);
    found.set(path, fault);
    return fault;
  }

  #newFault(schema: JsonObject, value: unknown, path: string, depth: number): string | undefined {
    if (typeof schema.$ref === "string") {
      return this.fault(atPointer(this.#root, schema.$ref), value, path, depth + 1);
    }
    return ownFault(schema, value, path) ??
      this.#combined(schema, value, path, depth) ??
      this.#within(schema, value, path, depth);
  }

  #combined(schema: JsonObject, value: unknown, path: string, depth: number): string | undefined {
    for (const part of arrayOf(schema.allOf)) {
      const fault = this.fault(part, value, path, depth + 1);
      if (fault !== undefined) return fault;
    }
    for (const word of ["anyOf", "oneOf"]) {
      const options = arrayOf(schema[word]);
      if (options.length === 0) continue;
      const faults = options.map((option) => this.fault(option, value, path, depth + 1));
      if (!faults.includes(undefined)) return shortened([...new Set(faults)].join(", or "), 500);
    }
    return undefined;
  }

  #within(schema: JsonObject, value: unknown, path: string, depth: number): string | undefined {
    if (Array.isArray(value)) {
      const first = arrayOf(schema.prefixItems);
      return firstFault(
        value,
        (item, index) =>
          this.fault(first[index] ?? schema.items, item, `${path}[${index}]`, depth + 1),
      );
    }
    if (!isObject(value)) return undefined;
    const properties = isObject(schema.properties) ? schema.properties : {};
    return firstFault(Object.entries(value), ([name, member]) =>
      this.fault(
        Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties,
        member,
        `${path}.${name}`,
        depth + 1,
      ));
  }
}

function firstFault<T>(
  items: readonly T[],
  faultOf: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, index);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What a value breaks by itself, whatever is within it. */
function ownFault(schema: JsonObject, value: unknown, path: string): string | undefined {
  const { type, enum: words } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (types.length > 0 && !types.some((name) => isOfType(value, name))) {
    return `${path} must be of type ${types.join(" or ")}, and is ${shown(value)}`;
  }
  if (Array.isArray(words) && !words.some((word) => isSame(word, value))) {
    return `${path} must be one of ${shown(words)}, and is ${shown(value)}`;
  }
  if ("const" in schema && !isSame(schema.const, value)) {
    return `${path} must be ${shown(schema.const)}, and is ${shown(value)}`;
  }
  return sizeFault(schema, value, path) ?? membersFault(schema, value, path);
}

function membersFault(schema: JsonObject, value: unknown, path: string): string | undefined {
  if (!isObject(value)) return undefined;
  const missing = arrayOf(schema.required).find((name) => !Object.hasOwn(value, name as string));
  return missing === undefined ? undefined : `${path}.${missing} is required, and not there`;
}

function sizeFault(schema: JsonObject, value: unknown, path: string): string | undefined {
  if (typeof value === "number") return rangeFault(schema, value, path);
  const [size, least, most, unit] = typeof value === "string"
    ? [[...value].length, schema.minLength, schema.maxLength, "characters"]
    : Array.isArray(value)
    ? [value.length, schema.minItems, schema.maxItems, "items"]
    : [0, undefined, undefined, ""];
  if (typeof least === "number" && size < least) {
    return `${path} must have at least ${least} ${unit}, and has ${size}`;
  }
  if (typeof most === "number" && size > most) {
    return `${path} must have at most ${most} ${unit}, and has ${size}`;
  }
  if (typeof value !== "string" || typeof schema.pattern !== "string") return undefined;
  return isMatch(schema.pattern, value)
    ? undefined
    : `${path} must match ${schema.pattern}, and is ${shown(value)}`;
}

/** A pattern that is no expression, which is the client's, holds as what is not known does. */
function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function rangeFault(schema: JsonObject, value: number, path: string): string | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const bounds: readonly [unknown, string, (bound: number) => boolean][] = [
    [minimum, "at least", (bound) => value >= bound],
    [maximum, "at most", (bound) => value <= bound],
    [exclusiveMinimum, "more than", (bound) => value > bound],
    [exclusiveMaximum, "less than", (bound) => value < bound],
    [
      multipleOf,
      "a multiple of",
      (bound) => Math.abs(value / bound - Math.round(value / bound)) < 1e-9,
    ],
  ];
  for (const [bound, words, holds] of bounds) {
    if (typeof bound === "number" && !holds(bound)) {
      return `${path} must be ${words} ${bound}, and is ${value}`;
    }
  }
  return undefined;
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    default:
      return type === `${typeof value}`;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value), 80);
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
