import type { ProtoReader } from "./proto_value.ts";
import {
  protoAny,
  protoBool,
  protoFloat,
  protoInt,
  protoLater,
  protoList,
  protoMap,
  protoMessage,
  protoText,
  protoWord,
} from "./proto_value.ts";

const TYPES: readonly string[] = [
  "TYPE_UNSPECIFIED",
  "STRING",
  "NUMBER",
  "INTEGER",
  "BOOLEAN",
  "ARRAY",
  "OBJECT",
  "NULL",
];

/** A schema in the form of OpenAPI, which is a part of it. */
export const SCHEMA: ProtoReader = protoMessage("Schema", {
  type: protoWord("Type", TYPES),
  format: protoText,
  title: protoText,
  description: protoText,
  nullable: protoBool,
  enum: protoList(protoText),
  items: protoLater(() => SCHEMA),
  properties: protoMap(protoLater(() => SCHEMA)),
  required: protoList(protoText),
  propertyOrdering: protoList(protoText),
  anyOf: protoList(protoLater(() => SCHEMA)),
  minItems: protoInt,
  maxItems: protoInt,
  minProperties: protoInt,
  maxProperties: protoInt,
  minLength: protoInt,
  maxLength: protoInt,
  minimum: protoFloat,
  maximum: protoFloat,
  pattern: protoText,
  default: protoAny,
  example: protoAny,
});
