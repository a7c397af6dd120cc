import type { Endpoint } from "../endpoint.ts";

/** Cohere's endpoints. */
export const COHERE_ENDPOINTS: readonly Endpoint[] = [];
