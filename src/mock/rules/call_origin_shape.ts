import { requireKnownOptions } from "../../known_options.ts";
import { someHeaders } from "../http/header_shape.ts";
import { aSignal, either, membersIn } from "../options/shape.ts";
import { type ExplainOptions, IN_PROCESS_OPTIONS, type InProcessOptions } from "./call_origin.ts";
import { aSurface } from "./rule_shape.ts";

const MEMBERS = {
  headers: either((value) => value instanceof Headers, () => {}, someHeaders),
  signal: aSignal,
};
const IN_PROCESS = membersIn(MEMBERS);
const EXPLAIN = membersIn({ ...MEMBERS, surface: aSurface });

/**
 * Makes sure that a call in process can be made with options.
 *
 * @param options The options.
 * @throws {TypeError} If something is of the wrong kind or unknown; the message says where.
 */
export function checkInProcess(options: InProcessOptions): void {
  requireKnownOptions("generate", options, IN_PROCESS_OPTIONS);
  IN_PROCESS(options, "options");
}

/**
 * Makes sure that a call can be explained with options.
 *
 * @param options The options.
 * @throws {TypeError} If something is of the wrong kind or unknown; the message says where.
 */
export function checkExplain(options: ExplainOptions): void {
  requireKnownOptions("explain", options, { ...IN_PROCESS_OPTIONS, surface: true });
  EXPLAIN(options, "options");
}
