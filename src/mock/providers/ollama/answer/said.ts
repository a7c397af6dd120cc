import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { parsedOrUndefined } from "../../../../wire/json_text.ts";
import type { Answer } from "../../../result/answer.ts";
import type { ToolCallBlock } from "../../../result/answer_choice.ts";

/** Something that a model says, as Ollama tells it. */
export type Said =
  | { readonly type: "content" | "thinking"; readonly text: string }
  | { readonly type: "call"; readonly call: JsonObject; readonly block: ToolCallBlock };

/**
 * Gives what a model says in the order in which it says it. Signatures, encrypted thoughts and sources have no
 * place here; a refusal is a text. A call whose arguments are no object is the text that a model wrote for it,
 * as Ollama finds no call in it.
 *
 * @param answer The answer.
 */
export function saidIn(answer: Answer): readonly Said[] {
  const said: Said[] = [];
  let calls = 0;
  for (const block of answer.choices[0]!.blocks) {
    if (block.type === "reasoning") {
      said.push({ type: "thinking", text: block.text });
    } else if (block.type !== "tool_call") {
      said.push({ type: "content", text: block.text });
    } else {
      const call = callOf(answer, block, calls);
      if (call !== undefined) calls++;
      said.push(call === undefined ? rawCall(block) : { type: "call", call, block });
    }
  }
  return said;
}

/** The free text of a custom tool, which Ollama does not have, is the only argument of a function. */
function callOf(
  answer: Answer,
  { id, name, arguments: text, custom }: ToolCallBlock,
  index: number,
): JsonObject | undefined {
  const args = custom ? { input: text } : parsedOrUndefined(text);
  if (!isObject(args)) return undefined;
  const made = id ?? answer.newId("call_", `call:0:${index}`, 8).toLowerCase();
  return { id: made, function: { index, name, arguments: args } };
}

function rawCall({ name, arguments: text }: ToolCallBlock): Said {
  return { type: "content", text: `{"name":${JSON.stringify(name)},"arguments":${text}` };
}

/**
 * Gives the texts of a kind, joined.
 *
 * @param said What was said.
 * @param type The kind.
 */
export function joined(said: readonly Said[], type: "content" | "thinking"): string {
  return said.map((one) => one.type === type ? one.text : "").join("");
}

/**
 * Gives the calls in what was said.
 *
 * @param said What was said.
 */
export function callsIn(said: readonly Said[]): readonly JsonObject[] {
  return said.flatMap((one) => one.type === "call" ? [one.call] : []);
}
