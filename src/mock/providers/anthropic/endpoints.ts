import type { Endpoint } from "../endpoint.ts";

/** Anthropic's endpoints. */
export const ANTHROPIC_ENDPOINTS: readonly Endpoint[] = [];
