import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { openAiResponses } from "../../../../../src/mock/providers/openai/responses/responses.ts";
import { MockGPT } from "../../../../../mock.ts";
import type { Problem } from "../../../../../mock.ts";
import type { Answer } from "../../../../../src/mock/result/answer.ts";
import { makeAnswer } from "../../../../../src/mock/result/make_answer.ts";
import { Turns } from "../../../../../src/mock/calls/turns.ts";
import { isObject } from "../../../../../src/wire/json.ts";
import { get, mockOf, send, streamed } from "./asked.ts";
import type { StreamEvent } from "./asked.ts";

const ASK = { model: "gpt-x", input: "hi" };

function only(events: readonly StreamEvent[], type: string): readonly StreamEvent[] {
  return events.filter((event) => event.type === type);
}

function responseOf(event: StreamEvent | undefined): Record<string, unknown> {
  if (isObject(event?.response)) return event.response;
  throw new TypeError("The event carries no response");
}

Deno.test("a streamed text has OpenAI's events in OpenAI's order", async () => {
  const events = await streamed(mockOf("Hello you"), ASK);
  assertEquals(events.map(({ type }) => type), [
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
  assertEquals(responseOf(events[0]).usage, null);
  assertEquals(responseOf(events[0]).status, "in_progress");
  const last = responseOf(events.at(-1));
  assertEquals([last.status, last.service_tier], ["completed", "default"]);
  assertEquals([typeof last.completed_at, typeof last.usage], ["number", "object"]);
  const { service_tier: tier, completed_at: completed } = responseOf(events[1]);
  assertEquals([tier, completed], ["auto", null]);
  const [added] = only(events, "response.content_part.added");
  assertEquals(added?.part, { type: "output_text", annotations: [], logprobs: [], text: "" });
});

Deno.test("the body of an answer that is not streamed is the object that ends a streamed one", async () => {
  const result = { id: "resp_1", reasoning: "Hm.", content: "Hello", toolCalls: [{ name: "f" }] };
  const { body } = await send(mockOf(result), ASK);
  const events = await streamed(mockOf(result), ASK);
  const shifted = { ...responseOf(events.at(-1)), created_at: body.created_at };
  assertEquals({ ...shifted, completed_at: body.completed_at }, body);
});

Deno.test("a response gives again what the request said of it", async () => {
  const said = {
    instructions: "Be brief.",
    max_output_tokens: 100,
    max_tool_calls: 3,
    metadata: { a: "b" },
    parallel_tool_calls: false,
    prompt_cache_key: "k",
    reasoning: { effort: "high" },
    safety_identifier: "s",
    store: false,
    temperature: 0.5,
    text: { format: { type: "json_schema", name: "n", schema: { type: "object" } } },
    tool_choice: { type: "function", name: "f" },
    tools: [{ type: "function", name: "f", parameters: { type: "object", properties: {} } }],
    top_logprobs: 2,
    top_p: 0.9,
    truncation: "auto",
    user: "u",
  };
  const result = { content: "{}", toolCalls: [{ name: "f" }] };
  const { body } = await send(mockOf(result), { ...ASK, ...said });
  const same = ["text", "tools", "reasoning"];
  for (const [name, value] of Object.entries(said)) {
    if (!same.includes(name)) assertEquals([name, body[name]], [name, value]);
  }
  assertEquals(body.reasoning, { effort: "high", summary: null });
  assertEquals(body.tools, [{ ...said.tools[0], description: null, strict: true }]);
  assertEquals(body.text, {
    format: { ...said.text.format, description: null, strict: false },
    verbosity: "medium",
  });
});

Deno.test("calls stand one after the other, each with its own item and place", async () => {
  const toolCalls = [
    { name: "find", arguments: { q: "x" } },
    { name: "run", input: "raw text" },
    { name: "find", arguments: "", id: "call_mine" },
  ];
  const events = await streamed(mockOf({ toolCalls }), ASK);
  const items = only(events, "response.output_item.done").map(({ item }) => item as StreamEvent);
  assertEquals(items.map(({ type }) => type), [
    "function_call",
    "custom_tool_call",
    "function_call",
  ]);
  assertEquals(items.map(({ id }) => String(id).split("_")[0]), ["fc", "ctc", "fc"]);
  assertEquals(items[2]?.call_id, "call_mine");
  assertMatch(String(items[0]?.call_id), /^call_\w{24}$/);
  assertEquals(only(events, "response.output_item.added").map((event) => event.output_index), [
    0,
    1,
    2,
  ]);
  const [done] = only(events, "response.function_call_arguments.done");
  assertEquals([done?.arguments, done?.item_id], ['{"q":"x"}', items[0]?.id]);
  const input = only(events, "response.custom_tool_call_input.delta").map(({ delta }) => delta);
  assertEquals(input.join(""), "raw text");
  assertEquals(only(events, "response.custom_tool_call_input.done")[0]?.input, "raw text");
});

Deno.test("only the first call is made if the request wants no parallel ones", async () => {
  const result = { content: "x", toolCalls: [{ name: "f" }, { name: "g" }, { name: "h" }] };
  const { body } = await send(mockOf(result), { ...ASK, parallel_tool_calls: false });
  const items = body.output as StreamEvent[];
  assertEquals(items.map(({ type, name }) => [type, name]), [
    ["message", undefined],
    ["function_call", "f"],
  ]);
});

Deno.test("reasoning is told as parts of a summary, and encrypted only where it is included", async () => {
  const reasoning = [{ text: "One." }, { text: "Two.", signature: "proof" }, { text: "Three." }];
  const plain = await streamed(mockOf({ reasoning, content: "x" }), ASK);
  const items = only(plain, "response.output_item.done").map(({ item }) => item as StreamEvent);
  assertEquals(items.map(({ type, encrypted_content: text }) => [type, text]), [
    ["reasoning", undefined],
    ["reasoning", undefined],
    ["message", undefined],
  ]);
  assertEquals(items[0]?.summary, [
    { type: "summary_text", text: "One." },
    { type: "summary_text", text: "Two." },
  ]);
  assertEquals(
    only(plain, "response.reasoning_summary_part.added").map((event) => event.summary_index),
    [0, 1, 0],
  );
  const include = ["reasoning.encrypted_content"];
  const { body } = await send(mockOf({ reasoning, content: "x" }), { ...ASK, include });
  const [first, second] = body.output as StreamEvent[];
  assertEquals(first?.encrypted_content, "proof");
  assertMatch(String(second?.encrypted_content), /^gAAAAA\w+$/);
  const hidden = [{ redacted: "secret" }];
  const redacted = await send(mockOf({ reasoning: hidden }), { ...ASK, include });
  const [item] = redacted.body.output as StreamEvent[];
  assertEquals([item?.encrypted_content, item?.summary], ["secret", []]);
});

Deno.test("a refusal is a part of its own kind", async () => {
  const events = await streamed(mockOf({ content: "Well.", refusal: "I will not." }), ASK);
  const [delta] = only(events, "response.refusal.delta");
  assertEquals([delta?.content_index, delta?.output_index], [1, 0]);
  assertEquals(only(events, "response.refusal.done")[0]?.refusal, "I will not.");
  const [item] = only(events, "response.output_item.done").map(({ item }) => item as StreamEvent);
  assertEquals((item?.content as StreamEvent[])[1], { type: "refusal", refusal: "I will not." });
});

Deno.test("sources are told where the cited passage ends", async () => {
  const citations = [
    { url: "https://b.example", title: "B", start: 4, end: 7 },
    { url: "https://a.example", title: "A", end: 3 },
    { title: "notes.txt" },
  ];
  const events = await streamed(mockOf({ content: "One Two Three", citations }), ASK);
  const types = events.map(({ type }) => type.replace(/^response\.(output_text\.)?/, ""));
  assertEquals(types.slice(4, 11), [
    "delta",
    "annotation.added",
    "delta",
    "annotation.added",
    "delta",
    "annotation.added",
    "done",
  ]);
  const added = only(events, "response.output_text.annotation.added");
  assertEquals(added.map((event) => event.annotation_index), [0, 1, 2]);
  const annotations = added.map(({ annotation }) => annotation as StreamEvent);
  assertEquals(annotations[0], {
    type: "url_citation",
    start_index: 0,
    end_index: 3,
    title: "A",
    url: "https://a.example",
  });
  assertEquals([annotations[2]?.type, annotations[2]?.filename], ["file_citation", "notes.txt"]);
  const [done] = only(events, "response.content_part.done");
  assertEquals((done?.part as StreamEvent).annotations, annotations);
});

Deno.test("sources of a passage that was cut off are cut or left out", async () => {
  const content = "word ".repeat(40);
  const citations = [
    { url: "https://a.example", start: 0, end: 199 },
    { url: "https://b.example", start: 190, end: 199 },
  ];
  const { body } = await send(mockOf({ content, citations }), { ...ASK, max_output_tokens: 16 });
  const [item] = body.output as { content: { text: string; annotations: StreamEvent[] }[] }[];
  const [part] = item!.content;
  assertEquals(part?.annotations.map(({ url, end_index: end }) => [url, end]), [
    ["https://a.example", part?.text.length],
  ]);
});

Deno.test("deltas are padded to a multiple of 16 characters unless the request forbids it", async () => {
  const result = {
    reasoning: "Hm.",
    content: "Hello you, there",
    refusal: "No",
    toolCalls: [{ name: "f" }],
  };
  const deltas = (await streamed(mockOf(result), ASK)).filter(({ delta }) => delta !== undefined);
  for (const { delta, obfuscation } of deltas) {
    assertEquals((String(delta).length + String(obfuscation).length) % 16, 0);
  }
  const paddings = deltas.map(({ obfuscation }) => obfuscation);
  assertNotEquals(new Set(paddings).size, 1);
  const streamOptions = { include_obfuscation: false };
  const plain = await streamed(mockOf(result), { ...ASK, stream_options: streamOptions });
  assertEquals(plain.some((event) => "obfuscation" in event), false);
});

Deno.test("logprobs come where they are included, streamed as well as whole", async () => {
  const include = ["message.output_text.logprobs"];
  const events = await streamed(mockOf("Hello 世界!"), { ...ASK, include, top_logprobs: 2 });
  const parts = only(events, "response.output_text.delta").flatMap(({ logprobs }) => logprobs);
  const [done] = only(events, "response.output_text.done");
  assertEquals(parts, done?.logprobs);
  const tokens = parts as { token: string; bytes: number[]; top_logprobs: unknown[] }[];
  assertEquals(tokens.map(({ token }) => token).join(""), "Hello 世界!");
  assertEquals(tokens.every((token) => token.top_logprobs.length === 2), true);
  assertEquals(tokens.at(-1)?.bytes, [33]);
});

for (
  const [reason, type, status, why] of [
    ["length", "response.incomplete", "incomplete", "max_output_tokens"],
    ["filtered", "response.incomplete", "incomplete", "content_filter"],
    ["steered", "response.incomplete", "incomplete", "steered"],
    ["failed", "response.failed", "failed", undefined],
    ["tool_use", "response.completed", "completed", undefined],
  ] as const
) {
  Deno.test(`an answer that ends with ${reason} ends by ${type}`, async () => {
    const result = { reasoning: "Hm.", content: "Hel", finishReason: reason };
    const events = await streamed(mockOf(result), ASK);
    assertEquals(events.at(-1)?.type, type);
    const response = responseOf(events.at(-1));
    assertEquals(response.status, status);
    assertEquals(response.incomplete_details, why === undefined ? null : { reason: why });
    assertEquals(response.error === null, status !== "failed");
    const items = only(events, "response.output_item.done").map(({ item }) => item as StreamEvent);
    assertEquals(items[1]?.status, status === "completed" ? "completed" : "incomplete");
    assertEquals([response.usage === null, response.completed_at === null], [
      status === "failed",
      status !== "completed",
    ]);
  });
}

Deno.test("only the item within which a response ends is incomplete", async () => {
  const toolCalls = [{ name: "f" }, { name: "g" }];
  const { body } = await send(mockOf({ toolCalls, finishReason: "length" }), ASK);
  assertEquals((body.output as StreamEvent[]).map(({ status }) => status), [
    "completed",
    "incomplete",
  ]);
});

Deno.test("the tier that serves a response is told by its own name", async () => {
  const { body } = await send(mockOf("x"), { ...ASK, service_tier: "fast" });
  assertEquals(body.service_tier, "priority");
});

Deno.test("max_output_tokens cuts the answer and says so", async () => {
  const content =
    "one two three four five six seven eight nine ten eleven twelve thirteen 14 15 16 17 18";
  const { body } = await send(mockOf(content), { ...ASK, max_output_tokens: 16 });
  assertEquals(body.incomplete_details, { reason: "max_output_tokens" });
  const [item] = body.output as { content: { text: string }[] }[];
  assertEquals(item?.content[0]?.text, content.slice(0, content.indexOf(" 17")));
  assertEquals((body.usage as { output_tokens: number }).output_tokens, 16);
});

function problemEvents(problem: Problem, sentFrames = 0): readonly StreamEvent[] {
  const ask = openAiResponses.read(
    {
      method: "POST",
      path: "",
      query: new URLSearchParams(),
      headers: new Headers(),
      testId: "",
      body: "",
      signal: undefined,
    },
    { ...ASK, stream: true },
    {},
    { turns: new Turns(), unknownMembers: "refuse" },
  );
  const answer: Answer = makeAnswer([{ content: "x" }], {
    ask,
    name: "mock-1",
    seedText: "s",
    createdMs: 0,
    requestId: "req",
    random: () => 0,
    turns: new Turns(),
    chunking: undefined,
  });
  const frames = openAiResponses.problemFrames(problem, answer, sentFrames);
  return [...frames].map(({ data }) => JSON.parse(data));
}

Deno.test("a problem within a stream is told as OpenAI tells it: inside an error event, then a failed end", () => {
  const events = problemEvents({ kind: "quota", message: "No money." }, 7);
  assertEquals(events[0], {
    type: "error",
    error: {
      type: "insufficient_quota",
      code: "insufficient_quota",
      message: "No money.",
      param: null,
    },
    sequence_number: 7,
  });
  assertEquals([events[1]?.type, events[1]?.sequence_number], ["response.failed", 8]);
  assertEquals(responseOf(events[1]).error, { code: "insufficient_quota", message: "No money." });
  assertEquals(responseOf(events[1]).status, "failed");
});

Deno.test("the type of a problem chooses the flat error event, or the failed end alone", () => {
  assertEquals(problemEvents({ kind: "overloaded", message: "Busy.", type: "error" }), [
    { type: "error", code: null, message: "Busy.", param: null, sequence_number: 0 },
  ]);
  const [failed, ...more] = problemEvents({
    kind: "server",
    message: "Oh.",
    type: "response.failed",
  });
  assertEquals([failed?.type, more.length], ["response.failed", 0]);
  assertEquals(responseOf(failed).error, { code: "server_error", message: "Oh." });
});

Deno.test("a background response is queued, and done when it is asked for", async () => {
  const mock = mockOf("Done.");
  const { body } = await send(mock, { ...ASK, background: true });
  assertEquals([body.status, body.output, body.usage], ["queued", [], null]);
  const events = await streamed(mock, { ...ASK, background: true });
  assertEquals(events.slice(0, 3).map(({ type }) => type), [
    "response.created",
    "response.queued",
    "response.in_progress",
  ]);
});

Deno.test("a problem goes on with the numbers of the events before it", async () => {
  const faults = [{ kind: "error-frame", afterFrames: 5 }] as const;
  const mock = new MockGPT({ rules: [{ result: "one two three", delivery: { faults } }] });
  const events = await streamed(mock, ASK);
  assertEquals((await get(mock, "/resp_mock-1")).body, events.at(-1)?.response);
  assertEquals(events.slice(5).map(({ type }) => type), ["error", "response.failed"]);
});
