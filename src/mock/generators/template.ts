import { nearestWord } from "../../known_options.ts";
import type { Generator, GeneratorContext } from "../rules/reply.ts";
import type { ModelRequest } from "../request/model_request.ts";
import { aText } from "../options/shape.ts";

type Slot = (request: ModelRequest, context: GeneratorContext) => string;

const SLOTS: Readonly<Record<string, Slot>> = {
  prompt: (_, { prompt }) => prompt,
  instructions: (_, { instructions }) => instructions,
  model: ({ model }) => model,
  callNumber: (_, { callNumber }) => String(callNumber),
  choice: (_, { choice }) => String(choice),
  turn: (_, { turn }) => String(turn),
  testId: (_, { testId }) => testId,
  tools: (_, { tools }) => tools.join(", "),
  toolResult: (_, { toolResults }) => toolResults.at(-1)?.text ?? "",
};

const SLOT_REGEXP = /\{\{\s*([^{}]*?)\s*\}\}/g;

/**
 * Answers with a text in which `{{prompt}}`, `{{instructions}}`, `{{model}}`, `{{callNumber}}`, `{{choice}}`,
 * `{{turn}}`, `{{testId}}`, `{{tools}}` and `{{toolResult}}` (the last one's text) are filled in.
 *
 * @param text The text.
 * @throws {TypeError} If it has a slot of another name.
 */
export function template(text: string): Generator {
  aText(text, "template");
  for (const [, name = ""] of text.matchAll(SLOT_REGEXP)) requireSlot(name);
  return (request, context) =>
    text.replace(SLOT_REGEXP, (_, name: string) => SLOTS[name]!(request, context));
}

function requireSlot(name: string): void {
  if (Object.hasOwn(SLOTS, name)) return;
  const known = Object.keys(SLOTS);
  const near = nearestWord(name, known);
  throw new TypeError(
    `Cannot fill in '{{${name}}}'${near === undefined ? "" : `, did you mean '{{${near}}}'?`}: ` +
      `the slots are ${known.join(", ")}`,
  );
}
