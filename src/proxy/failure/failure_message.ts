import { printable } from "../../printable.ts";
import { redact } from "./redact.ts";

/** How much of a provider's sentence is told. */
const MAX_CHARS = 300;

/**
 * Makes a sentence of what happened and of a stranger's own words, which can be long, carry secrets, or control a
 * terminal.
 *
 * @param what What happened.
 * @param words The stranger's words; `""` for none.
 * @param secrets What must not be told.
 */
export function failureMessage(what: string, words: string, secrets: readonly string[]): string {
  // Before it is cut: the piece of a secret that a cut leaves could not be told from a word.
  const told = printable(redact(words, secrets)).replace(/\s+/g, " ").trim();
  if (told === "") return what;
  // A character is two units at most.
  const chars = [...told.slice(0, (MAX_CHARS + 1) * 2)];
  return `${what}: ${chars.length > MAX_CHARS ? `${chars.slice(0, MAX_CHARS).join("")}…` : told}`;
}
