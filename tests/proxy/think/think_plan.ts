import type { ThinkPlan } from "../../../src/proxy/config/plan.ts";

/** A plan that splits at `<think>`, as the configuration has it by default; with other members where given. */
export function thinkPlan(members: Partial<ThinkPlan> = {}): ThinkPlan {
  return {
    mode: "split",
    tags: ["think"],
    startsInside: false,
    onlyAtStart: false,
    trimAfter: false,
    field: "reasoning_content",
    ...members,
  };
}
