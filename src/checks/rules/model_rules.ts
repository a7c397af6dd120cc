import type { Rule } from "../rule.ts";
import { releaseOnBreak } from "./release_on_break.ts";
import { truncation } from "./truncation.ts";

/** Every rule of `modelChecks()`, in the order of a report. */
export const MODEL_RULES: readonly Rule[] = [releaseOnBreak, truncation];
