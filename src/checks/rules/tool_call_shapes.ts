import { turnCase } from "../judge/sample_case.ts";
import type { Rule } from "../rule.ts";

/**
 * Servers number tool calls, name them by id, do both or neither; parallel calls come one after
 * another or mixed. Whatever they do, each call keeps its own name and its own arguments.
 *
 * Public reports: openai/openai-python#3201 and #3246, ollama/ollama#15457, vercel/ai#18333 and
 * #18440, earendil-works/pi#8861; those of each sample stand beside it.
 */
export const toolCallShapes: Rule = {
  id: "tool-call-shapes",
  sentence: "Tool calls are told apart and kept whole, however the server numbers them.",
  cases: ({ samples }) => samples?.toolShapes.map((sample) => turnCase(samples.wire, sample)) ?? [],
};
