import { assertEquals, assertInstanceOf, assertMatch, assertRejects } from "@std/assert";
import OpenAI from "npm:openai@7.59.0";
import { MockGPT } from "../../../../../mock.ts";
import type { ModelResult, Rule } from "../../../../../mock.ts";
import { testPins } from "../../../../sdks/pinned.ts";

testPins(import.meta.url);

const FULL: ModelResult = {
  reasoning: [{ text: "First.", signature: "proof-1" }, { text: "Then." }],
  content: "服务在线。 All is well.",
  citations: [{ url: "https://status.example", title: "Status", start: 0, end: 5 }],
  toolCalls: [
    { name: "find", arguments: { q: "状态" } },
    { name: "note", input: "free text" },
  ],
  usage: { input: 10, output: 20, reasoning: 5, cacheRead: 3 },
};

const ASK = {
  model: "gpt-x",
  input: "状态",
  include: ["reasoning.encrypted_content" as const, "message.output_text.logprobs" as const],
  top_logprobs: 1,
};

function sdk(...rules: readonly Rule[]): { readonly openai: OpenAI; readonly mock: MockGPT } {
  const mock = new MockGPT({ rules });
  const openai = new OpenAI({
    apiKey: "none",
    baseURL: "http://mock/v1",
    fetch: mock.fetch,
    maxRetries: 0,
    logLevel: "off",
  });
  return { openai, mock };
}

/** What every moment of an answer is made of, whichever way it was asked for. */
function said(response: OpenAI.Responses.Response): unknown {
  return {
    text: response.output_text,
    output: response.output.map(({ type }) => type),
    usage: response.usage,
    status: response.status,
  };
}

const SAID = {
  text: "服务在线。 All is well.",
  output: ["reasoning", "reasoning", "message", "function_call", "custom_tool_call"],
  usage: {
    input_tokens: 13,
    input_tokens_details: { cache_write_tokens: 0, cached_tokens: 3 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 5 },
    total_tokens: 33,
  },
  status: "completed",
};

Deno.test("openai reads a whole answer of the mock", async () => {
  const { openai } = sdk({ result: FULL });
  const response = await openai.responses.create(ASK);
  assertEquals(said(response), SAID);
  const [thought, , message, call, custom] = response.output;
  assertEquals(thought?.type === "reasoning" && thought.encrypted_content, "proof-1");
  const [part] = message?.type === "message" ? message.content : [];
  if (part?.type !== "output_text") throw new TypeError("The message has no text");
  assertEquals(part.annotations[0]?.type, "url_citation");
  assertEquals(part.logprobs?.map(({ token }) => token).join(""), part.text);
  assertEquals(call?.type === "function_call" && call.arguments, '{"q":"状态"}');
  assertEquals(custom?.type === "custom_tool_call" && custom.input, "free text");
  assertMatch(response._request_id ?? "", /^req_/);
});

Deno.test("openai reads the events of a streamed answer of the mock", async () => {
  const { openai } = sdk({ result: FULL });
  const deltas = { text: "", thought: "", args: "", input: "" };
  let last: OpenAI.Responses.ResponseStreamEvent | undefined;
  for await (const event of await openai.responses.create({ ...ASK, stream: true })) {
    switch (event.type) {
      case "response.output_text.delta":
        deltas.text += event.delta;
        break;
      case "response.reasoning_summary_text.delta":
        deltas.thought += event.delta;
        break;
      case "response.function_call_arguments.delta":
        deltas.args += event.delta;
        break;
      case "response.custom_tool_call_input.delta":
        deltas.input += event.delta;
    }
    last = event;
  }
  assertEquals(deltas, {
    text: SAID.text,
    thought: "First.Then.",
    args: '{"q":"状态"}',
    input: "free text",
  });
  if (last?.type !== "response.completed") throw new TypeError("The response did not complete");
  assertEquals(last.response.output.length, 5);
});

Deno.test("openai's responses.stream() puts an answer of the mock together", async () => {
  const { openai } = sdk({ result: FULL });
  const stream = openai.responses.stream(ASK);
  const response = await stream.finalResponse();
  assertEquals(said(response), SAID);
});

Deno.test("openai gets, lists, counts and deletes what the mock stores", async () => {
  const { openai } = sdk({ prompt: "First", result: "One" }, { result: "Two" });
  const first = await openai.responses.create({ model: "m", input: "First" });
  const second = await openai.responses.create({
    model: "m",
    input: "Second",
    previous_response_id: first.id,
  });
  assertEquals(second.output_text, "Two");
  assertEquals((await openai.responses.retrieve(second.id)).output, second.output);
  const items = [];
  for await (const item of openai.responses.inputItems.list(second.id, { limit: 2 })) {
    items.push(item.type === "message" && item.role);
  }
  assertEquals(items, ["user", "assistant", "user"]);
  const { input_tokens: tokens } = await openai.responses.inputTokens.count({
    model: "m",
    input: "Second",
    previous_response_id: first.id,
  });
  assertEquals(tokens, second.usage?.input_tokens);
  await openai.responses.delete(second.id);
  await assertRejects(() => openai.responses.retrieve(second.id), OpenAI.NotFoundError);
});

function sentBack({ output }: OpenAI.Responses.Response): OpenAI.Responses.ResponseInput {
  const said = output as OpenAI.Responses.ResponseInput;
  const results = output.flatMap((item): OpenAI.Responses.ResponseInput =>
    item.type === "function_call" || item.type === "custom_tool_call"
      ? [{ type: `${item.type}_output`, call_id: item.call_id, output: "x" }]
      : []
  );
  return [{ role: "user", content: "状态" }, ...said, ...results];
}

Deno.test("openai may send back what the mock said, item by item", async () => {
  const { openai, mock } = sdk({ toolResult: true, result: "Two" }, { result: FULL });
  const first = await openai.responses.create({ ...ASK, store: false });
  const second = await openai.responses.create({ ...ASK, input: sentBack(first), store: false });
  assertEquals(second.output_text, "Two");
  const [, said, ...results] = mock.records.at(-1)!.request.messages;
  assertEquals([said?.content, said?.reasoning_content], [SAID.text, "First.Then."]);
  assertEquals((said?.tool_calls as { id: string }[]).length, 2);
  assertEquals(results.map(({ role }) => role), ["tool", "tool"]);
});

Deno.test("what openai's helpers add to items is refused, as OpenAI refuses it", async () => {
  const { openai } = sdk({ result: FULL });
  const first = await openai.responses.stream({ ...ASK, store: false }).finalResponse();
  const error = await assertRejects(
    () => openai.responses.create({ ...ASK, input: sentBack(first) }),
    OpenAI.BadRequestError,
  );
  assertEquals([error.code, error.param], ["unknown_parameter", "input[3].content[0].parsed"]);
});

Deno.test("openai's structured outputs are parsed from what the mock answers", async () => {
  const { openai } = sdk({ result: { content: { city: "Oslo" } } });
  const schema = {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  };
  const response = await openai.responses.parse({
    model: "m",
    input: "Where?",
    text: { format: { type: "json_schema", name: "place", schema, strict: true } },
  });
  assertEquals(JSON.parse(response.output_text), { city: "Oslo" });
});

Deno.test("openai polls a background response of the mock", async () => {
  const { openai } = sdk({ result: "Done." });
  const queued = await openai.responses.create({ model: "m", input: "x", background: true });
  assertEquals(queued.status, "queued");
  const done = await openai.responses.retrieve(queued.id);
  assertEquals([done.status, done.output_text], ["completed", "Done."]);
  assertEquals((await openai.responses.cancel(queued.id)).status, "completed");
});

Deno.test("openai reads on where a background stream of the mock was cut", async () => {
  const delivery = { faults: [{ kind: "reset", afterFrames: 6 }] } as const;
  const { openai } = sdk({ result: "one two three four", delivery });
  const stream = await openai.responses.create({
    model: "m",
    input: "x",
    background: true,
    stream: true,
  });
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  await assertRejects(async () => {
    for await (const event of stream) events.push(event);
  });
  const after = { stream: true, starting_after: events.at(-1)!.sequence_number } as const;
  for await (const event of await openai.responses.retrieve("resp_mock-1", after)) {
    events.push(event);
  }
  assertEquals(events.map(({ sequence_number: number }) => number), [...events.keys()]);
  const deltas = events.filter(({ type }) => type === "response.output_text.delta");
  assertEquals(
    deltas.map((event) => "delta" in event && event.delta).join(""),
    "one two three four",
  );
  assertEquals(events.at(-1)?.type, "response.completed");
});

Deno.test("openai throws its own errors for what the mock refuses", async () => {
  const { openai, mock } = sdk({ result: "x" });
  const error = await assertRejects(
    () => openai.responses.create({ model: "m", input: "x", previous_response_id: "resp_0" }),
    OpenAI.BadRequestError,
  );
  assertEquals([error.code, error.param], ["previous_response_not_found", "previous_response_id"]);
  assertEquals(mock.records.map(({ outcome, status }) => [outcome, status]), [["refused", 400]]);
});

Deno.test("openai sees how an answer of the mock ends that is not whole", async () => {
  const { openai } = sdk(
    { prompt: "long", result: { content: "Hel", finishReason: "length" } },
    { prompt: "fail", result: { content: "Hel", finishReason: "failed" } },
  );
  const cut = await openai.responses.stream({ model: "m", input: "long" }).finalResponse();
  assertEquals([cut.status, cut.incomplete_details?.reason], ["incomplete", "max_output_tokens"]);
  const failed = await openai.responses.create({ model: "m", input: "fail" });
  assertEquals([failed.status, failed.error?.code], ["failed", "server_error"]);
});

Deno.test("openai throws what the mock says within a stream", async () => {
  const problem = { kind: "overloaded", message: "Too busy." } as const;
  const { openai } = sdk({
    result: "one two three",
    delivery: { faults: [{ kind: "error-frame", afterFrames: 5, problem }] },
  });
  const seen: number[] = [];
  const error = await assertRejects(async () => {
    for await (
      const event of await openai.responses.create({ model: "m", input: "x", stream: true })
    ) {
      seen.push(event.sequence_number);
    }
  });
  assertInstanceOf(error, OpenAI.APIError);
  assertEquals(seen.slice(0, 5), [0, 1, 2, 3, 4]);
});
