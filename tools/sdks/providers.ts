import { cohere, googleGenAi, mistral, ollama } from "../../mod.ts";
import type { CohereClient, GoogleGenAiClient, MistralClient, OllamaClient } from "../../mod.ts";
import { NOT_MISTRAL } from "./excluded.ts";
import { MISTRAL } from "./mistral_samples.ts";
import { RAW_CHUNKS } from "./openai.ts";
import { exported } from "./sdk_subject.ts";
import type { SdkSubject } from "./sdk_subject.ts";

const NO_SIGNAL = "a call takes no signal, and its stream can be aborted only once it is there";

/** The SDKs of other providers. */
export const PROVIDER_SUBJECTS: readonly SdkSubject[] = [
  {
    packages: ["@google/genai"],
    api: "models.generateContentStream",
    wire: "gemini",
    note: RAW_CHUNKS,
    newModel: (modules) => ({ baseUrl, fetch }) => {
      const Client = exported<new (options: object) => GoogleGenAiClient>(
        modules,
        "@google/genai",
        "GoogleGenAI",
      );
      return googleGenAi(new Client({ apiKey: "none", httpOptions: { baseUrl, fetch } }));
    },
  },
  {
    packages: ["@mistralai/mistralai"],
    api: "chat.stream",
    wire: "openai-chat",
    dialect: MISTRAL,
    excluded: NOT_MISTRAL,
    note: RAW_CHUNKS,
    newModel: (modules) => ({ baseUrl, fetch }) => {
      const find = <T>(name: string) => exported<T>(modules, "@mistralai/mistralai", name);
      const Client = find<new (options: object) => MistralClient>("Mistral");
      const HttpClient = find<new (options: object) => object>("HTTPClient");
      const httpClient = new HttpClient({ fetcher: fetch });
      return mistral(new Client({ apiKey: "none", serverURL: baseUrl, httpClient }));
    },
  },
  {
    packages: ["cohere-ai"],
    api: "CohereClientV2.chatStream",
    wire: "cohere",
    note: RAW_CHUNKS,
    newModel: (modules) => ({ baseUrl, fetch }) => {
      const Client = exported<new (options: object) => CohereClient>(
        modules,
        "cohere-ai",
        "CohereClientV2",
      );
      return cohere(new Client({ token: "none", baseUrl, fetch, maxRetries: 0 }));
    },
  },
  {
    packages: ["ollama"],
    api: "chat({ stream: true })",
    wire: "ollama",
    note:
      "A call takes no signal: when the signal aborts, the bridge calls `abort()` of the stream.",
    excluded: {
      "abort-is-not-an-end: before the headers": NO_SIGNAL,
      "abort-is-not-an-end: before the call": NO_SIGNAL,
      "release-on-abort: before the headers": NO_SIGNAL,
    },
    newModel: (modules) => ({ baseUrl, fetch }) => {
      const Client = exported<new (options: object) => OllamaClient>(modules, "ollama", "Ollama");
      return ollama(new Client({ host: baseUrl, fetch }));
    },
  },
];
