import type { JsonFault } from "./json_fault.ts";

/** What is wrong with a body that is no JSON object. */
export interface BodyFault {
  /** The body. */
  readonly text: string;
  /** Where it stops being JSON; `undefined` for JSON that is no object. */
  readonly fault: JsonFault | undefined;
  /** What the JSON is; `undefined` for what is none. */
  readonly value: unknown;
  /** The path of the request. */
  readonly path: string;
}
