import { shown } from "../shown.ts";
import { utf8Length } from "../utf8_length.ts";
import { TraceStoreError } from "./trace_store_error.ts";

/** The most bytes of UTF-8 a name may have. */
const MAX_NAME_BYTES = 512;

/** What most names are: nothing can be wrong with one. */
const PLAIN_REGEXP = /^[ -~]{1,512}$/;

/** Half of a pair that stands alone. */
const LONE_SURROGATE_REGEXP = /\p{Surrogate}/u;

/**
 * Makes sure that a text may name a thread, a stream, a type or an owner: every engine keeps such a name as it is and
 * tells it from every other.
 *
 * @param name The text.
 * @param what What it names, for the message.
 * @param path Where it stands.
 * @throws {TraceStoreError} `INVALID_EVENT` if it is empty, too long, has a NUL, or is not well-formed.
 */
export function checkName(name: unknown, what: string, path: string = what): void {
  if (!isName(name)) throw badName(name, what, path);
}

/** Tells whether a value may be such a name. */
export function isName(name: unknown): name is string {
  return faultOf(name) === undefined;
}

/**
 * Refuses a value as a name, and says what is wrong with it.
 *
 * @param name The value.
 * @param what What it should name.
 * @param path Where it stands.
 */
export function badName(name: unknown, what: string, path: string): TraceStoreError {
  return new TraceStoreError(
    "INVALID_EVENT",
    `Cannot use ${shown(name)} as the name of the ${what} as it ${faultOf(name)}`,
    { path },
  );
}

function faultOf(name: unknown): string | undefined {
  if (typeof name !== "string") return "is no text";
  if (PLAIN_REGEXP.test(name)) return undefined;
  if (name === "") return "is empty";
  if (name.includes("\0")) return "has a NUL";
  if (LONE_SURROGATE_REGEXP.test(name)) return "is not well-formed Unicode";
  if (utf8Length(name) > MAX_NAME_BYTES) return `has more than ${MAX_NAME_BYTES} bytes`;
  return undefined;
}
