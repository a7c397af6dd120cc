import { openAiChat, openAiResponses } from "../../mod.ts";
import type { LabEnv, OpenAiChatClient, OpenAiResponsesClient } from "../../mod.ts";
import type { Modules, SdkSubject } from "./sdk_subject.ts";

type Client = OpenAiChatClient & OpenAiResponsesClient;
type NewClient = new (options: object) => Client;

function client(modules: Modules, { baseUrl, fetch }: LabEnv): Client {
  const OpenAi = modules.openai!.default as NewClient;
  return new OpenAi({ baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0, logLevel: "off" });
}

/** The interfaces of `openai`. */
export const OPENAI_SUBJECTS: readonly SdkSubject[] = [
  {
    packages: ["openai"],
    api: "chat.completions.create",
    wire: "openai-chat",
    newModel: (modules) => (env) => openAiChat(client(modules, env)),
  },
  {
    packages: ["openai"],
    api: "chat.completions.stream",
    wire: "openai-chat",
    newModel: (modules) => (env) => openAiChat(client(modules, env), { api: "stream" }),
  },
  {
    packages: ["openai"],
    api: "responses.create",
    wire: "openai-responses",
    newModel: (modules) => (env) => openAiResponses(client(modules, env)),
  },
  {
    packages: ["openai"],
    api: "responses.stream",
    wire: "openai-responses",
    newModel: (modules) => (env) => openAiResponses(client(modules, env), { api: "stream" }),
  },
];
