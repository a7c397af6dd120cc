import type { HttpAnswer } from "../../server/http_answer.ts";
import type { RetryFacts } from "../journal/retry_facts.ts";

/** Thrown where a rule describes a response in place of what is asked for; carries it to where calls are answered. */
export class DescribedInstead extends Error {
  /** The class, by name. */
  override readonly name = "DescribedInstead";
  /** The response. */
  readonly answer: HttpAnswer;
  /** What it says about another try. */
  readonly retry: RetryFacts;

  /**
   * @param answer The response.
   * @param retry What it says about another try.
   */
  constructor(answer: HttpAnswer, retry: RetryFacts) {
    super("A rule of the mock describes a response");
    this.answer = answer;
    this.retry = retry;
  }
}
