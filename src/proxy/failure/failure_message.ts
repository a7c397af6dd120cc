import { printable } from "../../printable.ts";
import { redact } from "./redact.ts";

/** How much of a provider's sentence is told. */
const MAX_CHARS = 300;

/** How much of it is looked at: an event may have megabytes of it. */
const MAX_LOOKED_AT = 8192;

/** How long the beginning of a key may be that is cut off there, and so cannot be told from a word. */
const MAX_CUT_KEY = 64;

/**
 * Makes a sentence of what happened and of a stranger's own words, which can be long, carry secrets, or control a
 * terminal.
 *
 * @param what What happened.
 * @param words The stranger's words; `""` for none.
 * @param secrets What must not be told.
 */
export function failureMessage(what: string, words: string, secrets: readonly string[]): string {
  const told = printable(redactedBeginning(words, secrets)).replace(/\s+/g, " ").trim();
  if (told === "") return what;
  // A character is two units at most.
  const chars = [...told.slice(0, (MAX_CHARS + 1) * 2)];
  return `${what}: ${chars.length > MAX_CHARS ? `${chars.slice(0, MAX_CHARS).join("")}…` : told}`;
}

/** Secrets are taken out before what is left is cut to what is told: a piece of one could not be told from a word. */
function redactedBeginning(words: string, secrets: readonly string[]): string {
  if (words.length <= MAX_LOOKED_AT) return redact(words, secrets);
  return redact(words.slice(0, MAX_LOOKED_AT), secrets).slice(0, -MAX_CUT_KEY);
}
