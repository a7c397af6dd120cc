import { atPointer } from "../at_pointer.ts";
import { impossible } from "./impossible.ts";
import { integerFor, numberFor } from "./schema_number.ts";
import { stringFor } from "./schema_text.ts";
import { arrayOf, isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { JsonValue } from "../result/model_result.ts";

/** How deep a value may be; a schema that refers to itself ends there. */
const MAX_DEPTH = 16;

/** How many schemas are looked at for one value: the schema may be any client's. */
const MAX_STEPS = 20_000;

/** Makes values of a JSON Schema: the smallest that satisfies it, chosen by a row of numbers. */
export class SchemaValue {
  readonly #root: JsonObject;
  readonly #random: () => number;
  #steps = 0;

  /**
   * @param root The schema, to which `$ref` refers.
   * @param random The row of numbers that chooses among `enum` and `anyOf`.
   */
  constructor(root: JsonObject, random: () => number) {
    this.#root = root;
    this.#random = random;
  }

  /**
   * Makes a value of the whole schema.
   *
   * @throws {TypeError} If nothing satisfies it, or it uses what is not known; the message says where.
   */
  make(): JsonValue {
    return this.#value(this.#root, "$", 0);
  }

  #value(schema: unknown, path: string, depth: number): JsonValue {
    if (schema === true) return null;
    if (schema === false || !isObject(schema)) throw impossible(path, "no value satisfies it");
    if (++this.#steps > MAX_STEPS) throw impossible(path, "it takes too long to find one");
    if (depth > MAX_DEPTH) throw impossible(path, `it is nested more than ${MAX_DEPTH} deep`);
    if (typeof schema.$ref === "string") {
      return this.#value(this.#find(schema.$ref, path), path, depth + 1);
    }
    if ("const" in schema) return schema.const as JsonValue;
    if (Array.isArray(schema.enum)) return this.#one(schema.enum, `${path}.enum`) as JsonValue;
    if ("default" in schema) return schema.default as JsonValue;
    if (arrayOf(schema.examples).length > 0) {
      return this.#one(arrayOf(schema.examples), path) as JsonValue;
    }
    for (const word of ["anyOf", "oneOf"]) {
      const options = arrayOf(schema[word]);
      if (options.length > 0) return this.#option(schema, options, `${path}.${word}`, depth);
    }
    const parts = arrayOf(schema.allOf);
    if (parts.length > 0) return this.#value(merged(schema, parts, path, this), path, depth + 1);
    return this.#typed(schema, path, depth);
  }

  /** Of several ways the one that ends soonest is kept where the schema is deep. */
  #option(schema: JsonObject, options: readonly unknown[], path: string, depth: number): JsonValue {
    const start = Math.floor(this.#random() * options.length);
    let failure: unknown;
    for (let offset = 0; offset < options.length; offset++) {
      const at = (start + offset) % options.length;
      try {
        const { anyOf: _any, oneOf: _one, ...rest } = schema;
        const option = options[at];
        const whole = isObject(option) ? { ...rest, ...option } : option;
        return this.#value(whole, `${path}[${at}]`, depth + 1);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  #typed(schema: JsonObject, path: string, depth: number): JsonValue {
    const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? impliedType(schema)];
    switch (types.find((type) => type !== "null") ?? "null") {
      case "object":
        return this.#object(schema, path, depth);
      case "array":
        return this.#array(schema, path, depth);
      case "string":
        return stringFor(schema, path);
      case "integer":
        return integerFor(schema, path);
      case "number":
        return numberFor(schema, path);
      case "boolean":
        return this.#random() < 0.5;
      case "null":
        return null;
      default:
        throw impossible(path, `its type ${JSON.stringify(schema.type)} is none of JSON Schema`);
    }
  }

  #object(schema: JsonObject, path: string, depth: number): JsonValue {
    const properties = isObject(schema.properties) ? schema.properties : {};
    const value: Record<string, JsonValue> = {};
    for (const name of arrayOf(schema.required)) {
      if (typeof name !== "string") {
        throw impossible(`${path}.required`, "it must be a list of names");
      }
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const member = own ?? schema.additionalProperties ?? true;
      value[name] = this.#value(member, `${path}.properties.${name}`, depth + 1);
    }
    return value;
  }

  #array(schema: JsonObject, path: string, depth: number): JsonValue {
    const first = arrayOf(schema.prefixItems);
    const least = typeof schema.minItems === "number" ? schema.minItems : first.length;
    if (least > MAX_STEPS) throw impossible(path, `its 'minItems' is above ${MAX_STEPS}`);
    return Array.from(
      { length: least },
      (_, index) => this.#value(first[index] ?? schema.items ?? true, `${path}.items`, depth + 1),
    );
  }

  #one(values: readonly unknown[], path: string): unknown {
    if (values.length === 0) throw impossible(path, "it is empty");
    return values[Math.floor(this.#random() * values.length)];
  }

  /** Finds what a reference within the document refers to. */
  #find(ref: string, path: string): unknown {
    if (!ref.startsWith("#")) {
      throw impossible(path, `its reference ${ref} leads out of the schema`);
    }
    const found = atPointer(this.#root, ref);
    if (found === undefined) throw impossible(path, `its reference ${ref} leads nowhere`);
    return found;
  }

  /** Follows a reference, for a part of `allOf`. */
  resolved(schema: unknown, path: string): JsonObject {
    const found = isObject(schema) && typeof schema.$ref === "string"
      ? this.#find(schema.$ref, path)
      : schema;
    if (isObject(found)) return found;
    throw impossible(path, "a part of 'allOf' is no schema");
  }
}

/** All parts of `allOf` as one schema: members add up, anything else of a later part stands. */
function merged(
  schema: JsonObject,
  parts: readonly unknown[],
  path: string,
  maker: SchemaValue,
): JsonObject {
  const { allOf: _, ...own } = schema;
  return [...parts.map((part) => maker.resolved(part, path)), own].reduce((all, part) => ({
    ...all,
    ...part,
    properties: {
      ...all.properties as JsonObject | undefined,
      ...part.properties as JsonObject | undefined,
    },
    required: [...arrayOf(all.required), ...arrayOf(part.required)],
  }), {} as JsonObject);
}

function impliedType(schema: JsonObject): string {
  if ("properties" in schema || "required" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema || "minItems" in schema) return "array";
  if ("minimum" in schema || "maximum" in schema || "multipleOf" in schema) return "number";
  return "string";
}
