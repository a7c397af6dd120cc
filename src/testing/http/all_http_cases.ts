import { ANSWER_HTTP_CASES } from "./cases/answer.ts";
import { CONTENT_HTTP_CASES } from "./cases/content.ts";
import { ERRORS_HTTP_CASES } from "./cases/errors.ts";
import { FRAMES_HTTP_CASES } from "./cases/frames.ts";
import { LIFE_HTTP_CASES } from "./cases/life.ts";
import { LIMITS_HTTP_CASES } from "./cases/limits.ts";
import { TOOLS_HTTP_CASES } from "./cases/tools.ts";
import { USAGE_HTTP_CASES } from "./cases/usage.ts";
import type { HttpCaseSpec } from "./http_case_spec.ts";

/** Every case, area by area. */
export const ALL_HTTP_CASES: readonly HttpCaseSpec[] = [
  ...CONTENT_HTTP_CASES,
  ...FRAMES_HTTP_CASES,
  ...USAGE_HTTP_CASES,
  ...ANSWER_HTTP_CASES,
  ...TOOLS_HTTP_CASES,
  ...LIMITS_HTTP_CASES,
  ...ERRORS_HTTP_CASES,
  ...LIFE_HTTP_CASES,
];
