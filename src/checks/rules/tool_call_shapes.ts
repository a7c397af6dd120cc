import { turnCase } from "../judge/sample_case.ts";
import type { Rule } from "../rule.ts";

/**
 * Servers number tool calls, name them by id, do both or neither; parallel calls come one after
 * another or mixed. Whatever they do, each call keeps its own name and its own arguments.
 *
 * Public reports: openai/openai-python#3241 and #3246, LibreChat-AI/agents#260, vercel/ai#18440,
 * continuedev/continue#13236; those of each sample stand beside it.
 */
export const toolCallShapes: Rule = {
  id: "tool-call-shapes",
  sentence: "Tool calls are told apart and kept whole, however the server numbers them.",
  cases: ({ samples }) => samples?.toolShapes.map((sample) => turnCase(samples.wire, sample)) ?? [],
};
