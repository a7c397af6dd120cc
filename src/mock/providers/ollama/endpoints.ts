import type { Endpoint } from "../endpoint.ts";
import { ollamaChat } from "./chat.ts";
import { embed, embeddings } from "./data/embed.ts";
import { ps, show, tags, version } from "./data/models.ts";
import { ollamaGenerate } from "./generate.ts";
import { ollama as provider } from "./ollama.ts";

/** Ollama's endpoints. */
export const OLLAMA_ENDPOINTS: readonly Endpoint[] = [
  { provider, method: "POST", path: /\/api\/chat$/, surface: ollamaChat },
  { provider, method: "POST", path: /\/api\/generate$/, surface: ollamaGenerate },
  { provider, method: "POST", path: /\/api\/embed$/, answer: embed },
  { provider, method: "POST", path: /\/api\/embeddings$/, answer: embeddings },
  { provider, method: "POST", path: /\/api\/show$/, answer: show },
  { provider, method: "GET", path: /\/api\/tags$/, answer: tags },
  { provider, method: "GET", path: /\/api\/ps$/, answer: ps },
  { provider, method: "GET", path: /\/api\/version$/, answer: version },
];
