import { assertEquals } from "@std/assert";
import { chunk, DONE, ends, entry, read, said, summary, tools } from "./chunks.ts";

/** Chunks of odd shapes: `research/wires.md` 4, kind F, and its section 6, number 10. */
const CASES: { name: string; ref: string; body: unknown[]; expected: string }[] = [
  {
    name: "choices that are null",
    ref: "seed of the proxy, `rebuildFromChunksToleratesNullChoices`",
    body: [{ choices: null }, said("Hi"), ends(), DONE],
    expected: "Hi",
  },
  {
    name: "choices that are empty or missing",
    ref: "openai/openai-node#1015, microsoft/semantic-kernel#3650, open-webui#1759",
    body: [{ choices: [], prompt_filter_results: [] }, {}, said("Hi"), ends(), DONE],
    expected: "Hi",
  },
  {
    name: "a choice that is null",
    ref: "pydantic-ai#797",
    body: [{ choices: [null] }, said("Hi"), ends(), DONE],
    expected: "Hi",
  },
  {
    name: "a delta that is null or missing",
    ref: "langchain#18977, grafana-llm-app#790, autogen#6465",
    body: [chunk(null), said("Hi"), { choices: [{ index: 0, finish_reason: "stop" }] }, DONE],
    expected: "Hi",
  },
  {
    name: "null for every field of the delta",
    ref: "quarkiverse/quarkus-langchain4j#2553, foundry-local#144",
    body: [
      chunk({
        role: null,
        content: null,
        reasoning: null,
        reasoning_content: null,
        reasoning_details: null,
        refusal: null,
        tool_calls: null,
        function_call: null,
        audio: null,
      }),
      said("Hi"),
      ends(),
      DONE,
    ],
    expected: "Hi",
  },
  {
    name: "empty tool_calls",
    ref: "foundry-local#144",
    body: [chunk({ content: "Hi", tool_calls: [] }), ends(), DONE],
    expected: "Hi",
  },
  {
    name: "an index that is null",
    ref: "microsoft/semantic-kernel#3650",
    body: [{ choices: [{ index: null, delta: { content: "Hi" } }] }, ends(), DONE],
    expected: "Hi",
  },
  {
    name: "members that nobody knows",
    ref: "openai 7.59 obfuscation, moderation, service_tier",
    body: [
      chunk({ content: "Hi", shiny: [1] }, null, {
        obfuscation: "abc",
        service_tier: "default",
        moderation: { input: { type: "error", code: "x" } },
      }),
      ends(),
      DONE,
    ],
    expected: "Hi",
  },
  {
    name: "a delta and the message so far beside it",
    ref: "foundry-local#144, Perplexity",
    body: [
      { choices: [{ index: 0, delta: { content: "H" }, message: { content: "H" } }] },
      { choices: [{ index: 0, delta: { content: "i" }, message: { content: "Hi" } }] },
      { choices: [{ index: 0, delta: {}, message: { content: "Hi" }, finish_reason: "stop" }] },
      DONE,
    ],
    expected: "Hi",
  },
  {
    name: "a whole message in place of a delta, which would be lost",
    ref: "OpenAI's chat.completion",
    body: [{ choices: [{ index: 0, message: { content: "Hi" }, finish_reason: "stop" }] }, DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a whole message with calls in place of a delta",
    ref: "OpenAI's chat.completion",
    body: [
      {
        choices: [{
          message: { content: null, tool_calls: [entry(0, "a", "f", "{}")] },
          finish_reason: "stop",
        }],
      },
      DONE,
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "an empty message in place of a delta, which loses nothing",
    ref: "Azure",
    body: [said("Hi"), { choices: [{ message: { content: "" }, finish_reason: "stop" }] }, DONE],
    expected: "Hi",
  },
  {
    name: "text in place of a delta, as legacy completions have it",
    ref: "OpenAI's text_completion",
    body: [{ choices: [{ index: 0, text: "Hi", finish_reason: "stop" }] }, DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "content that is a number",
    ref: "issue 2: a turn arrives whole, or it is an error",
    body: [said("I am "), said(5), ends(), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "content that is an object",
    ref: "Cohere v2 sent to an OpenAI client",
    body: [said({ type: "text", text: "Hi" }), ends(), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "choices that are an object",
    ref: "issue 2: a turn arrives whole, or it is an error",
    body: [{ choices: { 0: { delta: { content: "Hi" } } } }, ends(), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "tool_calls that are an object",
    ref: "issue 2: a turn arrives whole, or it is an error",
    body: [said("Hi"), chunk({ tool_calls: entry(0, "a", "f", "{}") }), ends(), DONE],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a refusal",
    ref: "openai/openai-agents-python#4188, lobehub/lobehub#17700",
    body: [chunk({ refusal: "I cannot" }), ends("stop"), DONE],
    expected: "FILTERED",
  },
  {
    name: "content in parts",
    ref: "@mistralai/mistralai 2.7 ContentChunk",
    body: [
      said([{ type: "text", text: "H" }, { type: "reference", reference_ids: [1] }]),
      said([{ type: "text", text: "i" }, null, { type: "text" }]),
      ends(),
      DONE,
    ],
    expected: "Hi",
  },
];

for (const { name, ref, body, expected } of CASES) {
  Deno.test(`openai-chat reads ${name} as "${expected}" (${ref})`, () => {
    assertEquals(summary(read(body)), expected);
  });
}

Deno.test("openai-chat gives a refusal's text, and the server's own word with the reason", () => {
  const { events } = read([chunk({ refusal: "I can" }), chunk({ refusal: "not" }), ends(), DONE]);
  assertEquals(events.slice(0, 2), [
    { type: "text", text: "I can" },
    { type: "text", text: "not" },
  ]);
  const last = events.at(-1);
  assertEquals(last?.type === "finish" && [last.finish.reason, last.finish.raw], [
    "filtered",
    "stop",
  ]);
});

Deno.test("openai-chat gives no empty events", () => {
  const empty = [
    chunk({ role: "assistant", content: "" }),
    chunk({ content: "", reasoning_content: "", reasoning: "", refusal: "" }),
    said([]),
    said([{ type: "text", text: "" }, { type: "thinking", thinking: [] }]),
    tools(),
  ];
  assertEquals(read([...empty, ends(), DONE]).events.map(({ type }) => type), ["finish"]);
});
