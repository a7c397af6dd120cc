import { langChain } from "../../mod.ts";
import type { LangChainModel } from "../../mod.ts";
import { exported } from "./sdk_subject.ts";
import type { SdkSubject } from "./sdk_subject.ts";

type NewChat = new (options: object) => LangChainModel;

const NOTE = "Text comes from the chunks, tool calls and the finish from the message that their " +
  "`concat()` puts together.";

/** The chat models of LangChain. */
export const LANG_CHAIN_SUBJECTS: readonly SdkSubject[] = [
  {
    packages: ["@langchain/openai", "@langchain/core"],
    api: "ChatOpenAI.stream",
    wire: "openai-chat",
    note: NOTE,
    newModel: (modules) => ({ baseUrl, fetch }) => {
      const Chat = exported<NewChat>(modules, "@langchain/openai", "ChatOpenAI");
      const configuration = { baseURL: baseUrl, fetch, logLevel: "off" };
      return langChain(new Chat({ model: "model", apiKey: "none", maxRetries: 0, configuration }));
    },
  },
  {
    packages: ["@langchain/anthropic", "@langchain/core"],
    api: "ChatAnthropic.stream",
    wire: "anthropic-messages",
    note: NOTE,
    newModel: (modules) => ({ baseUrl, fetch }) => {
      const Chat = exported<NewChat>(modules, "@langchain/anthropic", "ChatAnthropic");
      const clientOptions = { fetch, maxRetries: 0, logLevel: "off" };
      return langChain(
        new Chat({
          model: "model",
          apiKey: "none",
          maxRetries: 0,
          anthropicApiUrl: baseUrl,
          clientOptions,
        }),
      );
    },
  },
];
