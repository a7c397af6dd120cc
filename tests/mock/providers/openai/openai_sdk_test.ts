import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import * as openai from "npm:openai@7.59.0";
import { MockGPT } from "../../../../mock.ts";
import type { ModelResult } from "../../../../mock.ts";
import { all, ASK, clientOf } from "./openai_client.ts";
import { testPins } from "../../../sdks/pinned.ts";

testPins(import.meta.url);

const STREAM = { ...ASK, stream: true as const };
const HEAD = {
  id: "chatcmpl-mock-1",
  created: 1_700_000_000,
  model: "gpt-4o-2024-08-06",
  service_tier: "default",
  system_fingerprint: "fp_b4f9fd7e48",
} as const;
const CALLS = [{ id: "call_1", name: "find", arguments: { q: "北" } }, {
  id: "call_2",
  name: "count",
}];

function answering(result: ModelResult | string) {
  return clientOf({
    result: typeof result === "string"
      ? { content: result, model: HEAD.model }
      : { model: HEAD.model, ...result },
  });
}

/** The choices of all chunks, one each. */
async function choicesOf(result: ModelResult, more: object = {}) {
  const options = { ...STREAM, ...more, stream: true as const };
  const chunks = await all(answering(result).chat.completions.create(options));
  return chunks.map(({ choices: [choice] }) => choice!);
}

async function deltasOf(result: ModelResult, more: object = {}) {
  return (await choicesOf(result, more)).map(({ delta }) => delta);
}

async function wholeOf(result: ModelResult, more: object = {}) {
  const { choices: [choice] } = await answering(result).chat.completions.create({
    ...ASK,
    ...more,
    stream: false,
  });
  return choice!;
}

const ROLE = { role: "assistant", content: "", refusal: null };

Deno.test("openai reads a text as OpenAI sends it whole", async () => {
  const { _request_id: requestId, ...body } = await answering("Hi there!").chat.completions.create(
    ASK,
  );
  assertMatch(requestId!, /^req_[0-9a-f]{32}$/);
  assertEquals<unknown>(body, {
    ...HEAD,
    object: "chat.completion",
    choices: [{
      index: 0,
      message: { role: "assistant", content: "Hi there!", refusal: null, annotations: [] },
      logprobs: null,
      finish_reason: "stop",
    }],
    usage: {
      prompt_tokens: 5,
      completion_tokens: 3,
      total_tokens: 8,
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: 0,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
  });
});

Deno.test("openai reads a text as OpenAI streams it, with and without usage", async () => {
  const head = { ...HEAD, object: "chat.completion.chunk" };
  const choice = (delta: object, reason: string | null = null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  const expected = [
    choice(ROLE),
    choice({ content: "Hi" }),
    choice({ content: " there" }),
    choice({ content: "!" }),
    choice({}, "stop"),
  ];
  const bare = { ...STREAM, stream_options: { include_obfuscation: false } };
  const chunks = await all(answering("Hi there!").chat.completions.create(bare));
  assertEquals<unknown>(chunks, expected.map((chunk) => ({ ...head, ...chunk })));
  const counted = await all(
    answering("Hi there!").chat.completions.create({
      ...STREAM,
      stream_options: { include_usage: true, include_obfuscation: false },
    }),
  );
  assertEquals<unknown>(
    counted.slice(0, -1),
    expected.map((chunk) => ({ ...head, ...chunk, usage: null })),
  );
  const last = counted.at(-1)!;
  assertEquals([last.choices, last.usage?.total_tokens], [[], 8]);
});

Deno.test("OpenAI's chunks are padded so that their lengths tell no token", async () => {
  const { fetch } = new MockGPT({ rules: [{ result: "Hi there, internationalization!" }] });
  const response = await fetch("http://mock/v1/chat/completions", {
    method: "POST",
    body: JSON.stringify(STREAM),
  });
  const lines = (await response.text()).split("\n\n").slice(0, -2);
  assertEquals(lines.map((line) => line.slice("data: ".length).length % 16), lines.map(() => 0));
});

Deno.test("openai reads several choices, streamed in turns", async () => {
  let count = 0;
  const client = clientOf({ generator: () => `No ${++count}` });
  const { choices } = await client.chat.completions.create({ ...ASK, n: 2 });
  assertEquals(choices.map(({ index, message }) => [index, message.content]), [
    [0, "No 1"],
    [1, "No 2"],
  ]);
  const chunks = await all(client.chat.completions.create({ ...STREAM, n: 2 }));
  assertEquals(
    chunks.map(({ choices: [choice] }) => [
      choice!.index,
      choice!.delta.role ?? choice!.delta.content ?? choice!.finish_reason,
    ]),
    [
      [0, "assistant"],
      [1, "assistant"],
      [0, "No"],
      [1, "No"],
      [0, " 3"],
      [1, " 4"],
      [0, "stop"],
      [1, "stop"],
    ],
  );
});

Deno.test("openai reads the same logprobs whole and streamed", async () => {
  const more = { logprobs: true, top_logprobs: 3 };
  const { logprobs } = await wholeOf({ content: "Hi 北!" }, more);
  assertEquals(logprobs!.content!.map(({ token, bytes }) => [token, bytes]), [
    ["Hi", [72, 105]],
    [" 北", [32, 229, 140, 151]],
    ["!", [33]],
  ]);
  for (const { token, logprob, top_logprobs: top } of logprobs!.content!) {
    assertEquals(top.length, 3);
    assertEquals([top[0]!.token, top[0]!.logprob], [token, logprob]);
    assertEquals(top.toSorted((a, b) => b.logprob - a.logprob), top);
    assertEquals(top.reduce((sum, one) => sum + Math.exp(one.logprob), 0) < 1, true);
  }
  const choices = await choicesOf({ content: "Hi 北!" }, more);
  assertEquals(choices[0]!.logprobs, { content: [], refusal: null });
  assertEquals(choices.at(-1)!.logprobs, null);
  const streamed = choices.flatMap((choice) => choice.logprobs?.content ?? []);
  assertEquals(streamed, logprobs!.content!);
  assertEquals(
    (await wholeOf({ content: "Hi" }, { logprobs: true })).logprobs!.content![0]!
      .top_logprobs,
    [],
  );
  assertEquals((await wholeOf({ refusal: "No" }, { logprobs: true })).logprobs!.content, null);
});

Deno.test("openai reads a single call, whose opening stands in the first chunk", async () => {
  const toolCalls = CALLS.slice(0, 1);
  const call = { id: "call_1", type: "function", function: { name: "find", arguments: "" } };
  assertEquals<unknown>(await deltasOf({ toolCalls }), [
    { role: "assistant", content: null, tool_calls: [{ index: 0, ...call }], refusal: null },
    ...["{", '"', "q", '"', ":", '"', "北", '"', "}"].map((piece) => ({
      tool_calls: [{ index: 0, function: { arguments: piece } }],
    })),
    {},
  ]);
  const { message, finish_reason: reason } = await wholeOf({ toolCalls });
  assertEquals<unknown>(message, {
    role: "assistant",
    content: null,
    tool_calls: [{ ...call, function: { name: "find", arguments: '{"q":"北"}' } }],
    refusal: null,
    annotations: [],
  });
  assertEquals(reason, "tool_calls");
});

Deno.test("openai reads parallel calls, and calls after a text", async () => {
  const deltas = await deltasOf({ toolCalls: CALLS });
  assertEquals<unknown>(deltas[0], { role: "assistant", content: null, refusal: null });
  const openings = deltas.flatMap((delta) => delta.tool_calls ?? []).filter(({ id }) => id);
  assertEquals(openings.map(({ index, id }) => [index, id]), [[0, "call_1"], [1, "call_2"]]);
  const runner = answering({ content: "Wait.", toolCalls: CALLS }).chat.completions.stream(STREAM);
  const { message, finish_reason: reason } = (await runner.finalChatCompletion()).choices[0]!;
  assertEquals([message.content, reason], ["Wait.", "tool_calls"]);
  assertEquals(
    message.tool_calls!.map((call) => call.type === "function" && call.function.arguments),
    ['{"q":"北"}', "{}"],
  );
});

Deno.test("openai reads a call of a custom tool, and one in the form before tools", async () => {
  const toolCalls = [{ id: "call_1", name: "run", input: "ls -l" }];
  assertEquals<unknown>((await wholeOf({ toolCalls })).message.tool_calls, [
    { id: "call_1", type: "custom", custom: { name: "run", input: "ls -l" } },
  ]);
  const pieces = (await deltasOf({ toolCalls })).flatMap((delta) => delta.tool_calls ?? []);
  assertEquals(pieces.map(({ custom }) => custom?.input).join(""), "ls -l");
  const functions = { functions: [{ name: "find" }] };
  const old = await wholeOf({ toolCalls: CALLS.slice(0, 1) }, functions);
  assertEquals(old.message.function_call, { name: "find", arguments: '{"q":"北"}' });
  assertEquals([old.message.tool_calls, old.finish_reason], [undefined, "function_call"]);
  const deltas = await deltasOf({ toolCalls: CALLS.slice(0, 1) }, functions);
  assertEquals(deltas.map((delta) => delta.function_call?.arguments ?? "").join(""), '{"q":"北"}');
});

Deno.test("openai passes reasoning on, the role before it", async () => {
  const result = { reasoning: [{ text: "Hm.", signature: "s" }, { redacted: "r" }], content: "Hi" };
  const proof = { id: null, format: "unknown" };
  assertEquals<unknown>(await deltasOf(result), [
    ROLE,
    { reasoning_content: "Hm" },
    { reasoning_content: "." },
    {
      reasoning_details: [{
        type: "reasoning.text",
        text: "",
        signature: "s",
        ...proof,
        index: 0,
      }],
    },
    { reasoning_details: [{ type: "reasoning.encrypted", data: "r", ...proof, index: 1 }] },
    { content: "Hi" },
    {},
  ]);
  const { message } = await wholeOf(result);
  assertEquals((message as { reasoning_content?: string }).reasoning_content, "Hm.");
  const usage = (await answering(result).chat.completions.create(ASK)).usage!;
  assertEquals([usage.completion_tokens, usage.completion_tokens_details!.reasoning_tokens], [
    3,
    2,
  ]);
});

Deno.test("openai reads a refusal, a filtered answer and a word of the provider's own", async () => {
  const { message, finish_reason: reason } = await wholeOf({ refusal: "I cannot." });
  assertEquals([message.content, message.refusal, reason], [null, "I cannot.", "stop"]);
  const final = await answering({ refusal: "I cannot." }).chat.completions.stream(STREAM)
    .finalMessage();
  assertEquals([final.content, final.refusal], [null, "I cannot."]);
  const cut = await choicesOf({ content: "Once", finishReason: "filtered" });
  assertEquals(cut.at(-1)!.finish_reason, "content_filter");
  const own = await wholeOf({ content: "Once", finishReason: "insufficient_system_resource" });
  assertEquals<string>(own.finish_reason, "insufficient_system_resource");
});

Deno.test("openai reads the sources of a text, placed within the whole of it", async () => {
  const blocks = [
    { type: "text" as const, text: "One. " },
    {
      type: "text" as const,
      text: "Two.",
      citations: [{ url: "https://a.example", title: "A", start: 0, end: 3 }],
    },
  ];
  const expected = [{
    type: "url_citation",
    url_citation: { start_index: 5, end_index: 8, title: "A", url: "https://a.example" },
  }];
  assertEquals<unknown>((await wholeOf({ blocks })).message.annotations, expected);
  const streamed = (await deltasOf({ blocks })).filter((delta) => "annotations" in delta);
  assertEquals<unknown>(streamed, [{ annotations: expected }]);
});

Deno.test("openai reads what max_tokens and stop leave", async () => {
  const cut = await wholeOf({ content: "one two three" }, { max_completion_tokens: 2 });
  assertEquals([cut.message.content, cut.finish_reason], ["one two", "length"]);
  const stopped = await choicesOf({ content: "one two three" }, { stop: [" three"] });
  assertEquals(stopped.map(({ delta }) => delta.content ?? "").join(""), "one two");
  assertEquals(stopped.at(-1)!.finish_reason, "stop");
  const call = await wholeOf({ toolCalls: CALLS }, { max_tokens: 4 });
  assertEquals<unknown>(
    [call.message.tool_calls?.length, call.finish_reason],
    [1, "length"],
  );
  const parsed = answering({ toolCalls: CALLS }).chat.completions.parse({ ...ASK, max_tokens: 4 });
  await assertRejects(() => parsed, openai.OpenAIError, "length limit");
});

Deno.test("openai reads the tier, and a fingerprint that is the model's own", async () => {
  const client = clientOf({ result: "Hi" });
  const create = (more: object) =>
    client.chat.completions.create({ ...ASK, ...more, stream: false });
  const [first, second, other] = [
    await create({ service_tier: "auto" }),
    await create({ service_tier: "flex" }),
    await create({ model: "gpt-4.1" }),
  ];
  assertEquals([first.service_tier, second.service_tier], ["default", "flex"]);
  assertEquals(first.system_fingerprint, second.system_fingerprint);
  assertEquals(first.system_fingerprint === other.system_fingerprint, false);
  assertEquals([first.id, second.id], ["chatcmpl-mock-1", "chatcmpl-mock-2"]);
});
