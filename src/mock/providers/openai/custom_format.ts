import { isObject } from "../../../wire/json.ts";
import { aString, oneOfWords } from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";
import { members } from "./object_check.ts";

const GRAMMAR = { definition: aString(), syntax: oneOfWords("lark", "regex") };
const NEEDED = Object.keys(GRAMMAR);

const plain = members({ type: oneOfWords("text", "grammar") }, ["type"]);

/** What the input of a custom tool is, which may be bound to a grammar: as chat completions have it. */
export const nestedFormat: FieldCheck = formatWith(
  members({ type: aString(), grammar: members(GRAMMAR, NEEDED) }, ["grammar"]),
);

/** The same as Responses have it, whose grammar is no object of its own. */
export const flatFormat: FieldCheck = formatWith(members({ type: aString(), ...GRAMMAR }, NEEDED));

function formatWith(grammar: FieldCheck): FieldCheck {
  return (format, param, mode) => {
    const check = isObject(format) && format.type === "grammar" ? grammar : plain;
    check(format, param, mode);
  };
}
