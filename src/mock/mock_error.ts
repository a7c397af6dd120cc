import { WholeturnError } from "../errors.ts";

/** What was wrong with the use of a mock. */
export type MockErrorCode =
  | "MOCK_UNMATCHED"
  | "MOCK_EXHAUSTED"
  | "MOCK_NOT_DONE"
  | "MOCK_FORGOTTEN";

/**
 * A mock was used in a way that its rules do not foresee: no rule fits a call, a sequence is over, or what was
 * foreseen did not happen. Or it is asked about a test that it has forgotten.
 */
export class MockError extends WholeturnError {
  /** The class, by name. */
  override readonly name = "MockError";
  /** What was wrong. */
  declare readonly code: MockErrorCode;

  /**
   * Makes an error.
   *
   * @param code What was wrong.
   * @param message The report for a person.
   */
  constructor(code: MockErrorCode, message: string) {
    super(code, message);
  }
}
