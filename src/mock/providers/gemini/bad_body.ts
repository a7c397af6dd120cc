import type { BodyFault } from "../body_fault.ts";
import type { JsonFault, JsonPlace } from "../json_fault.ts";
import { invalid } from "../problem.ts";
import type { ProviderProblem } from "../problem.ts";
import { misfit } from "./gemini_problem.ts";

const WORDS: Readonly<Record<JsonPlace, string>> = {
  value: "Expected a value.",
  key: "Expected an object key or }.",
  colon: "Expected : between key:value pair.",
  object: "Expected , or } after key:value pair.",
  array: "Expected , or ] after array value.",
  top: "Parsing terminated before end of input.",
  string: "Closing quote expected in string.",
  escape: "Invalid escape sequence.",
  hex: "Illegal hex string.",
  number: "Unable to parse number.",
  literal: "Unexpected token.",
};

/** How much Google shows of a text before and after the place where it went wrong. */
const CONTEXT_CHARS = 20;

/** Refuses a body that is no JSON object, as Google does. */
export function badBody({ text, fault }: BodyFault): ProviderProblem {
  if (fault !== undefined) return invalid(`Invalid JSON payload received. ${told(text, fault)}`);
  const description =
    'Invalid JSON payload received. Unknown name "": Root element must be a message.';
  return misfit([{ field: "", description }]);
}

function told(text: string, { at, place }: JsonFault): string {
  const from = Math.max(0, at - CONTEXT_CHARS);
  const shown = text.slice(from, at + CONTEXT_CHARS);
  return `${words(text, at, place)}\n${shown}\n${" ".repeat(at - from)}^`;
}

function words(text: string, at: number, place: JsonPlace): string {
  if (place === "string") return WORDS.string;
  if (at >= text.length) return `Unexpected end of string. ${WORDS[place]}`;
  return place === "value" && /[\w$,:\]}]/.test(text[at]!) ? WORDS.literal : WORDS[place];
}
