import { assertEquals, assertThrows } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import type { OpenAiDialectName } from "../../../src/wire/openai_chat/dialects.ts";
import { OPENAI_DIALECTS } from "../../../src/wire/openai_chat/dialects.ts";
import { openAiChatWire } from "../../../src/wire/openai_chat/openai_chat.ts";
import { usage } from "../../support/events.ts";
import { chunk, DONE, ends, entry, read, readBytes, said, summary, tools, used } from "./chunks.ts";

const DIALECTS = Object.keys(OPENAI_DIALECTS) as OpenAiDialectName[];

for (const dialect of DIALECTS) {
  Deno.test(`the ${dialect} dialect reads what OpenAI itself sends`, () => {
    const { turn } = read([
      chunk({ role: "assistant", content: "", refusal: null }, null, { usage: null }),
      chunk({ content: "Hi" }, null, { usage: null }),
      chunk({}, "stop", { usage: null }),
      used({ prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } }),
      DONE,
    ], dialect);
    assertEquals([turn?.text, turn?.finish.usage], ["Hi", usage(5, 2, 4)]);
  });

  Deno.test(`the ${dialect} dialect takes no cut turn for a whole one`, () => {
    for (const body of [[], [said("Hi")], [tools(entry(0, "a", "f", "{}"))]]) {
      assertEquals(summary(read(body, dialect)), "INCOMPLETE");
    }
    const required = { terminator: "required" } as const;
    assertEquals(summary(read([said("Hi", "stop")], dialect, required)), "INCOMPLETE");
  });

  Deno.test(`the ${dialect} dialect ends without the marker where that is asked for`, () => {
    assertEquals(summary(read([said("Hi", "stop")], dialect, { terminator: "optional" })), "Hi");
  });
}

Deno.test("only llama.cpp's dialect ends without the marker by itself (llama.cpp#9459)", () => {
  const lenient = DIALECTS.filter((name) => read([said("Hi", "stop")], name).turn !== undefined);
  assertEquals(lenient, ["llama.cpp"]);
});

Deno.test("llama.cpp's dialect takes the marker alone for a failure that it hid (coddy-agent#106)", () => {
  const hidden = 'error: {"code":400,"message":"too long"}\n\ndata: [DONE]\n\n';
  assertEquals(summary(readBytes(toBytes(hidden), "llama.cpp")), "INCOMPLETE");
  assertEquals(summary(read([said("Hi"), DONE], "llama.cpp")), "INCOMPLETE");
});

/** Words by which a server ends or fails a turn. */
const WORDS: [OpenAiDialectName, string, string][] = [
  ["openai", "model_length", "STREAM_PROTOCOL"],
  ["openai", "error", "STREAM_PROTOCOL"],
  ["azure", "content_filter", "FILTERED"],
  ["deepseek", "insufficient_system_resource", "PROVIDER"],
  ["deepseek", "length", "LENGTH"],
  ["openrouter", "error", "PROVIDER"],
  ["mistral", "error", "PROVIDER"],
  ["mistral", "length", "LENGTH"],
  ["mistral", "model_length", "LENGTH"],
  ["groq", "length", "LENGTH"],
  ["ollama", "load", "STREAM_PROTOCOL"],
  ["llama.cpp", "length", "LENGTH"],
];

for (const [dialect, word, code] of WORDS) {
  Deno.test(`the ${dialect} dialect reads the finish reason "${word}" as ${code}`, () => {
    assertEquals(summary(read([said("Hi"), ends(word), DONE], dialect)), code);
  });
}

/** Shapes as the servers send them, in our own words; where they were seen stands beside each. */
const SHAPES: {
  dialect: OpenAiDialectName;
  name: string;
  body: string[] | unknown[];
  expected: string;
  reasoning?: string;
  tokens: ReturnType<typeof usage>;
}[] = [
  {
    // vercel/ai packages/deepseek chat fixtures
    dialect: "deepseek",
    name: "reasoning, a call, and usage on the chunk of the finish",
    body: [
      chunk({ role: "assistant", content: null, reasoning_content: "" }, null, { usage: null }),
      chunk({ content: null, reasoning_content: "Wea" }, null, { usage: null }),
      chunk({ content: null, reasoning_content: "ther" }, null, { usage: null }),
      tools(entry(0, "call_00_x", "weather", "")),
      tools({ index: 0, function: { arguments: '{"q":1' } }),
      tools({ index: 0, function: { arguments: "}" } }),
      chunk({ content: "", reasoning_content: null }, "tool_calls", {
        usage: {
          prompt_tokens: 374,
          completion_tokens: 61,
          prompt_tokens_details: { cached_tokens: 256 },
          prompt_cache_hit_tokens: 256,
          prompt_cache_miss_tokens: 118,
        },
      }),
      DONE,
    ],
    expected: '|weather({"q":1})',
    reasoning: "Weather",
    tokens: usage(118, 61, 256),
  },
  {
    // openai/openai-go#227, openrouter.ai reasoning tokens
    dialect: "openrouter",
    name: "reasoning in two fields, its signature, and what was written to the cache",
    body: [
      chunk({
        role: "assistant",
        content: "",
        reasoning: "H",
        reasoning_details: [{ type: "reasoning.text", text: "H" }],
      }),
      chunk({
        content: "",
        reasoning: "m",
        reasoning_details: [{ type: "reasoning.text", text: "m" }],
      }),
      chunk({ content: "", reasoning_details: [{ type: "reasoning.text", signature: "sig" }] }),
      chunk({ content: "Hi" }, null, { provider: "Anthropic" }),
      {
        choices: [{
          index: 0,
          delta: { content: "" },
          finish_reason: "stop",
          native_finish_reason: "end_turn",
        }],
      },
      used({
        prompt_tokens: 20,
        completion_tokens: 2,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 6 },
        cost: 0.1,
      }),
      DONE,
    ],
    expected: "Hi",
    reasoning: "Hm",
    tokens: usage(10, 2, 4, 6),
  },
  {
    // vercel/ai packages/mistral fixtures
    dialect: "mistral",
    name: "a call in pieces, and an index beside the content",
    body: [
      chunk({ tool_calls: [entry(0, "chatcmpl-tool-9", "search", "")], index: 0, content: "" }),
      chunk({
        tool_calls: [{ type: "function", function: { name: "", arguments: "{}" }, index: 0 }],
      }),
      chunk({ index: 0, content: "" }, "tool_calls", {
        usage: {
          prompt_tokens: 171,
          completion_tokens: 14,
          prompt_tokens_details: { cached_tokens: 128 },
        },
      }),
      DONE,
    ],
    expected: "|search({})",
    tokens: usage(43, 14, 128),
  },
  {
    // @mistralai/mistralai 2.7 ThinkChunk
    dialect: "mistral",
    name: "thinking in parts",
    body: [
      said([{ type: "thinking", thinking: [{ type: "text", text: "Hm" }], signature: null }]),
      said([{
        type: "thinking",
        thinking: [{ type: "text", text: "m" }, { type: "reference" }],
        closed: true,
      }]),
      said([{ type: "text", text: "Hi" }]),
      chunk({ content: "" }, "stop", {
        usage: { prompt_tokens: 5, completion_tokens: 3, num_cached_tokens: 2 },
      }),
      DONE,
    ],
    expected: "Hi",
    reasoning: "Hmm",
    tokens: usage(3, 3, 2),
  },
  {
    // vercel/ai packages/groq fixtures
    dialect: "groq",
    name: "a call in one piece, and usage under x_groq",
    body: [
      chunk({ role: "assistant", content: null }, null, { x_groq: { id: "req_1", seed: 1 } }),
      chunk({ reasoning: "Hm", channel: "analysis" }),
      tools(entry(0, "tk85", "weather", "{}")),
      chunk({}, "tool_calls", {
        x_groq: { id: "req_1", usage: { prompt_tokens: 210, completion_tokens: 15 } },
      }),
      DONE,
    ],
    expected: "|weather({})",
    reasoning: "Hm",
    tokens: usage(210, 15),
  },
  {
    // dto-btn/ssc-assistant, MicrosoftDocs/azure-ai-docs (asynchronous filter)
    dialect: "azure",
    name: "what its filters say, before, beside and behind the content",
    body: [
      { choices: [], id: "", object: "", prompt_filter_results: [{ prompt_index: 0 }] },
      {
        choices: [{
          index: 0,
          delta: { role: "assistant", content: "" },
          content_filter_results: {},
          finish_reason: null,
        }],
      },
      {
        choices: [{
          index: 0,
          delta: { content: "Hi" },
          content_filter_results: { hate: { filtered: false } },
          finish_reason: null,
        }],
      },
      { choices: [{ index: 0, delta: {}, content_filter_results: {}, finish_reason: "stop" }] },
      {
        choices: [{
          index: 0,
          content_filter_results: { error: { code: "content_filter_error", message: "x" } },
          content_filter_offsets: { check_offset: 1 },
          finish_reason: null,
        }],
      },
      used({ prompt_tokens: 4, completion_tokens: 1 }),
      DONE,
    ],
    expected: "Hi",
    tokens: usage(4, 1),
  },
  {
    // ollama#7881, ollama#15457, decolua/9router#3601
    dialect: "ollama",
    name: "reasoning, and two calls with one index",
    body: [
      chunk({ role: "assistant", content: "", reasoning: "Hm" }),
      chunk({ role: "assistant", content: "", tool_calls: [entry(0, "call_a", "f", "{}")] }),
      chunk({ role: "assistant", content: "", tool_calls: [entry(0, "call_b", "f", "{}")] }),
      chunk({ role: "assistant", content: "" }, "tool_calls", { system_fingerprint: "fp_ollama" }),
      used({ prompt_tokens: 4, completion_tokens: 1, total_tokens: 5 }),
      DONE,
    ],
    expected: "|f({})|f({})",
    reasoning: "Hm",
    tokens: usage(4, 1),
  },
  {
    // ggml-org/llama.cpp server
    dialect: "llama.cpp",
    name: "reasoning, timings, and no marker",
    body: [
      chunk({ role: "assistant", content: null }),
      chunk({ reasoning_content: "Hm" }),
      chunk({ content: "Hi" }),
      ends(),
      { choices: [], usage: { prompt_tokens: 4, completion_tokens: 1 }, timings: { prompt_n: 4 } },
    ],
    expected: "Hi",
    reasoning: "Hm",
    tokens: usage(4, 1),
  },
];

for (const { dialect, name, body, expected, reasoning = "", tokens } of SHAPES) {
  Deno.test(`the ${dialect} dialect reads ${name}`, () => {
    const outcome = read(body, dialect);
    assertEquals(summary(outcome), expected);
    assertEquals(outcome.turn?.reasoning.map(({ text }) => text).join(), reasoning);
    assertEquals(outcome.turn?.finish.usage, tokens);
  });
}

Deno.test("openAiChatWire() refuses a dialect that it does not know, and names those it does", () => {
  const make = () => openAiChatWire("constructor" as OpenAiDialectName);
  assertThrows(make, TypeError, "openai, azure, deepseek");
});
