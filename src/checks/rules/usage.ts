import { turnCase } from "../judge/sample_case.ts";
import type { Rule } from "../rule.ts";

/**
 * Tokens are billed by kind, so that each must be counted once: cached tokens are no part of the
 * input although most providers include them there, and reasoning is part of the output.
 *
 * Public reports: maximhq/bifrost#191; those of each sample stand beside it.
 */
export const usage: Rule = {
  id: "usage",
  sentence: "The tokens of a turn are given in four counts of which no two overlap.",
  cases: ({ samples }) =>
    samples?.usages.map(({ name, frames, usage }) =>
      turnCase(samples.wire, { name, frames, expected: { usage } })
    ) ?? [],
};
