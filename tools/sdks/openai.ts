import { openAiChat, openAiResponses } from "../../mod.ts";
import type { AdapterEnv, OpenAiChatClient, OpenAiResponsesClient } from "../../mod.ts";
import { exported } from "./sdk_subject.ts";
import type { Modules, SdkSubject } from "./sdk_subject.ts";

type Client = OpenAiChatClient & OpenAiResponsesClient;
type NewClient = new (options: object) => Client;

/** Makes a client of an SDK that Stainless generates; they take the same options. */
function client(modules: Modules, specifier: string, { baseUrl, fetch }: AdapterEnv): Client {
  const Client = exported<NewClient>(modules, specifier);
  return new Client({ baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0, logLevel: "off" });
}

/** What is true of every interface that hands over the chunks of the wire as they come. */
export const RAW_CHUNKS: string =
  "The SDK gives the chunks of the wire; the pieces of a tool call are put together by the bridge, as " +
  "every user of this interface has to.";

/** The interfaces of `openai`. */
export const OPENAI_SUBJECTS: readonly SdkSubject[] = [
  {
    packages: ["openai"],
    api: "chat.completions.create",
    wire: "openai-chat",
    note: RAW_CHUNKS,
    newModel: (modules) => (env) => openAiChat(client(modules, "openai", env)),
  },
  {
    packages: ["openai"],
    api: "chat.completions.stream",
    wire: "openai-chat",
    note: "Tool calls and the finish are those of `finalChatCompletion()`.",
    newModel: (modules) => (env) => openAiChat(client(modules, "openai", env), { api: "stream" }),
  },
  {
    packages: ["openai"],
    api: "responses.create",
    wire: "openai-responses",
    note: RAW_CHUNKS,
    newModel: (modules) => (env) => openAiResponses(client(modules, "openai", env)),
  },
  {
    packages: ["openai"],
    api: "responses.stream",
    wire: "openai-responses",
    note: "Tool calls and the finish are those of `finalResponse()`.",
    newModel: (modules) => (env) =>
      openAiResponses(client(modules, "openai", env), { api: "stream" }),
  },
];

/** Other SDKs with the interface of `openai`. */
export const OPENAI_LIKE_SUBJECTS: readonly SdkSubject[] = ["groq-sdk", "together-ai"].map(
  (specifier): SdkSubject => ({
    packages: [specifier],
    api: "chat.completions.create",
    wire: "openai-chat",
    note: RAW_CHUNKS,
    newModel: (modules) => (env) => openAiChat(client(modules, specifier, env)),
  }),
);
