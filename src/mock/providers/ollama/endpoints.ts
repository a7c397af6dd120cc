import type { Endpoint } from "../endpoint.ts";

/** Ollama's endpoints. */
export const OLLAMA_ENDPOINTS: readonly Endpoint[] = [];
