/** A part of a JSON Schema, of the words that the configuration is described by. */
export interface SchemaNode {
  /** What the value is, as a noun with its article, for error messages. */
  readonly title?: string;
  /** What it is for. */
  readonly description?: string;
  /** The kind of the value. */
  readonly type?: "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";
  /** What is taken where it is left out; where that depends, the description says on what. */
  readonly default?: unknown;
  /** Examples of it. */
  readonly examples?: readonly unknown[];
  /** The words it may be. */
  readonly enum?: readonly string[];
  /** What a text looks like. */
  readonly pattern?: string;
  /** The length of a text at least. */
  readonly minLength?: number;
  /** A number at least. */
  readonly minimum?: number;
  /** A number that it is above. */
  readonly exclusiveMinimum?: number;
  /** A number at most. */
  readonly maximum?: number;
  /** Each item of a list. */
  readonly items?: SchemaNode;
  /** How many items a list has at least. */
  readonly minItems?: number;
  /** Whether no two items may be the same. */
  readonly uniqueItems?: boolean;
  /** The members of an object that have names of ours. */
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  /** The members that must be there. */
  readonly required?: readonly string[];
  /** The other members: none, any, or of a kind. */
  readonly additionalProperties?: boolean | SchemaNode;
  /** What the names of the other members look like. */
  readonly propertyNames?: SchemaNode;
  /** How many members an object has at least. */
  readonly minProperties?: number;
  /** Kinds of which the value is one. No two of them have the same type, so that errors can name the one meant. */
  readonly anyOf?: readonly SchemaNode[];
  /** Whether it is a secret, whose value is never shown. */
  readonly writeOnly?: boolean;
}

/** The members of a type, one and all: the compiler finds one left out or misspelt. */
export type PropertiesOf<T> = { readonly [Name in keyof T]-?: SchemaNode };

/** What an object is described by. */
export interface ObjectNode<T> extends SchemaNode {
  readonly type: "object";
  readonly additionalProperties: false;
  readonly properties: PropertiesOf<T> & Readonly<Record<string, SchemaNode>>;
}
