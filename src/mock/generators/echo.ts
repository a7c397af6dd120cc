import type { Generator } from "../rules/reply.ts";

/** Answers with the prompt. */
export function echo(): Generator {
  return (_, { prompt }) => prompt;
}
