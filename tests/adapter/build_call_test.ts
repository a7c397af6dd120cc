import { assertEquals, assertThrows } from "@std/assert";
import { buildCall } from "../../src/adapter/build_call.ts";
import { toConfig } from "../../src/adapter/config.ts";
import type { FetchModelOptions } from "../../src/adapter/fetch_model_options.ts";
import { ConfigError } from "../../src/errors.ts";
import type { TurnRequest } from "../../src/turn/request.ts";
import { PLAIN } from "./requests/sample_request.ts";

function build(options: Partial<FetchModelOptions> = {}, request: TurnRequest = PLAIN) {
  const config = toConfig({
    wire: "openai-chat",
    baseUrl: "https://api.example/v1",
    model: "m",
    ...options,
  });
  return buildCall(config, request);
}

Deno.test.each(
  [
    { wire: "openai-chat", baseUrl: "https://a/v1", url: "https://a/v1/chat/completions" },
    { wire: "openai-chat", baseUrl: "https://a/v1/", url: "https://a/v1/chat/completions" },
    { wire: "openai-chat", baseUrl: "https://a", url: "https://a/chat/completions" },
    {
      wire: "openai-chat",
      baseUrl: "https://a/openai/deployments/d?api-version=1",
      url: "https://a/openai/deployments/d/chat/completions?api-version=1",
    },
    { wire: "openai-responses", baseUrl: "https://a/v1", url: "https://a/v1/responses" },
    { wire: "anthropic-messages", baseUrl: "https://a", url: "https://a/v1/messages" },
    { wire: "anthropic-messages", baseUrl: "https://a/x/", url: "https://a/x/v1/messages" },
    {
      wire: "gemini",
      baseUrl: "https://a",
      url: "https://a/v1beta/models/m:streamGenerateContent?alt=sse",
    },
    {
      wire: "gemini",
      baseUrl: "https://a/x?b=c",
      url: "https://a/x/v1beta/models/m:streamGenerateContent?b=c&alt=sse",
    },
    { wire: "ollama", baseUrl: "http://localhost:11434", url: "http://localhost:11434/api/chat" },
    { wire: "cohere", baseUrl: "https://a", url: "https://a/v2/chat" },
  ] as const,
)("buildCall() sends $wire at $baseUrl to $url", ({ wire, baseUrl, url }) => {
  assertEquals(build({ wire, baseUrl }).url.href, url);
  assertEquals(build({ wire, baseUrl: new URL(baseUrl) }).url.href, url);
});

Deno.test.each(
  [
    { wire: "openai-chat", accept: "text/event-stream", key: "authorization", value: "Bearer k" },
    {
      wire: "openai-responses",
      accept: "text/event-stream",
      key: "authorization",
      value: "Bearer k",
    },
    { wire: "anthropic-messages", accept: "text/event-stream", key: "x-api-key", value: "k" },
    { wire: "gemini", accept: "text/event-stream", key: "x-goog-api-key", value: "k" },
    { wire: "ollama", accept: "application/x-ndjson", key: "authorization", value: "Bearer k" },
    { wire: "cohere", accept: "text/event-stream", key: "authorization", value: "Bearer k" },
  ] as const,
)("buildCall() sends $wire the headers it wants", ({ wire, accept, key, value }) => {
  const { headers } = build({ wire, apiKey: "k" });
  assertEquals([headers.get("accept"), headers.get("content-type"), headers.get(key)], [
    accept,
    "application/json",
    value,
  ]);
  assertEquals(build({ wire }).headers.get(key), null, "no key, no header");
});

Deno.test("buildCall() lets the caller's headers win over its own", () => {
  const { headers } = build({
    apiKey: "k",
    headers: { Authorization: "Other o", "x-title": "mine" },
  });
  assertEquals([headers.get("authorization"), headers.get("x-title")], ["Other o", "mine"]);
});

Deno.test("buildCall() merges more members into the body", () => {
  const { body } = build({
    extraBody: {
      seed: 7,
      stream_options: { include_obfuscation: false },
      temperature: 1,
      logit_bias: { "1": 2 },
    },
  }, { ...PLAIN, temperature: 0 });
  const sent = JSON.parse(body);
  assertEquals([sent.seed, sent.temperature, sent.logit_bias], [7, 1, { "1": 2 }]);
  assertEquals(sent.stream_options, { include_usage: true, include_obfuscation: false });
});

Deno.test("buildCall() takes the request's model before the adapter's own", () => {
  assertEquals(JSON.parse(build({}, { ...PLAIN, model: "mine" }).body).model, "mine");
  assertEquals(JSON.parse(build().body).model, "m");
});

Deno.test("buildCall() refuses a request without a model", () => {
  assertThrows(() => build({ model: undefined }), ConfigError, "model");
  assertThrows(() => build({}, { ...PLAIN, model: "" }), ConfigError, "model");
});

Deno.test("buildCall() refuses a request that has no form in JSON", () => {
  const parameters: Record<string, unknown> = { type: "object" };
  parameters.self = parameters;
  assertThrows(
    () => build({}, { ...PLAIN, tools: [{ name: "t", parameters }] }),
    ConfigError,
    "JSON",
  );
});
