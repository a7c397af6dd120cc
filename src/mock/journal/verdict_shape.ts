import { aText, aTimeMs, aWhole, membersIn, type Shape } from "../options/shape.ts";

/** The options of a verdict. */
export const aVerdictOptions: Shape = membersIn({
  testId: aText,
  maxAttempts: aWhole(1),
  minBackoffMs: aTimeMs,
});
