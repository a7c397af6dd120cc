import { assertEquals, assertMatch } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import type { Clock } from "../../../../mock.ts";
import { ASK, HEADERS, MESSAGES, mockOf, send, streamed } from "./asked.ts";

const USAGE = { input: 10, output: 8, reasoning: 3, cacheRead: 4, cacheWrite: 5 } as const;

/** What a message says of its tokens before the answer. */
const FIRST_USAGE = {
  input_tokens: 10,
  cache_creation_input_tokens: 5,
  cache_read_input_tokens: 4,
  cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: "standard",
  inference_geo: "global",
  speed: "standard",
} as const;

Deno.test("Anthropic's stream goes block by block, with a ping after the first has begun", async () => {
  const events = await streamed(mockOf({
    reasoning: [{ text: "Hm.", signature: "sig" }, { redacted: "xyz" }],
    content: "Hi you",
    toolCalls: [{ name: "find", id: "toolu_1", arguments: { q: 1 } }, { name: "stop" }],
    usage: USAGE,
  }));
  const block = (index: number, opened: object) => ({
    type: "content_block_start",
    index,
    content_block: opened,
  });
  const delta = (index: number, delta: object) => ({ type: "content_block_delta", index, delta });
  const stop = (index: number) => ({ type: "content_block_stop", index });
  const json = (index: number, text: string) =>
    delta(index, { type: "input_json_delta", partial_json: text });
  const { content_block: made } = events.at(-5) as { content_block: { id: string } };
  assertMatch(made.id, /^toolu_01[A-Za-z0-9]{22}$/);
  const caller = { type: "direct" };
  assertEquals<unknown>(
    events,
    [
      {
        type: "message_start",
        message: {
          model: "m",
          id: "msg_mock-1",
          type: "message",
          role: "assistant",
          content: [],
          container: null,
          stop_reason: null,
          stop_sequence: null,
          stop_details: null,
          usage: FIRST_USAGE,
          diagnostics: null,
        },
      },
      block(0, { type: "thinking", thinking: "", signature: "" }),
      { type: "ping" },
      delta(0, { type: "thinking_delta", thinking: "Hm" }),
      delta(0, { type: "thinking_delta", thinking: "." }),
      delta(0, { type: "signature_delta", signature: "sig" }),
      stop(0),
      block(1, { type: "redacted_thinking", data: "xyz" }),
      stop(1),
      block(2, { type: "text", text: "", citations: null }),
      delta(2, { type: "text_delta", text: "Hi" }),
      delta(2, { type: "text_delta", text: " you" }),
      stop(2),
      block(3, { type: "tool_use", id: "toolu_1", name: "find", input: {}, caller }),
      json(3, ""),
      json(3, "{"),
      json(3, '"'),
      json(3, "q"),
      json(3, '"'),
      json(3, ":"),
      json(3, "1"),
      json(3, "}"),
      stop(3),
      block(4, { type: "tool_use", id: made.id, name: "stop", input: {}, caller }),
      json(4, ""),
      stop(4),
      {
        type: "message_delta",
        delta: {
          stop_reason: "tool_use",
          stop_sequence: null,
          stop_details: null,
          container: null,
        },
        usage: {
          input_tokens: 10,
          cache_creation_input_tokens: 5,
          cache_read_input_tokens: 4,
          output_tokens: 8,
          output_tokens_details: { thinking_tokens: 3 },
          server_tool_use: null,
        },
      },
      { type: "message_stop" },
    ].filter((event) => event !== undefined),
  );
});

Deno.test("Anthropic's message has the same blocks, whole", async () => {
  const { body, headers } = await send(mockOf({
    reasoning: [{ text: "Hm.", signature: "sig" }, { redacted: "xyz" }],
    content: "Hi",
    toolCalls: [{ name: "find", id: "toolu_1", arguments: { q: 1 } }],
    usage: USAGE,
  }));
  assertEquals(headers.get("content-type"), "application/json");
  assertEquals<unknown>(body, {
    model: "m",
    id: "msg_mock-1",
    type: "message",
    role: "assistant",
    content: [
      { type: "thinking", thinking: "Hm.", signature: "sig" },
      { type: "redacted_thinking", data: "xyz" },
      { type: "text", text: "Hi", citations: null },
      {
        type: "tool_use",
        id: "toolu_1",
        name: "find",
        input: { q: 1 },
        caller: { type: "direct" },
      },
    ],
    container: null,
    stop_reason: "tool_use",
    stop_sequence: null,
    stop_details: null,
    usage: { ...FIRST_USAGE, output_tokens: 8, output_tokens_details: { thinking_tokens: 3 } },
    diagnostics: null,
  });
});

Deno.test("Anthropic's signature is made where a rule has none, and is the same each time", async () => {
  const [one, two] = await Promise.all(
    [1, 2].map(() => send(mockOf({ reasoning: "Hm." }))),
  );
  assertEquals(one!.body, two!.body);
  const [thought] = one!.body.content as readonly [{ signature: string }];
  assertMatch(thought.signature, /^EqoB[A-Za-z0-9]{84}$/);
  const thinking = { type: "adaptive", display: "omitted" };
  const { body } = await send(mockOf({ reasoning: "Hm." }), { thinking });
  assertEquals<unknown>(body.content, [{ ...thought, thinking: "" }]);
});

Deno.test("Anthropic's reasons: its own words, and neutral ones in its words", async () => {
  const reasons = [
    ["stop", "end_turn"],
    ["length", "max_tokens"],
    ["filtered", "refusal"],
    ["tool_use", "tool_use"],
    ["pause_turn", "pause_turn"],
    ["model_context_window_exceeded", "model_context_window_exceeded"],
    ["end_turn", "end_turn"],
  ] as const;
  for (const [finishReason, word] of reasons) {
    const { body } = await send(mockOf({ content: "x", finishReason }));
    assertEquals([body.stop_reason, body.stop_sequence], [word, null]);
  }
});

Deno.test("Anthropic's stop sequence is told, and so is the end by max_tokens", async () => {
  const mock = mockOf("one two three");
  const stopped = await send(mock, { stop_sequences: ["four", " three"] });
  assertEquals(stopped.body.content, [{ type: "text", text: "one two", citations: null }]);
  assertEquals(
    [stopped.body.stop_reason, stopped.body.stop_sequence],
    ["stop_sequence", " three"],
  );
  const cut = await send(mock, { max_tokens: 2 });
  assertEquals(cut.body.content, [{ type: "text", text: "one two", citations: null }]);
  assertEquals(cut.body.stop_reason, "max_tokens");
  const none = await send(mock, { max_tokens: 0 });
  assertEquals([none.body.content, none.body.stop_reason], [[], "max_tokens"]);
  const call = mockOf({ toolCalls: [{ name: "f", arguments: { a: "a long text" } }] });
  const half = await send(call, { max_tokens: 6 });
  assertEquals(half.body.stop_reason, "max_tokens");
  assertEquals((half.body.content as { input: unknown }[])[0]?.input, {});
});

Deno.test("Anthropic's refusal has no content: its words stand beside the reason", async () => {
  const events = await streamed(mockOf({ refusal: "No." }));
  assertEquals(events.map(({ type }) => type), [
    "message_start",
    "ping",
    "message_delta",
    "message_stop",
  ]);
  assertEquals<unknown>(events[2]?.delta, {
    stop_reason: "refusal",
    stop_sequence: null,
    stop_details: { type: "refusal", category: null, explanation: "No." },
    container: null,
  });
});

Deno.test("Anthropic's citations belong to blocks: a text is cut where they begin and end", async () => {
  const mock = mockOf({
    content: "The sky is blue.",
    citations: [
      { url: "https://a.example", title: "A", start: 4, end: 7 },
      { title: "Doc", text: "blue", start: 11, end: 15 },
    ],
  });
  const { body } = await send(mock);
  const content = body.content as readonly { text: string; citations?: readonly object[] }[];
  assertEquals(content.map(({ text }) => text), ["The ", "sky", " is ", "blue", "."]);
  const [web] = content[1]!.citations as readonly { encrypted_index: string }[];
  assertMatch(web!.encrypted_index, /^Eo8B/);
  assertEquals<unknown>(web, {
    type: "web_search_result_location",
    cited_text: "sky",
    url: "https://a.example",
    title: "A",
    encrypted_index: web!.encrypted_index,
  });
  assertEquals<unknown>(content[3], {
    type: "text",
    text: "blue",
    citations: [{
      type: "char_location",
      cited_text: "blue",
      document_index: 0,
      document_title: "Doc",
      start_char_index: 0,
      end_char_index: 4,
      file_id: null,
    }],
  });
  const events = await streamed(mock);
  assertEquals<unknown>(events.find(({ index }) => index === 1)?.content_block, {
    type: "text",
    text: "",
    citations: [],
  });
  const told = events.filter(({ delta }) =>
    (delta as { type?: string })?.type === "citations_delta"
  );
  assertEquals(told.map(({ index }) => index), [1, 3]);
});

Deno.test("Anthropic's arguments that are no JSON are sent as their text where nothing is checked", async () => {
  const toolCalls = [{ name: "f", arguments: '{"a":' }];
  const { body } = await send(mockOf({ toolCalls, unchecked: true }));
  assertEquals((body.content as { input: unknown }[])[0]?.input, '{"a":');
  const free = await send(mockOf({ toolCalls: [{ name: "f", input: "free" }] }));
  assertEquals((free.body.content as { input: unknown }[])[0]?.input, { input: "free" });
});

Deno.test("Anthropic's errors have its statuses and its form, and the id of the request", async () => {
  const problems = [
    ["invalid_request", 400, "invalid_request_error"],
    ["authentication", 401, "authentication_error"],
    ["quota", 402, "billing_error"],
    ["permission", 403, "permission_error"],
    ["not_found", 404, "not_found_error"],
    ["too_large", 413, "request_too_large"],
    ["rate_limit", 429, "rate_limit_error"],
    ["server", 500, "api_error"],
    ["timeout", 504, "timeout_error"],
    ["overloaded", 529, "overloaded_error"],
  ] as const;
  for (const [kind, status, type] of problems) {
    const mock = new MockGPT({ rules: [{ response: { problem: { kind, message: "No" } } }] });
    const reply = await send(mock);
    const id = reply.headers.get("request-id");
    assertMatch(String(id), /^req_01[A-Za-z0-9]{22}$/);
    assertEquals(reply.status, status);
    assertEquals<unknown>(reply.body, {
      type: "error",
      error: { type, message: "No" },
      request_id: id,
    });
  }
});

Deno.test("Anthropic's error within a stream is an event of its own", async () => {
  const mock = new MockGPT({
    rules: [{
      result: "one two three",
      delivery: {
        faults: [{
          kind: "error-frame",
          afterFrames: 4,
          problem: { kind: "overloaded", message: "Overloaded" },
        }],
      },
    }],
  });
  const response = await mock.fetch(MESSAGES, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify({ ...ASK, stream: true }),
  });
  const id = response.headers.get("request-id");
  const text = await response.text();
  const error = { type: "overloaded_error", message: "Overloaded" };
  const body = JSON.stringify({ type: "error", error, request_id: id });
  assertEquals(text.split("\n\n").slice(4), [`event: error\ndata: ${body}`, ""]);
});

Deno.test("Anthropic's headers tell the limits, what is left and when it is back", async () => {
  const clock: Clock = { now: () => Date.UTC(2026, 0, 2, 3, 4, 5), sleep: async () => {} };
  const mock = new MockGPT({
    clock,
    rules: [{ result: { content: "x", usage: { input: 800, cacheRead: 9000, output: 500 } } }],
  });
  await send(mock);
  const { headers } = await send(mock);
  const told = [...headers].filter(([name]) => name.startsWith("anthropic-"));
  assertEquals(told, [
    ["anthropic-organization-id", "00000000-0000-4000-8000-000000000000"],
    ["anthropic-ratelimit-input-tokens-limit", "2000000"],
    ["anthropic-ratelimit-input-tokens-remaining", "1998400"],
    ["anthropic-ratelimit-input-tokens-reset", "2026-01-02T03:05:05Z"],
    ["anthropic-ratelimit-output-tokens-limit", "400000"],
    ["anthropic-ratelimit-output-tokens-remaining", "399000"],
    ["anthropic-ratelimit-output-tokens-reset", "2026-01-02T03:05:05Z"],
    ["anthropic-ratelimit-requests-limit", "10000"],
    ["anthropic-ratelimit-requests-remaining", "9998"],
    ["anthropic-ratelimit-requests-reset", "2026-01-02T03:05:05Z"],
    ["anthropic-ratelimit-tokens-limit", "2400000"],
    ["anthropic-ratelimit-tokens-remaining", "2397400"],
    ["anthropic-ratelimit-tokens-reset", "2026-01-02T03:05:05Z"],
  ]);
});
