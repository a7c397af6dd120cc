import { shown } from "../../shown.ts";
import { isObject } from "../../wire/json.ts";
import { textOfContent } from "../request/text_of_content.ts";
import type { MockRecord } from "./mock_record.ts";

/** How many calls are named; who has more of them looks at the first. */
const MAX_CALLS = 100;

/** How much of what a call asked is shown, in characters. */
const EXCERPT_CHARS = 60;

/** The calls that nobody foresaw, as sentences: kept apart from the records, which may be let go. */
export class Unforeseen {
  #calls: { readonly testId: string; readonly sentence: string }[] = [];

  /** Notes a call that no rule and no recording answered. */
  add(record: MockRecord): void {
    if (this.#calls.length >= MAX_CALLS) return;
    this.#calls.push({ testId: record.testId, sentence: sentenceOf(record) });
  }

  /**
   * Names the calls.
   *
   * @param testId One test; by default all.
   */
  list(testId?: string): readonly string[] {
    return this.#calls.filter((call) => testId === undefined || call.testId === testId)
      .map(({ sentence }) => sentence);
  }

  /**
   * Forgets them.
   *
   * @param testId Those of one test alone; by default all.
   */
  clear(testId?: string): void {
    this.#calls = this.#calls.filter((call) => testId !== undefined && call.testId !== testId);
  }
}

function sentenceOf({ name, surface, testId, request, rule, error }: MockRecord): string {
  const isOver = isObject(error) && error.code === "MOCK_EXHAUSTED";
  const why = isOver
    ? rule
      ? `came after the sequence of '${rule.name}' was over`
      : "came after its recordings were over"
    : "was answered by no rule";
  const test = testId === "" ? "" : `, test ${shown(testId)}`;
  return `the call ${name} (${surface}${test}, ${promptOf(request.messages)}) ${why}`;
}

function promptOf(messages: MockRecord["request"]["messages"]): string {
  const last = messages.findLast((message) => message.role === "user");
  const text = last === undefined ? "" : textOfContent(last.content);
  return shown(text.length > EXCERPT_CHARS ? `${text.slice(0, EXCERPT_CHARS)}…` : text);
}
