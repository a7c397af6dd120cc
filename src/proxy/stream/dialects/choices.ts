import { arrayOf, isObject, type JsonObject, stringOf } from "../../../wire/json.ts";
import { type EventSigns, NO_SIGNS } from "../event_signs.ts";
import { hasContent } from "../has_content.ts";
import { parseData } from "../parse_data.ts";
import type { SignReader } from "../dialect.ts";
import type { StreamEvent } from "../stream_event.ts";

/** The reasons that end an answer which need not say anything. */
const EMPTY_REASONS: ReadonlySet<string> = new Set(["length", "content_filter"]);
/** No part of the answer: who speaks, and in which place. */
const NO_OUTPUT: ReadonlySet<string> = new Set(["role", "index", "type", "id"]);
/** What every chunk with a finish has, and most have no other. Within a text its quotes are escaped. */
const FINISH_REGEXP = /"finish_reason"\s*:\s*"[^"]/;
/**
 * What else tells something: a choice with another index has a finish of its own, and a name may be spelled with
 * escapes.
 */
const RARE_REGEXP = /"error"|"index"\s*:(?!\s*0\s*[,}])|\\u00[4-7]/;

/** How the choices of an answer hold what they say: `delta` and `message` of a chat, `text` of a completion. */
export type OutputOf = (choice: JsonObject) => unknown;

/** Reads the chunks of chat completions and of completions. */
export class ChunkReader implements SignReader {
  readonly #outputOf: OutputOf;
  /** The choices that have begun, and those that have ended, by index. */
  readonly #begun = new Set<unknown>();
  readonly #ended = new Set<unknown>();
  readonly #asked: number;
  #hasOutput = false;

  /**
   * @param outputOf Where a choice holds what it says.
   * @param asked How many choices were asked for: the turn is at its end when all are.
   */
  constructor(outputOf: OutputOf, asked: number) {
    this.#outputOf = outputOf;
    this.#asked = asked;
  }

  /** Tells what a chunk says. */
  read({ name, data }: StreamEvent): EventSigns {
    if (data === undefined) return NO_SIGNS;
    if (data.trim() === "[DONE]") return { done: true };
    // Once there is output, most chunks of the first choice have nothing to tell that is not known.
    const isPlain = this.#hasOutput && this.#begun.has(0) && name === "" &&
      !FINISH_REGEXP.test(data) && !RARE_REGEXP.test(data);
    if (isPlain) return NO_SIGNS;
    const chunk = parseData(data);
    if (chunk === undefined) return name === "error" ? { error: data } : NO_SIGNS;
    if (name === "error" || isError(chunk)) return { error: chunk.error ?? chunk };
    return this.#signsOf(chunk);
  }

  #signsOf(chunk: JsonObject): EventSigns {
    const signs = choiceSigns(chunk, this.#outputOf);
    for (const choice of arrayOf(chunk.choices)) {
      if (!isObject(choice)) continue;
      const index = choice.index ?? 0;
      this.#begun.add(index);
      if (stringOf(choice.finish_reason) !== "") this.#ended.add(index);
    }
    if (signs.output) this.#hasOutput = true;
    return { ...signs, finished: this.#ended.size >= Math.max(this.#asked, this.#begun.size) };
  }
}

/** Some send an empty error beside what they answer, and others in place of it. */
function isError({ error, choices }: JsonObject): boolean {
  return hasContent(error) || (isObject(error) && choices === undefined);
}

/** Reads what the choices of a whole answer, or of a chunk, say. */
export function choiceSigns(answer: JsonObject, outputOf: OutputOf): EventSigns {
  const choices = arrayOf(answer.choices).filter(isObject);
  const reasons = choices.map((choice) => stringOf(choice.finish_reason)).filter((word) =>
    word !== ""
  );
  const usage = isObject(answer.usage) ? answer.usage : {};
  return {
    output: choices.some((choice) => hasOutput(outputOf(choice))),
    finished: choices.length > 0 && reasons.length === choices.length,
    emptyIsLegal: reasons.some((reason) => EMPTY_REASONS.has(reason)),
    outputTokens: typeof usage.completion_tokens === "number" ? usage.completion_tokens : undefined,
  };
}

function hasOutput(value: unknown): boolean {
  if (!isObject(value)) return hasContent(value);
  return Object.entries(value).some(([name, member]) => !NO_OUTPUT.has(name) && hasContent(member));
}
