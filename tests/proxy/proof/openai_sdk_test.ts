/**
 * What the SDK `openai` makes of the proxy besides turns: its other methods, its error classes, and its own retries.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import OpenAI from "npm:openai@7.59.0";
import type { ProxyConfig } from "../../../proxy.ts";
import { testPins } from "../../sdks/pinned.ts";
import { proxiedMocks, type Rules } from "./support/proxied_mocks.ts";

testPins(import.meta.url);

const ASKED = { model: "gpt-5", messages: [{ role: "user" as const, content: "How is it?" }] };

const FINE: Rules = [{ result: "Fine." }];

function clientOf(url: string, maxRetries = 0): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries, logLevel: "off" });
}

function problem(kind: "rate_limit" | "server" | "invalid_request", ms?: number): Rules[number] {
  const retryAfter = ms === undefined ? undefined : { seconds: ms / 1000 };
  return { response: { problem: { kind, message: "It cannot be" }, retryAfter } };
}

function headerOf({ headers }: { readonly headers: unknown }, name: string): string | null {
  return (headers as Headers).get(name);
}

/** The error of a request whose upstreams do as said. */
async function errorOf(upstreams: readonly Rules[], config: Partial<ProxyConfig> = {}) {
  await using behind = await proxiedMocks(upstreams, config);
  const client = clientOf(behind.url);
  return await assertRejects(() => client.chat.completions.create(ASKED), OpenAI.APIError);
}

Deno.test("openai gets embeddings, of the second upstream if the first fails", async () => {
  const broken: Rules = [{ ...problem("server"), surface: "embeddings" }];
  await using behind = await proxiedMocks([broken, [{ embedding: [1, 2, 3] }]]);
  const asked = { model: "text-embedding-3-small", input: "x", encoding_format: "float" as const };
  const { data } = await clientOf(behind.url).embeddings.create(asked);
  assertEquals(data[0]!.embedding, [1, 2, 3]);
});

Deno.test("openai lists the models that are configured", async () => {
  const models = { chat: ["upstream0/gpt-5"], other: ["upstream0/gpt-4.1"] };
  await using behind = await proxiedMocks([FINE], { models });
  const ids: string[] = [];
  for await (const { id } of clientOf(behind.url).models.list()) ids.push(id);
  assertEquals(ids, ["chat", "other"]);
  assertEquals((await clientOf(behind.url).models.retrieve("chat")).id, "chat");
});

Deno.test("openai's error lists the attempts", async () => {
  const error = await errorOf([[problem("server")], [problem("server")]]);
  assertEquals(error.constructor, OpenAI.InternalServerError);
  assertEquals(error.status, 502);
  const { attempts } = error.error as { attempts: { upstream: string; status: number }[] };
  assertEquals(attempts.map(({ upstream, status }) => [upstream, status]), [
    ["upstream0/*", 500],
    ["upstream1/*", 500],
  ]);
  assertEquals(error.requestID === headerOf(error, "x-request-id"), true);
});

Deno.test("openai's error of a request that nobody would take is the upstream's own", async () => {
  const error = await errorOf([[problem("invalid_request")], FINE]);
  assertEquals(error.constructor, OpenAI.BadRequestError);
  assertEquals(error.message, "400 It cannot be");
});

for (
  const [upstreams, of] of [[[[problem("rate_limit", 3_600_000)]], "one upstream"], [
    [[problem("rate_limit", 3_600_000)], [problem("rate_limit", 7_200_000)]],
    "two upstreams",
  ]] as const
) {
  Deno.test(`openai is told no longer wait than is allowed, by ${of}`, async () => {
    const error = await errorOf(upstreams, { max_retry_after: "7s" });
    assertEquals(error.constructor, OpenAI.RateLimitError);
    assertEquals(headerOf(error, "retry-after"), "7");
  });
}

Deno.test("openai is told how long to wait if all upstreams rest", async () => {
  const providers = (behind: string) => ({
    upstream0: { url: `${behind}/v1`, backoff: "PT1H" },
  });
  await using refusing = await proxiedMocks([[problem("server")]]);
  await using behind = await proxiedMocks([FINE], {
    providers: providers(refusing.url),
    backoff_defaults: { base: "40s", jitter: 0 },
    max_retry_after: "30s",
  });
  const client = clientOf(behind.url);
  await assertRejects(() => client.chat.completions.create(ASKED), OpenAI.InternalServerError);
  const error = await assertRejects(
    () => client.chat.completions.create(ASKED),
    OpenAI.InternalServerError,
  );
  assertEquals(error.status, 503);
  assertEquals(error.message, "503 all upstreams cooling, retry in 40s");
  assertEquals(headerOf(error, "retry-after"), "30");
});

Deno.test("openai's own retry succeeds once an upstream does", async () => {
  const once: Rules = [{ ...problem("server"), times: 1 }, ...FINE];
  await using behind = await proxiedMocks([once]);
  const answer = await clientOf(behind.url, 1).chat.completions.create(ASKED);
  assertEquals(answer.choices[0]!.message.content, "Fine.");
  assertEquals(behind.mocks[0]!.records.length, 2);
});
