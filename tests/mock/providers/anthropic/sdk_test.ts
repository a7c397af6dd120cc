import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { Anthropic, APIError } from "npm:@anthropic-ai/sdk@1.14.0";
import { MockGPT } from "../../../../mock.ts";
import type { ModelResult, Reply, Rule } from "../../../../mock.ts";
import { testPins } from "../../../sdks/pinned.ts";
import { modelResults } from "../../../support/model_results.ts";
import { ASK } from "./asked.ts";

testPins(import.meta.url);

function clientOf(...rules: readonly Rule[]): Anthropic {
  const { fetch } = new MockGPT({ rules });
  return new Anthropic({ apiKey: "none", fetch, maxRetries: 0 });
}

const ASKED = { ...ASK, messages: [{ role: "user" as const, content: "hi" }] };

/** Every kind of answer, and the content that the SDK must make of it. */
const ANSWERS: readonly (readonly [string, ModelResult, readonly object[], string])[] = [
  [
    "text",
    { content: "服务在线。" },
    [{ type: "text", text: "服务在线。", citations: null }],
    "end_turn",
  ],
  ["nothing", { content: "" }, [], "end_turn"],
  [
    "thinking",
    { reasoning: [{ text: "Hm.", signature: "sig" }], content: "Yes" },
    [{ type: "thinking", thinking: "Hm.", signature: "sig" }, {
      type: "text",
      text: "Yes",
      citations: null,
    }],
    "end_turn",
  ],
  [
    "redacted thinking",
    { reasoning: [{ redacted: "xyz" }], content: "Yes" },
    [{ type: "redacted_thinking", data: "xyz" }, { type: "text", text: "Yes", citations: null }],
    "end_turn",
  ],
  [
    "calls",
    {
      content: "Wait",
      toolCalls: [
        { id: "toolu_1", name: "find", arguments: { city: "北京", deep: [1, { a: null }] } },
        { id: "toolu_2", name: "stop" },
      ],
    },
    [
      { type: "text", text: "Wait", citations: null },
      {
        type: "tool_use",
        id: "toolu_1",
        name: "find",
        input: { city: "北京", deep: [1, { a: null }] },
        caller: { type: "direct" },
      },
      { type: "tool_use", id: "toolu_2", name: "stop", input: {}, caller: { type: "direct" } },
    ],
    "tool_use",
  ],
  ["a refusal", { refusal: "No." }, [], "refusal"],
  [
    "citations",
    { content: "It is.", citations: [{ title: "T", text: "it is" }] },
    [{
      type: "text",
      text: "It is.",
      citations: [{
        type: "char_location",
        cited_text: "it is",
        document_index: 0,
        document_title: "T",
        start_char_index: 0,
        end_char_index: 5,
        file_id: null,
      }],
    }],
    "end_turn",
  ],
  ["a cut", { content: "x", finishReason: "length" }, [{
    type: "text",
    text: "x",
    citations: null,
  }], "max_tokens"],
  [
    "a pause",
    { content: "x", finishReason: "pause_turn" },
    [{ type: "text", text: "x", citations: null }],
    "pause_turn",
  ],
];

for (const [name, result, content, reason] of ANSWERS) {
  Deno.test(`Anthropic's SDK reads ${name}, whole and streamed alike`, async () => {
    const usage = { input: 10, output: 8, cacheRead: 4, cacheWrite: 5, reasoning: 0 };
    const client = clientOf({ result: { ...result, usage } });
    const whole = await client.messages.create(ASKED);
    const streamed = await client.messages.stream(ASKED).finalMessage();
    for (const message of [whole, streamed]) {
      assertEquals<unknown>(message.content.map((block) => ({ ...block })), content);
      assertEquals(message.stop_reason, reason);
      const { usage: told } = message;
      assertEquals([told.input_tokens, told.output_tokens], [10, 8]);
      assertEquals([told.cache_read_input_tokens, told.cache_creation_input_tokens], [4, 5]);
    }
    assertEquals([whole.id, streamed.id], ["msg_mock-1", "msg_mock-2"]);
  });
}

Deno.test("Anthropic's SDK reads any answer whole as it reads it streamed", async () => {
  await fc.assert(
    fc.asyncProperty(modelResults(), async (result) => {
      const client = clientOf({ result: { ...result, id: "msg_1" } });
      const whole = await client.messages.create(ASKED);
      const streamed = await client.messages.stream(ASKED).finalMessage();
      // Made ids are another call's.
      const strip = (content: readonly object[]) =>
        content.map((block) => ({ ...block, id: undefined, signature: undefined }));
      assertEquals<unknown>(strip(streamed.content), strip(whole.content));
      const { content: _, usage: told, ...rest } = streamed;
      const { content: __, usage, ...others } = whole;
      assertEquals<unknown>({ ...rest }, { ...others, parsed_output: null });
      assertEquals([told.input_tokens, told.output_tokens], [
        usage.input_tokens,
        usage.output_tokens,
      ]);
    }),
    { numRuns: 50 },
  );
});

Deno.test("Anthropic's SDK reads answers of its trials too", async () => {
  const client = clientOf({ result: { content: { a: 1 }, reasoning: "Hm." } });
  const trial = await client.beta.messages.create({ ...ASKED, betas: ["context-1m-2025-08-07"] });
  assertEquals(trial.content.map(({ type }) => type), ["thinking", "text"]);
  const properties = { a: { type: "number" } };
  const schema = { type: "object", properties, additionalProperties: false };
  const format = { type: "json_schema", schema } as const;
  const parsed = await client.messages.parse({ ...ASKED, output_config: { format } });
  assertEquals(parsed.content.at(-1)?.type, "text");
});

Deno.test("Anthropic's SDK reads the events of create({ stream: true }) and the id of the request", async () => {
  const client = clientOf({ result: "one two" });
  const { data, request_id: id } = await client.messages.create({ ...ASKED, stream: true })
    .withResponse();
  let text = "";
  for await (const event of data) {
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
      text += event.delta.text;
    }
  }
  assertEquals([text, id?.startsWith("req_01")], ["one two", true]);
});

Deno.test("Anthropic's SDK counts tokens, and lists and gives models", async () => {
  const client = clientOf({ model: "a", result: "x" }, { model: "b", result: "x" });
  const { max_tokens: _, ...counted } = ASKED;
  assertEquals((await client.messages.countTokens(counted)).input_tokens > 0, true);
  const ids: string[] = [];
  for await (const { id } of client.models.list({ limit: 1 })) ids.push(id);
  assertEquals(ids, ["a", "b"]);
  assertEquals((await client.models.retrieve("b")).type, "model");
});

function failing(response: NonNullable<Reply["response"]>): Anthropic {
  return clientOf({ response });
}

Deno.test("Anthropic's SDK throws its own errors, over HTTP and within a stream", async () => {
  const overloaded = { kind: "overloaded", message: "Overloaded" } as const;
  const error = await assertRejects(
    () => failing({ problem: overloaded }).messages.create(ASKED),
    APIError,
  );
  assertEquals([error.status, error.type], [529, "overloaded_error"]);
  assertEquals(error.requestID?.startsWith("req_01"), true);
  const limited = await assertRejects(
    () =>
      failing({ problem: { kind: "rate_limit", message: "Slow" } }).messages.stream(ASKED)
        .finalMessage(),
    Anthropic.RateLimitError,
  );
  assertEquals(limited.status, 429);
  const client = clientOf({
    result: "one two three",
    delivery: { faults: [{ kind: "error-frame", afterFrames: 4, problem: overloaded }] },
  });
  const broken = await assertRejects(
    () => client.messages.stream(ASKED).finalMessage(),
    APIError,
  );
  assertEquals(broken.type, "overloaded_error");
});

Deno.test("Anthropic's SDK gets what the provider says to a bad request", async () => {
  const client = clientOf({ result: "x" });
  const error = await assertRejects(
    () => client.messages.create({ ...ASKED, max_tokens: undefined as unknown as number }),
    Anthropic.BadRequestError,
  );
  assertEquals(error.message.includes("max_tokens: Field required"), true);
});
