import type { WireId } from "../../wire/wire.ts";

/** The endpoints that answer with a model's turn. */
export type SurfaceId = WireId | "openai-completions" | "ollama-generate";
