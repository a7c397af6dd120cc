import type { Endpoint } from "../endpoint.ts";

/** Gemini's endpoints. */
export const GEMINI_ENDPOINTS: readonly Endpoint[] = [];
