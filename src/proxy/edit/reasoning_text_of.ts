import { arrayOf, isObject, type JsonObject, stringOf } from "../../wire/json.ts";

/** Where else reasoning is found, in the order of preference: DeepSeek and its like, GitHub Copilot. */
const ALIASES: readonly string[] = ["reasoning_content", "reasoning_text"];

/** The members that a message may have its reasoning in. */
export const REASONING_SOURCES: readonly string[] = ["reasoning", "reasoning_details", ...ALIASES];

/**
 * Reads the reasoning of an assistant message, whatever the client calls it: `reasoning`, else the texts of
 * `reasoning_details`, else `reasoning_content` or `reasoning_text`. Two of them are never put together, as they say
 * the same.
 *
 * @param message The message.
 * @returns The reasoning; `""` if there is none that can be read.
 */
export function reasoningTextOf(message: JsonObject): string {
  const texts = [
    stringOf(message.reasoning),
    detailsText(arrayOf(message.reasoning_details)),
    ...ALIASES.map((name) => stringOf(message[name])),
  ];
  return texts.find((text) => text !== "") ?? "";
}

/** The texts of the details, or their summaries where there are only these; encrypted and foreign ones say nothing. */
function detailsText(details: readonly unknown[]): string {
  const entries = details.filter(isObject);
  const texts = entries.filter(({ type }) => type === undefined || type === "reasoning.text");
  const text = texts.map((entry) => stringOf(entry.text)).join("");
  if (text !== "") return text;
  const summaries = entries.filter(({ type }) => type === "reasoning.summary");
  return summaries.map((entry) => stringOf(entry.summary)).join("");
}
