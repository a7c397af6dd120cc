import { WholeturnError } from "../../errors.ts";

/**
 * Everything of a script was played, and one more call came. To be told by its `code`, `SCRIPT_OVER`: a runtime
 * rethrows it and records nothing, as otherwise two runs that are both wrong would agree.
 */
export class ScriptOverError extends WholeturnError {
  /** The class, by name. */
  override readonly name = "ScriptOverError";

  /**
   * Makes an error.
   *
   * @param message Which script, and how long it is.
   */
  constructor(message: string) {
    super("SCRIPT_OVER", message);
  }
}

/** A script was not played to its end: fewer calls came than were foreseen. Its `code` is `SCRIPT_LEFT`. */
export class ScriptLeftError extends WholeturnError {
  /** The class, by name. */
  override readonly name = "ScriptLeftError";

  /**
   * Makes an error.
   *
   * @param message Which script, and what is left of it.
   */
  constructor(message: string) {
    super("SCRIPT_LEFT", message);
  }
}
