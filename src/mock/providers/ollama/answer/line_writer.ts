import type { Frame } from "../../../delivery/frame.ts";
import type { Answer } from "../../../result/answer.ts";
import { dataFrame } from "../../data_frame.ts";
import type { FramePart } from "../../../delivery/frame.ts";

/** Writes the lines of an answer, each with the time at which it was written. */
export class LineWriter {
  readonly #answer: Answer;
  readonly #head: string;
  #atMs = NaN;
  #open = "";

  /** @param answer The answer. */
  constructor(answer: Answer) {
    this.#answer = answer;
    this.#head = `{"model":${JSON.stringify(answer.model)},"created_at":"`;
  }

  /**
   * Writes a line.
   *
   * @param part Which part of the stream it is.
   * @param members The JSON text of its members, each but the last with a comma after it.
   * @param tokens How many tokens it carries.
   */
  line(part: FramePart, members: string, tokens: number): Frame {
    const now = this.#answer.now();
    if (now !== this.#atMs) {
      this.#atMs = now;
      this.#open = `${this.#head}${isoTime(now)}",`;
    }
    return dataFrame(part, `${this.#open}${members}}`, tokens);
  }
}

/** Spells a time, in milliseconds since 1970. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
