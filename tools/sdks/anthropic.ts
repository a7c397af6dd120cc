import { anthropicMessages } from "../../mod.ts";
import type { AnthropicBridgeOptions, AnthropicClient, NewModel } from "../../mod.ts";
import { RAW_CHUNKS } from "./openai.ts";
import { exported } from "./sdk_subject.ts";
import type { Modules, SdkSubject } from "./sdk_subject.ts";

type NewClient = new (options: object) => AnthropicClient;

const SPECIFIER = "@anthropic-ai/sdk";

function newModel(modules: Modules, api: AnthropicBridgeOptions["api"]): NewModel {
  const Anthropic = exported<NewClient>(modules, SPECIFIER);
  return ({ baseUrl, fetch }) => {
    const options = { baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0, logLevel: "off" };
    return anthropicMessages(new Anthropic(options), { api });
  };
}

/** The interfaces of `@anthropic-ai/sdk`. */
export const ANTHROPIC_SUBJECTS: readonly SdkSubject[] = [
  {
    packages: [SPECIFIER],
    api: "messages.create",
    wire: "anthropic-messages",
    note: RAW_CHUNKS,
    newModel: (modules) => newModel(modules, "create"),
  },
  {
    packages: [SPECIFIER],
    api: "messages.stream",
    wire: "anthropic-messages",
    note: `The events of the helper, without its final message. ${RAW_CHUNKS}`,
    newModel: (modules) => newModel(modules, "stream"),
  },
  {
    packages: [SPECIFIER],
    api: "messages.stream().finalMessage",
    wire: "anthropic-messages",
    note: "Text comes from the helper's events, tool calls and the finish from `finalMessage()`.",
    newModel: (modules) => newModel(modules, "finalMessage"),
  },
];
