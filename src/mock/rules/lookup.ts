import type { ModelRequest } from "../request/model_request.ts";
import type { CallFacts } from "./criteria.ts";
import type { TestState } from "./test_state.ts";

/** What is known of a call when rules are looked up for it. */
export interface Lookup {
  /** The request. */
  readonly request: ModelRequest;
  /** What else is known about the call. */
  readonly facts: CallFacts;
  /** What its test has used so far. */
  readonly state: TestState;
}
