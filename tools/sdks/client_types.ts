/**
 * The real clients fit the bridges: this file has only to pass the type check. Those of `openai`,
 * `@anthropic-ai/sdk` and `ai` are checked where their verdicts are tested.
 *
 * @module
 */
import type { GoogleGenAI } from "npm:@google/genai@3.3.0";
import type { ChatAnthropic } from "npm:@langchain/anthropic@1.5.11";
import type { ChatOpenAI } from "npm:@langchain/openai@1.6.0";
import type { Mistral } from "npm:@mistralai/mistralai@2.7.0";
import type { CohereClientV2 } from "npm:cohere-ai@8.1.0";
import type Groq from "npm:groq-sdk@1.6.0";
import type { Ollama } from "npm:ollama@0.6.4";
import type Together from "npm:together-ai@0.52.0";
import type {
  CohereClient,
  GoogleGenAiClient,
  LangChainModel,
  MistralClient,
  OllamaClient,
  OpenAiChatClient,
} from "../../mod.ts";

/** Is a type only if the first fits the second. */
export type Fits<Client extends Bridged, Bridged> = Client;

/** The clients, each beside what its bridge takes. */
export type Clients = readonly [
  Fits<GoogleGenAI, GoogleGenAiClient>,
  Fits<ChatAnthropic, LangChainModel>,
  Fits<ChatOpenAI, LangChainModel>,
  Fits<Mistral, MistralClient>,
  Fits<CohereClientV2, CohereClient>,
  Fits<Groq, OpenAiChatClient>,
  Fits<Ollama, OllamaClient>,
  Fits<Together, OpenAiChatClient>,
];
