import { anthropicMessages } from "../../mod.ts";
import type { AnthropicBridgeOptions, AnthropicClient, LabEnv, NewModel } from "../../mod.ts";
import type { Modules, SdkSubject } from "./sdk_subject.ts";

type NewClient = new (options: object) => AnthropicClient;

function newModel(modules: Modules, api: AnthropicBridgeOptions["api"]): NewModel {
  const Anthropic = modules["@anthropic-ai/sdk"]!.default as NewClient;
  return ({ baseUrl, fetch }: LabEnv) => {
    const options = { baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0, logLevel: "off" };
    return anthropicMessages(new Anthropic(options), { api });
  };
}

/** The interfaces of `@anthropic-ai/sdk`. */
export const ANTHROPIC_SUBJECTS: readonly SdkSubject[] = [
  {
    packages: ["@anthropic-ai/sdk"],
    api: "messages.create",
    wire: "anthropic-messages",
    newModel: (modules) => newModel(modules, "create"),
  },
  {
    packages: ["@anthropic-ai/sdk"],
    api: "messages.stream",
    wire: "anthropic-messages",
    newModel: (modules) => newModel(modules, "stream"),
  },
  {
    packages: ["@anthropic-ai/sdk"],
    api: "messages.stream().finalMessage",
    wire: "anthropic-messages",
    newModel: (modules) => newModel(modules, "finalMessage"),
  },
];
