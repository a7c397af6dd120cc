import type { Generator } from "../rules/reply.ts";
import { withoutOptions } from "./without_options.ts";

/**
 * Answers with the prompt.
 *
 * @param none It has no options.
 * @throws {TypeError} If it is given any.
 */
export function echo(...none: readonly never[]): Generator {
  withoutOptions("echo", none);
  return (_, { prompt }) => prompt;
}
