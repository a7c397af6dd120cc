import type { ModelRequest } from "../request/model_request.ts";
import type { CallFacts } from "./criteria.ts";
import type { Rule } from "./rule.ts";
import { TextIndex } from "./text_index.ts";

/** How much of a text is filed: recorded prompts are long, and each letter costs as much as a short rule. */
const HEAD_CHARS = 64;

/**
 * Finds the rules that may fit a call without looking at the others. Each rule is filed once, by the
 * criterion of it that tells most; one without such a criterion may fit any call.
 */
export class RuleIndex {
  readonly #prompts: TextIndex = new TextIndex();
  readonly #instructions: TextIndex = new TextIndex();
  readonly #callIds: Map<string, number[]> = new Map();
  readonly #models: Map<string, number[]> = new Map();
  readonly #tools: Map<string, number[]> = new Map();
  readonly #turns: Map<number, number[]> = new Map();
  readonly #any: number[] = [];

  /** @param rules The rules, in order. */
  constructor(rules: readonly Rule[]) {
    rules.forEach((rule, index) => this.#file(rule, index));
  }

  /** Gives the places of the rules that may fit, in order. */
  candidates(request: ModelRequest, facts: CallFacts): readonly number[] {
    const found = [...this.#any];
    addTo(found, this.#prompts.find(withoutBreaks(facts.prompt)));
    addTo(found, this.#instructions.find(withoutBreaks(facts.instructions)));
    addTo(found, this.#models.get(request.model));
    addTo(found, this.#turns.get(facts.turn));
    if (this.#tools.size > 0) {
      for (const tool of new Set(facts.tools)) addTo(found, this.#tools.get(tool));
    }
    if (this.#callIds.size > 0) {
      const callIds = new Set(facts.toolResults.map(({ callId }) => callId));
      for (const callId of callIds) addTo(found, this.#callIds.get(callId));
    }
    if (found.length < 2) return found;
    return found.sort((a, b) => a - b);
  }

  #file({ prompt, instructions, toolResult, model, tool, turn }: Rule, index: number): void {
    const [instruction] = Array.isArray(instructions) ? instructions : [instructions];
    const callId = typeof toolResult === "object" ? toolResult.callId : undefined;
    if (typeof prompt === "string") this.#prompts.add(headOf(prompt), index);
    else if (callId !== undefined) push(this.#callIds, callId, index);
    else if (typeof instruction === "string") this.#instructions.add(headOf(instruction), index);
    else if (tool !== undefined) push(this.#tools, tool, index);
    else if (typeof model === "string") push(this.#models, model, index);
    else if (turn !== undefined) push(this.#turns, turn, index);
    else this.#any.push(index);
  }
}

/** A text that holds the whole holds its beginning. */
function headOf(text: string): string {
  return withoutBreaks(text).slice(0, HEAD_CHARS);
}

/** Whether there is a line feed between two parts of a text, its criterion looks at both. */
function withoutBreaks(text: string): string {
  return text.replaceAll("\n", "");
}

function addTo(found: number[], more: readonly number[] = []): void {
  for (const index of more) found.push(index);
}

function push<K>(lists: Map<K, number[]>, key: K, index: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [index]);
  else list.push(index);
}
