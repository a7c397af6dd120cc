/**
 * The official SDKs in front of the proxy on a port, as their users have them: an address and nothing else.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import Anthropic from "npm:@anthropic-ai/sdk@1.14.0";
import { createOpenAI } from "npm:@ai-sdk/openai@4.0.118";
import { createOpenAICompatible } from "npm:@ai-sdk/openai-compatible@3.0.92";
import { ChatOpenAI } from "npm:@langchain/openai@1.6.0";
import { generateText, type LanguageModel, streamText } from "npm:ai@7.0.173";
import OpenAI from "npm:openai@7.59.0";
import { testPins } from "../../sdks/pinned.ts";
import { proxiedMocks, type Rules } from "./support/proxied_mocks.ts";

testPins(import.meta.url);

const TEXT = "All is well in here, and out there.";

const PROMPT = "How is it?";

const messages = [{ role: "user" as const, content: PROMPT }];

/** An SDK as it is used: each way gives the text of the answer. */
interface Sdk {
  readonly name: string;
  whole(url: string): Promise<string>;
  streamed(url: string): Promise<string>;
}

function openAi(url: string): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0, logLevel: "off" });
}

function anthropic(url: string): Anthropic {
  return new Anthropic({ baseURL: url, apiKey: "none", maxRetries: 0, logLevel: "off" });
}

function chatOpenAi(url: string): ChatOpenAI {
  const configuration = { baseURL: `${url}/v1` };
  return new ChatOpenAI({ model: "gpt-5", apiKey: "none", maxRetries: 0, configuration });
}

/** The AI SDK gives errors as parts of the stream; its user has to look for them. */
function aiSdk(name: string, modelAt: (url: string) => LanguageModel): Sdk {
  return {
    name,
    async whole(url) {
      return (await generateText({ model: modelAt(url), prompt: PROMPT, maxRetries: 0 })).text;
    },
    async streamed(url) {
      const options = { model: modelAt(url), prompt: PROMPT, maxRetries: 0, onError() {} };
      let text = "";
      for await (const part of streamText(options).fullStream) {
        if (part.type === "error") throw part.error;
        if (part.type === "text-delta") text += part.text;
      }
      return text;
    },
  };
}

const SDKS: readonly Sdk[] = [
  {
    name: "openai, chat.completions",
    async whole(url) {
      const answer = await openAi(url).chat.completions.create({ model: "gpt-5", messages });
      return answer.choices[0]!.message.content!;
    },
    async streamed(url) {
      const asked = { model: "gpt-5", messages, stream: true as const };
      const stream = await openAi(url).chat.completions.create(asked);
      let text = "";
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      return text;
    },
  },
  {
    name: "openai, responses",
    async whole(url) {
      return (await openAi(url).responses.create({ model: "gpt-5", input: PROMPT })).output_text;
    },
    async streamed(url) {
      const asked = { model: "gpt-5", input: PROMPT, stream: true as const };
      let text = "";
      for await (const event of await openAi(url).responses.create(asked)) {
        if (event.type === "response.output_text.delta") text += event.delta;
      }
      return text;
    },
  },
  {
    name: "@anthropic-ai/sdk",
    async whole(url) {
      const asked = { model: "claude-opus-5", max_tokens: 100, messages };
      const [block] = (await anthropic(url).messages.create(asked)).content;
      return block?.type === "text" ? block.text : "";
    },
    async streamed(url) {
      const asked = { model: "claude-opus-5", max_tokens: 100, messages };
      return await anthropic(url).messages.stream(asked).finalText();
    },
  },
  {
    name: "@langchain/openai",
    whole: async (url) => String((await chatOpenAi(url).invoke(PROMPT)).content),
    async streamed(url) {
      let text = "";
      for await (const chunk of await chatOpenAi(url).stream(PROMPT)) text += chunk.content;
      return text;
    },
  },
  aiSdk(
    "ai, @ai-sdk/openai",
    (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" })("gpt-5"),
  ),
  aiSdk(
    "ai, @ai-sdk/openai, chat",
    (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "none" }).chat("gpt-5"),
  ),
  aiSdk(
    "ai, @ai-sdk/openai-compatible",
    (url) => createOpenAICompatible({ name: "proxy", baseURL: `${url}/v1` })("gpt-5"),
  ),
];

const FINE: Rules = [{ result: TEXT }];
const BUSY: Rules = [{ response: { problem: { kind: "overloaded", message: "Too much to do" } } }];

/** Breaks every stream off after some words. */
function cut(kind: "reset" | "close"): Rules {
  return [{ result: TEXT, delivery: { faults: [{ kind, afterFrames: 8 }] } }];
}

for (const sdk of SDKS) {
  Deno.test(`${sdk.name} does not notice that the first upstream fails`, async () => {
    await using behind = await proxiedMocks([BUSY, FINE]);
    assertEquals(await sdk.whole(behind.url), TEXT);
    assertEquals(await sdk.streamed(behind.url), TEXT);
    assertEquals(behind.mocks.map(({ records }) => records.length), [2, 2]);
  });

  Deno.test(`${sdk.name} fails if the upstream breaks off within a stream`, async () => {
    for (const kind of ["reset", "close"] as const) {
      await using behind = await proxiedMocks([cut(kind), FINE]);
      await assertRejects(() => sdk.streamed(behind.url), Error, undefined, kind);
      assertEquals(behind.mocks.map(({ records }) => records.length), [1, 0]);
    }
  });

  Deno.test(`${sdk.name} fails if every upstream does`, async () => {
    await using behind = await proxiedMocks([BUSY, BUSY]);
    await assertRejects(() => sdk.whole(behind.url), Error);
    await assertRejects(() => sdk.streamed(behind.url), Error);
  });
}
