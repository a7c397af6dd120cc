import type { HttpAnswer } from "../../server/http_answer.ts";

/** Thrown where a rule describes a response in place of what is asked for; carries it to where calls are answered. */
export class DescribedInstead extends Error {
  /** The class, by name. */
  override readonly name = "DescribedInstead";
  /** The response. */
  readonly answer: HttpAnswer;

  /** @param answer The response. */
  constructor(answer: HttpAnswer) {
    super("A rule of the mock describes a response");
    this.answer = answer;
  }
}
