import { aText, aTimeMs, aWhole, membersIn, type Shape } from "../shape.ts";
import type { VerdictOptions } from "./verdict.ts";

const MEMBERS: Readonly<Record<keyof VerdictOptions, Shape>> = {
  testId: aText,
  maxAttempts: aWhole(1),
  minBackoffMs: aTimeMs,
};

/** {@linkcode VerdictOptions}. */
export const aVerdictOptions: Shape = membersIn(MEMBERS);
