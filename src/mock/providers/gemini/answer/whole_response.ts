import type { JsonObject } from "../../../../wire/json.ts";
import type { Answer } from "../../../result/answer.ts";
import type { AnswerChoice } from "../../../result/answer_choice.ts";
import { tokenLogprobs } from "../../token_logprobs.ts";
import { blockReason, endMembers } from "./candidate_end.ts";
import { averageLogprob, logprobsResult, topLogprobs } from "./logprobs_result.ts";
import { partObject } from "./part_object.ts";
import { plannedParts } from "./planned_parts.ts";
import type { PlannedPart } from "./planned_parts.ts";
import { responseTail } from "./response_tail.ts";
import { sourceMembers } from "./sources.ts";
import { usageMetadata } from "./usage_metadata.ts";

/**
 * Gives the body of an answer that is not streamed.
 *
 * @param answer The answer.
 * @param isVertex Whether Vertex AI gives it.
 */
export function wholeResponse(answer: Answer, isVertex: boolean): JsonObject {
  const blocked = blockReason(answer.choices[0]!);
  const content = blocked === undefined
    ? {
      candidates: answer.choices.map((choice, index) => candidate(answer, choice, index, isVertex)),
    }
    : { promptFeedback: { blockReason: blocked } };
  return { ...content, usageMetadata: usageMetadata(answer.usage), ...responseTail(answer) };
}

function candidate(
  answer: Answer,
  choice: AnswerChoice,
  index: number,
  isVertex: boolean,
): JsonObject {
  const plan = plannedParts(answer, choice, index);
  const { finishReason, ...end } = endMembers(choice, plan);
  const parts = plan.parts.map(partObject);
  const isWithheld = plan.parts.every(isEmptyText) && finishReason !== "STOP";
  return {
    ...(isWithheld ? {} : { content: { parts: parts.length > 0 ? parts : EMPTY, role: "model" } }),
    finishReason,
    index,
    ...end,
    ...sourceMembers(answer, choice, isVertex),
    ...logprobMembers(plan.parts, topLogprobs(answer)),
  };
}

function isEmptyText(part: PlannedPart): boolean {
  return part.type === "text" && part.text === "" && part.signature === undefined;
}

const EMPTY: readonly JsonObject[] = Object.freeze([{ text: "" }]);

function logprobMembers(parts: readonly PlannedPart[], top: number | undefined): JsonObject {
  if (top === undefined) return {};
  const entries = parts.flatMap((part) =>
    part.type === "text" ? tokenLogprobs(part.text, top) : []
  );
  return { avgLogprobs: averageLogprob(entries), logprobsResult: logprobsResult(entries) };
}
