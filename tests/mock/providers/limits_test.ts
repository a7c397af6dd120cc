import { assert, assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Clock, ResponseDescription } from "../../../mock.ts";
import { Spending } from "../../../src/mock/calls/spending.ts";

/** A clock that stands still. */
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const clock: Clock = { now: () => NOW, sleep: async () => {} };

const messages = [{ role: "user", content: "hi" }];
const contents = [{ role: "user", parts: [{ text: "hi" }] }];

const ASKS = {
  openai: ["/v1/chat/completions", { model: "m", messages }],
  anthropic: ["/v1/messages", { model: "m", max_tokens: 9, messages }],
  gemini: ["/v1beta/models/m:generateContent", { contents }],
  cohere: ["/v2/chat", { model: "m", messages }],
  ollama: ["/api/chat", { model: "m", messages }],
} as const;

async function ask(mock: MockGPT, provider: keyof typeof ASKS): Promise<Response> {
  const [path, body] = ASKS[provider];
  const response = await mock.fetch(`http://mock${path}`, {
    method: "POST",
    headers: { "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  await response.body?.cancel();
  return response;
}

/** Gives the headers of a failure that tell of limits and of when to try again. */
async function told(provider: keyof typeof ASKS, response: ResponseDescription) {
  const { headers } = await ask(new MockGPT({ rules: [{ response }], clock }), provider);
  const names = /retry|ratelimit-(?:requests|remaining|reset)|remaining/;
  return Object.fromEntries([...headers].filter(([name]) => names.test(name)));
}

const LIMITED: ResponseDescription = { problem: { kind: "rate_limit", message: "Slow down" } };

Deno.test("OpenAI says with a rate limit which is used up, and when to try again", async () => {
  assertEquals(await told("openai", LIMITED), {
    "retry-after": "1",
    "x-ratelimit-remaining-requests": "9999",
    "x-ratelimit-remaining-tokens": "0",
    "x-ratelimit-reset-requests": "1m0s",
    "x-ratelimit-reset-tokens": "1s",
  });
  const problem = { ...LIMITED.problem!, type: "requests" };
  const headers = await told("openai", { problem, retryAfter: { ms: 2500 } });
  assertEquals(headers["x-ratelimit-remaining-requests"], "0");
  assertEquals(headers["x-ratelimit-reset-requests"], "2.5s");
  assertEquals(headers["x-ratelimit-remaining-tokens"], "2000000");
});

Deno.test("Anthropic says with a rate limit that no requests are left, and when to try again", async () => {
  const headers = await told("anthropic", LIMITED);
  assertEquals(headers["retry-after"], "1");
  assertEquals(headers["anthropic-ratelimit-requests-remaining"], "0");
  assertEquals(headers["anthropic-ratelimit-requests-reset"], "2026-01-02T03:04:06Z");
});

Deno.test("Gemini, Cohere and Ollama have no header for when to try again", async () => {
  assertEquals(await told("gemini", LIMITED), {});
  assertEquals(await told("ollama", LIMITED), {});
  assertEquals(await told("cohere", LIMITED), { "x-trial-endpoint-call-remaining": "9999" });
});

Deno.test("what a rule says of when to try again stands in place of the provider's word", async () => {
  for (const provider of ["openai", "anthropic"] as const) {
    const inMs = await told(provider, { ...LIMITED, retryAfter: { ms: 7 } });
    assertEquals([inMs["retry-after"], inMs["retry-after-ms"]], [undefined, "7"]);
    const inSeconds = await told(provider, { ...LIMITED, retryAfter: { seconds: 0 } });
    assertEquals(inSeconds["retry-after"], "0");
    const byHeader = await told(provider, { ...LIMITED, headers: { "Retry-After": "5" } });
    assertEquals(byHeader["retry-after"], "5");
    const byMs = await told(provider, { ...LIMITED, headers: { "retry-after-ms": "0" } });
    assertEquals([byMs["retry-after"], byMs["retry-after-ms"]], [undefined, "0"]);
  }
});

Deno.test("other problems say nothing of when to try again", async () => {
  for (const provider of ["openai", "anthropic"] as const) {
    for (const kind of ["quota", "server", "overloaded"] as const) {
      const headers = await told(provider, { problem: { kind, message: "no" } });
      assertEquals(headers["retry-after"], undefined);
    }
  }
});

Deno.test("the record of a rate limit has the time to wait, which a client must honour", async () => {
  const mock = new MockGPT({ rules: [{ response: LIMITED }], clock });
  await ask(mock, "openai");
  assertEquals(mock.records[0]!.retryAfterMs, 1000);
});

Deno.test("requests that are refused are used of the limit, each provider's alone, until reset()", async () => {
  const mock = new MockGPT({ rules: [{ result: "ok" }], clock });
  const left = async () => {
    const { headers } = await ask(mock, "openai");
    return headers.get("x-ratelimit-remaining-requests");
  };
  assertEquals(await left(), "9999");
  await ask(mock, "anthropic");
  const refused = await mock.fetch("http://mock/v1/chat/completions", {
    method: "POST",
    body: "{",
  });
  assertEquals(refused.headers.get("x-ratelimit-remaining-requests"), "9998");
  await refused.body?.cancel();
  assertEquals(await left(), "9997");
  mock.reset();
  assertEquals(await left(), "9999");
});

Deno.test("vectors are used of the limit of tokens", async () => {
  const mock = new MockGPT({ clock });
  const response = await mock.fetch("http://mock/v1/embeddings", {
    method: "POST",
    body: JSON.stringify({ model: "m", input: ["one two", "three"] }),
  });
  await response.body?.cancel();
  assert(Number(response.headers.get("x-ratelimit-remaining-tokens")) < 2_000_000);
});

Deno.test("Spending begins a new minute when the last is over, or when the clock went back", () => {
  const spending = new Spending();
  spending.countRequest("openai", 1000);
  spending.countTokens("openai", 2000, { input: 3, cacheWrite: 4, cacheRead: 5, output: 6 });
  const used = { requests: 1, input: 7, cacheRead: 5, output: 6 };
  assertEquals(spending.used("openai", 60_999), { ...used, resetMs: 1 });
  const nothing = { requests: 0, input: 0, cacheRead: 0, output: 0, resetMs: 60_000 };
  assertEquals(spending.used("openai", 61_000), nothing);
  spending.countRequest("openai", 61_000);
  assertEquals(spending.used("openai", 0), nothing);
});

Deno.test("Azure's deployments have Azure's ids of requests, and limits in whole seconds", async () => {
  const paths = ["chat/completions", "embeddings"];
  for (const [index, body] of [{ messages }, { input: "hi" }].entries()) {
    const mock = new MockGPT({ rules: [{ result: "hello" }], clock });
    const path = `/openai/deployments/gpt/${paths[index]}?api-version=2024-10-21`;
    const init = { method: "POST", body: JSON.stringify(body) };
    const { status, headers } = await mock.fetch(`http://mock${path}`, init);
    const id = headers.get("apim-request-id");
    assert(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/.test(id!), String(id));
    assertEquals([status, headers.get("x-request-id")], [200, id]);
    assertEquals(headers.get("x-ratelimit-remaining-requests"), "9999");
    assertEquals(headers.get("x-ratelimit-reset-requests"), "60");
    assertEquals([headers.has("x-ms-region"), headers.has("openai-version")], [true, false]);
  }
});

Deno.test("Azure's rate limit says in whole seconds when to try again", async () => {
  const response = { ...LIMITED, retryAfter: { ms: 2500 } };
  const mock = new MockGPT({ rules: [{ response }], clock });
  const init = { method: "POST", body: JSON.stringify({ messages }) };
  const path = "/openai/deployments/gpt/chat/completions";
  const { status, headers } = await mock.fetch(`http://mock${path}`, init);
  assertEquals([status, headers.get("x-ratelimit-reset-tokens")], [429, "3"]);
  assertEquals(headers.get("x-ratelimit-remaining-tokens"), "0");
  assertEquals(headers.has("apim-request-id"), true);
});
