import { shown } from "../../shown.ts";
import { MockError } from "../mock_error.ts";
import { MAX_TESTS, type RuleBook } from "../rules/rule_book.ts";

/**
 * Makes sure that it is known what a test used.
 *
 * @param book The rules.
 * @param testId The test.
 * @throws {MockError} `MOCK_FORGOTTEN` if it was forgotten, or may have been.
 */
export function requireKnown(book: Pick<RuleBook, "forgot">, testId: string): void {
  const forgot = book.forgot(testId);
  if (forgot === "was not") return;
  const max = MAX_TESTS.toLocaleString("en-US");
  const was = forgot === "was" ? "was" : "may have been";
  const message =
    `Cannot tell what the test ${
      shown(testId)
    } used as it ${was} forgotten: more than ${max} tests ` +
    "share the mock. Ask when the test ends, and reset the mock, or the test, when it is over";
  throw new MockError("MOCK_FORGOTTEN", message);
}
