import { assertAlmostEquals, assertEquals, assertMatch, assertRejects } from "@std/assert";
import * as openai from "npm:openai@7.59.0";
import { MockGPT } from "../../../../mock.ts";
import type { Clock } from "../../../../mock.ts";
import { testPins } from "../../../sdks/pinned.ts";
import { all, ASK, clientOf } from "./openai_client.ts";

testPins(import.meta.url);

const CALLS = [{ name: "find", arguments: { q: "北" } }];

Deno.test("openai gets limits in OpenAI's spelling, that go down until the minute is over", async () => {
  let now = 0;
  const clock: Clock = { now: () => now, sleep: async () => {} };
  const usage = { input: 600_000, cacheRead: 300_000, cacheWrite: 100_000, output: 7 };
  const { fetch } = new MockGPT({ rules: [{ result: { content: "Hi", usage } }], clock });
  const client = new openai.OpenAI({ apiKey: "sk-test", fetch, maxRetries: 0 });
  const limits = async () => {
    const { response } = await client.chat.completions.create(ASK).withResponse();
    return [...response.headers].filter(([name]) => name.startsWith("x-ratelimit-"));
  };
  const limitsOf = (requests: string, tokens: string, reset: string) => [
    ["x-ratelimit-limit-requests", "10000"],
    ["x-ratelimit-limit-tokens", "2000000"],
    ["x-ratelimit-remaining-requests", requests],
    ["x-ratelimit-remaining-tokens", tokens],
    ["x-ratelimit-reset-requests", reset],
    ["x-ratelimit-reset-tokens", reset],
  ];
  assertEquals(await limits(), limitsOf("9999", "999993", "1m0s"));
  now = 1500;
  assertEquals(await limits(), limitsOf("9998", "0", "58.5s"));
  assertEquals(await limits(), limitsOf("9997", "0", "58.5s"));
  now = 60_000;
  assertEquals(await limits(), limitsOf("9999", "999993", "1m0s"));
});

Deno.test("openai gets the tokens of the cache", async () => {
  const usage = { input: 600_000, cacheRead: 300_000, cacheWrite: 100_000, output: 7 };
  const data = await clientOf({ result: { content: "Hi", usage } }).chat.completions.create(ASK);
  assertEquals(data.usage!.prompt_tokens, 1_000_000);
  assertEquals(data.usage!.prompt_tokens_details!.cached_tokens, 300_000);
  assertEquals(data.usage!.prompt_tokens_details!.cache_write_tokens, 100_000);
});

Deno.test("openai throws the error that fits what the mock says", async () => {
  const bad = await assertRejects(
    () => clientOf({ result: "Hi" }).chat.completions.create({ ...ASK, n: 0 }),
    openai.BadRequestError,
  );
  assertEquals([bad.code, bad.param, bad.type], [
    "integer_below_min_value",
    "n",
    "invalid_request_error",
  ]);
  assertMatch(bad.requestID!, /^req_/);
  const problem = { kind: "rate_limit" as const, message: "Slow down" };
  const limited = await assertRejects(
    () => clientOf({ response: { problem } }).chat.completions.create(ASK),
    openai.RateLimitError,
  );
  assertEquals([limited.code, limited.type], ["rate_limit_exceeded", "tokens"]);
  const wrongModel = await assertRejects(
    () => clientOf({ result: "Hi" }).completions.create({ model: "gpt-4o", prompt: "x" }),
    openai.NotFoundError,
  );
  assertEquals([wrongModel.param, wrongModel.code], ["model", null]);
  await assertRejects(
    () => clientOf({ result: "Hi" }).chat.completions.create({ ...ASK, model: TEXT_MODEL }),
    openai.NotFoundError,
    "This is not a chat model",
  );
});

const TEXT_MODEL = "gpt-3.5-turbo-instruct";

Deno.test("openai reads a completion of old, whole and streamed", async () => {
  const client = clientOf({ prompt: "Once", result: " upon a time" });
  const { _request_id: _, ...body } = await client.completions.create({
    model: TEXT_MODEL,
    prompt: "Once",
  });
  assertEquals<unknown>(body, {
    id: "cmpl-mock-1",
    object: "text_completion",
    created: 1_700_000_000,
    model: TEXT_MODEL,
    choices: [{ text: " upon a time", index: 0, logprobs: null, finish_reason: "stop" }],
    usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
  });
  const chunks = await all(client.completions.create({
    model: TEXT_MODEL,
    prompt: "Once",
    stream: true,
    stream_options: { include_usage: true },
  }));
  assertEquals<unknown>(chunks.slice(0, -1).map(({ choices, usage }) => [choices, usage]), [
    [[{ text: " upon", index: 0, logprobs: null, finish_reason: null }], null],
    [[{ text: " a", index: 0, logprobs: null, finish_reason: null }], null],
    [[{ text: " time", index: 0, logprobs: null, finish_reason: "stop" }], null],
  ]);
  assertEquals([chunks.at(-1)!.choices, chunks.at(-1)!.usage?.total_tokens], [[], 8]);
});

Deno.test("openai reads completions with echo, n, several prompts, logprobs and the default limit", async () => {
  const client = clientOf({ result: " b c" });
  const create = (more: object) =>
    client.completions.create({ model: TEXT_MODEL, prompt: "a", ...more, stream: false });
  const two = await create({ prompt: ["x", "y"], n: 2, echo: true });
  assertEquals(two.choices.map(({ text }) => text), ["x b c", "x b c", "y b c", "y b c"]);
  assertEquals((await create({ prompt: [1, 2], echo: true })).choices[0]!.text, "1 2 b c");
  const { logprobs } = (await create({ logprobs: 2 })).choices[0]!;
  assertEquals([logprobs!.tokens, logprobs!.text_offset], [[" b", " c"], [1, 3]]);
  assertEquals(logprobs!.top_logprobs!.map((top) => Object.keys(top).length), [2, 2]);
  assertEquals(logprobs!.top_logprobs![0]![" b"], logprobs!.token_logprobs![0]);
  const echoed = (await create({ logprobs: 1, echo: true })).choices[0]!.logprobs!;
  assertEquals([echoed.tokens, echoed.text_offset], [["a", " b", " c"], [0, 1, 3]]);
  assertEquals<unknown>([echoed.token_logprobs![0], echoed.top_logprobs![0]], [null, null]);
  const chunks = await all(client.completions.create({
    model: TEXT_MODEL,
    prompt: "a",
    logprobs: 2,
    stream: true,
  }));
  const streamed = chunks.map(({ choices: [choice] }) => choice!.logprobs!);
  assertEquals(
    streamed.flatMap(({ token_logprobs: numbers }) => numbers!),
    logprobs!.token_logprobs!,
  );
  const long = clientOf({ result: "word ".repeat(20) });
  const [choice] = (await long.completions.create({ model: TEXT_MODEL, prompt: "a" })).choices;
  assertEquals([choice!.text.trim().split(" ").length, choice!.finish_reason], [16, "length"]);
});

Deno.test("openai's completions of old are refused as OpenAI refuses them", async () => {
  const client = clientOf({ result: "x" });
  const refused = async (more: object) => {
    const body = { model: TEXT_MODEL, prompt: "a", ...more, stream: false as const };
    const error = await assertRejects(
      () => client.completions.create(body),
      openai.BadRequestError,
    );
    return [error.param, error.code];
  };
  assertEquals(await refused({ n: 3, best_of: 2 }), ["best_of", null]);
  assertEquals(await refused({ prompt: [] }), ["prompt", "empty_array"]);
  assertEquals(await refused({ prompt: 7 }), ["prompt", "invalid_type"]);
  assertEquals(await refused({ prompt: ["a", {}] }), ["prompt[1]", "invalid_type"]);
  assertEquals(await refused({ logprobs: 6 }), ["logprobs", "integer_above_max_value"]);
  assertEquals(await refused({ messages: [] }), [null, null]);
});

Deno.test("openai refuses a result that calls a tool where a completion has no place for it", async () => {
  for (const stream of [false, true]) {
    const error = await assertRejects(
      () =>
        clientOf({ result: { toolCalls: CALLS } }).completions.create({
          model: TEXT_MODEL,
          prompt: "a",
          stream,
        }),
      openai.BadRequestError,
    );
    assertEquals(error.code, "mock_result_conflict");
  }
});

Deno.test("openai reads vectors, asked for as base64 or as numbers", async () => {
  const client = clientOf();
  const model = "text-embedding-3-small";
  const create = (more: object = {}) =>
    client.embeddings.create({ model, input: "Hello, world!", ...more });
  const byDefault = await create();
  const floats = await create({ encoding_format: "float" });
  assertEquals(byDefault.data[0]!.embedding.length, 1536);
  byDefault.data[0]!.embedding.forEach((value, index) =>
    assertAlmostEquals(value, floats.data[0]!.embedding[index]!, 1e-6)
  );
  assertEquals(byDefault.usage, { prompt_tokens: 4, total_tokens: 4 });
  assertEquals([byDefault.object, byDefault.model], ["list", model]);
  const several = await create({ input: ["a", "b", "a"], dimensions: 8 });
  assertEquals(several.data.map(({ index, embedding }) => [index, embedding.length]), [
    [0, 8],
    [1, 8],
    [2, 8],
  ]);
  assertEquals(several.data[0]!.embedding, several.data[2]!.embedding);
  assertEquals((await create({ input: [[1, 2], [3]] })).usage.prompt_tokens, 3);
  assertEquals((await create({ input: [1, 2, 3] })).data.length, 1);
  for (
    const more of [
      { input: "" },
      { input: [] },
      { input: ["a", 1] },
      { dimensions: 2000 },
      { dimensions: 0 },
      { top_k: 1 },
      { model: "text-embedding-ada-002", dimensions: 8 },
    ]
  ) await assertRejects(() => create(more), openai.BadRequestError);
});

Deno.test("openai reads the vector that a rule gives, cut to the length asked for", async () => {
  const client = clientOf({ prompt: "Oslo", embedding: [3, 4, 12] }, { embedding: [0, 1] });
  const create = (input: string[], more: object = {}) =>
    client.embeddings.create({ model: "m", input, encoding_format: "float", ...more });
  const { data } = await create(["Oslo", "Rome"]);
  assertEquals(data.map(({ embedding }) => embedding), [[3, 4, 12], [0, 1]]);
  assertEquals((await create(["Oslo"], { dimensions: 2 })).data[0]!.embedding, [0.6, 0.8]);
  const error = await assertRejects(
    () => create(["Rome"], { dimensions: 3 }),
    openai.BadRequestError,
    "has 2 numbers, and the request asks for 3",
  );
  assertEquals(error.code, "mock_result_conflict");
});

Deno.test("openai reads streams whose chunks all carry usage, where a fault asks for that", async () => {
  const delivery = { faults: [{ kind: "usage-on-every-chunk" as const }] };
  const client = clientOf({ result: "Hi there", delivery });
  const chunks = await all(client.chat.completions.create({ ...ASK, stream: true }));
  assertEquals(chunks.map(({ usage }) => usage?.completion_tokens), [0, 1, 2, 2]);
  const old = { model: TEXT_MODEL, prompt: "x", stream: true as const };
  const texts = await all(client.completions.create(old));
  assertEquals(texts.map(({ usage }) => usage?.completion_tokens), [1, 2]);
});

Deno.test("openai throws what the mock says within a stream", async () => {
  const problem = { kind: "server" as const, message: "Out of luck" };
  const faults = [{ kind: "error-frame" as const, afterFrames: 2, problem }];
  const client = clientOf({ result: "Hi there", delivery: { faults } });
  const pieces: string[] = [];
  const error = await assertRejects(async () => {
    for await (const chunk of await client.chat.completions.create({ ...ASK, stream: true })) {
      pieces.push(chunk.choices[0]!.delta.content!);
    }
  }, openai.APIError);
  assertEquals(pieces, ["", "Hi"]);
  assertEquals([error.message, error.type, error.code], ["Out of luck", "server_error", null]);
});

Deno.test("openai lists and retrieves the models that rules name", async () => {
  const client = clientOf({ model: "gpt-4o", result: "Hi" }, { model: "openai/o3", result: "x" });
  const { data } = await client.models.list();
  const object = { object: "model", created: 1_700_000_000, owned_by: "system" };
  assertEquals<unknown>(data, [{ id: "gpt-4o", ...object }, { id: "openai/o3", ...object }]);
  assertEquals((await client.models.retrieve("openai/o3")).id, "openai/o3");
  assertEquals((await clientOf({ result: "Hi" }).models.retrieve("any")).id, "any");
  const error = await assertRejects(() => client.models.retrieve("gpt-5"), openai.NotFoundError);
  assertEquals([error.message, error.param, error.code], [
    "404 The model 'gpt-5' does not exist",
    "model",
    "model_not_found",
  ]);
});

Deno.test("openai's client of Azure names the model by the path", async () => {
  const { fetch } = new MockGPT({ rules: [{ model: "my gpt", result: "Hi" }] });
  const options = { endpoint: "https://x.example", apiVersion: "2024-10-21", apiKey: "k", fetch };
  const client = new openai.AzureOpenAI({ ...options, deployment: "my gpt" });
  const { choices } = await client.chat.completions.create({ ...ASK, model: "" });
  assertEquals(choices[0]!.message.content, "Hi");
  const { data } = await client.embeddings.create({ model: "my gpt", input: "x" });
  assertEquals(data.length, 1);
});
