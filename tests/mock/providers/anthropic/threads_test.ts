import { assertEquals, assertRejects } from "@std/assert";
import { Anthropic } from "npm:@anthropic-ai/sdk@1.14.0";
import { betaTool } from "npm:@anthropic-ai/sdk@1.14.0/helpers/beta/json-schema";
import { MockGPT } from "../../../../mock.ts";
import type { Rule } from "../../../../mock.ts";
import { testPins } from "../../../sdks/pinned.ts";
import { ASK, HEADERS, refusal, RESULT, send, TOOL, USER } from "./asked.ts";

testPins(import.meta.url);

const BETA = { ...HEADERS, "anthropic-beta": "message-threads-2026-08-12" };
const ASKED = { ...ASK, messages: [{ role: "user" as const, content: "What is the weather?" }] };

/** A call for each user, then what came of it. */
const LOOP: readonly Rule[] = [
  {
    prompt: /weather/,
    tool: "weather",
    toolResult: false,
    result: { toolCalls: [{ name: "weather", arguments: { city: "Paris" } }] },
  },
  { prompt: /weather/, toolResult: { text: "sunny in Paris" }, turn: 1, result: "It is sunny." },
];

function weather(asked: string[]) {
  return betaTool({
    name: "weather",
    description: "Tells the weather",
    inputSchema: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    },
    run: ({ city }) => {
      asked.push(city);
      return `sunny in ${city}`;
    },
  });
}

function clientOf(mock: MockGPT): Anthropic {
  return new Anthropic({ apiKey: "none", fetch: mock.fetch, maxRetries: 0 });
}

Deno.test("Anthropic's tool runner goes on with the thread that the mock remembers", async () => {
  const mock = new MockGPT({ rules: LOOP });
  const cities: string[] = [];
  const runner = clientOf(mock).beta.messages.toolRunner({ ...ASKED, tools: [weather(cities)] });
  const message = await runner.runUntilDone();
  assertEquals<unknown>(message.content.map((block) => "text" in block && block.text), [
    "It is sunny.",
  ]);
  assertEquals(cities, ["Paris"]);
  assertEquals(mock.records.map(({ outcome }) => outcome), ["served", "served"]);
  assertEquals(mock.records[1]?.request?.messages.map(({ role }) => role), [
    "user",
    "assistant",
    "tool",
  ]);
});

Deno.test("Anthropic's tool runner goes on with a thread that was streamed", async () => {
  const mock = new MockGPT({ rules: LOOP });
  const cities: string[] = [];
  const tools = [weather(cities)];
  const runner = clientOf(mock).beta.messages.toolRunner({ ...ASKED, tools, stream: true });
  const texts: string[] = [];
  for await (const stream of runner) texts.push((await stream.finalMessage()).stop_reason ?? "");
  assertEquals([texts, cities], [["tool_use", "end_turn"], ["Paris"]]);
  assertEquals(mock.records.map(({ outcome }) => outcome), ["served", "served"]);
});

Deno.test("Anthropic's SDK begins a thread anew that the mock has forgotten", async () => {
  const mock = new MockGPT({ rules: [{ result: "ok" }] });
  const thread = clientOf(mock).beta.messages.thread({ model: "m", max_tokens: 10 });
  await thread.send({ role: "user", content: "one" });
  mock.reset();
  await thread.send({ role: "user", content: "two" });
  assertEquals(mock.records.map(({ outcome }) => outcome), ["refused", "served"]);
  assertEquals(mock.records.at(-1)?.request?.messages.map(({ content }) => content), [
    "one",
    "ok",
    "two",
  ]);
});

const CREATE = { thread: { type: "create" }, tools: [TOOL], system: "Be kind" };
const continued = (id: string, ...messages: readonly object[]) => ({
  thread: { type: "continue", previous_message_id: id },
  messages,
});

Deno.test("Anthropic refuses to go on with a response that it does not hold", async () => {
  const mock = new MockGPT({ rules: [{ result: "ok" }] });
  await send(mock, {}, "?beta=true", BETA);
  for (const id of ["msg_mock-1", "msg_other"]) {
    const { status, body } = await send(mock, continued(id, USER), "?beta=true", BETA);
    const { error } = body as { error: Record<string, unknown> };
    assertEquals([status, error.type, error.details], [404, "not_found_error", {
      error_code: "thread_not_found",
    }]);
  }
  await assertRejects(
    () =>
      clientOf(mock).beta.messages.create({
        ...ASKED,
        betas: ["message-threads-2026-08-12"],
        thread: { type: "continue", previous_message_id: "msg_other" },
      }),
    Anthropic.NotFoundError,
  );
});

Deno.test("Anthropic counts the tokens of no thread, and has threads only on trial", async () => {
  const words = "thread: Extra inputs are not permitted";
  assertEquals(await refusal({ thread: { type: "create" } }), words);
  const body = { thread: { type: "create" }, max_tokens: undefined };
  assertEquals(await refusal(body, "/count_tokens", BETA), words);
});

Deno.test("Anthropic judges the whole conversation of a thread, and keeps its tools and system", async () => {
  const mock = new MockGPT({
    rules: [
      { turn: 0, result: { toolCalls: [{ id: "toolu_1", name: "f" }] } },
      { turn: 1, tool: "f", instructions: "Be kind", result: "done" },
    ],
  });
  await send(mock, CREATE, "?beta=true", BETA);
  const open = await send(mock, continued("msg_mock-1", USER), "?beta=true", BETA);
  assertEquals(open.status, 400);
  const next = continued("msg_mock-1", { role: "user", content: [RESULT] });
  const own = await send(mock, { ...next, system: "Be rude" }, "?beta=true", BETA);
  assertEquals(own.status, 400);
  const done = await send(mock, next, "?beta=true", BETA);
  assertEquals<unknown>([done.status, done.body.stop_reason], [200, "end_turn"]);
  const twice = await send(mock, next, "?beta=true", BETA);
  const { error } = twice.body as { error: { details: object } };
  assertEquals<unknown>([twice.status, error.details], [400, {
    error_code: "thread_already_continued",
  }]);
});
