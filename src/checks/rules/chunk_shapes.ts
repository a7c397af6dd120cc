import { turnCase } from "../judge/sample_case.ts";
import type { Rule } from "../rule.ts";

/**
 * Chunks come in more shapes than a provider's examples show: without choices, without a delta, with
 * an empty reason to finish, with the usage alone. None of them ends the turn, and none breaks it.
 *
 * Public reports: pydantic/pydantic-ai#797, ollama/ollama#4357, maximhq/bifrost#4963,
 * cline/cline#8384, agentjido/req_llm#638; those of each sample stand beside it.
 */
export const chunkShapes: Rule = {
  id: "chunk-shapes",
  sentence: "Every legal shape of a chunk is read, and none is taken for the end of the turn.",
  cases: ({ samples }) => samples?.shapes.map((sample) => turnCase(samples.wire, sample)) ?? [],
};
