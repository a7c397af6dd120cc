import { assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";

const VERSION = { "anthropic-version": "2023-06-01" };
const GOOGLE = { "x-goog-api-key": "k" };
const COHERE = { "x-fern-sdk-name": "cohere-ai" };

/** Requests to what the mock does not serve, and whose they are. */
const UNKNOWN: readonly (readonly [provider: string, path: string, Record<string, string>])[] = [
  ["openai", "/v1/files", {}],
  ["openai", "/v1/responses/compact", {}],
  ["openai", "/openrouter/api/v1/credits", {}],
  ["openai", "/api/openai/v1/files", {}],
  ["openai", "/openai/v2/files", {}],
  ["anthropic", "/v1/messages/batches", {}],
  ["anthropic", "/v1/files", VERSION],
  ["gemini", "/v1beta/cachedContents", {}],
  ["gemini", "/v1/files", GOOGLE],
  ["ollama", "/api/pull", {}],
  ["cohere", "/v2/rerank", {}],
  ["cohere", "/v1/datasets", COHERE],
];

/** How each provider tells of an error. */
const FORMS: Readonly<Record<string, (body: Record<string, Record<string, unknown>>) => unknown>> =
  {
    openai: ({ error }) => [error?.type, error?.code],
    anthropic: ({ type, error, request_id: id }) => [type, error?.type, typeof id],
    gemini: ({ error }) => [error?.status, error?.code],
    ollama: ({ error }) => typeof error,
    cohere: ({ message, id }) => [typeof message, typeof id],
  };

const NOT_FOUND: Readonly<Record<string, unknown>> = {
  openai: ["invalid_request_error", "unknown_url"],
  anthropic: ["error", "not_found_error", "string"],
  gemini: ["NOT_FOUND", 404],
  ollama: "string",
  cohere: ["string", "string"],
};

for (const [provider, path, headers] of UNKNOWN) {
  Deno.test(`what the mock does not serve is told in its provider's form: ${provider}, ${path}`, async () => {
    const init = { method: "POST", headers, body: "{}" };
    const response = await new MockGPT().fetch(`http://mock${path}`, init);
    assertEquals(response.status, 404);
    const body = await response.json();
    assertEquals(FORMS[provider]!(body), NOT_FOUND[provider]);
    assertStringIncludes(JSON.stringify(body), `Unknown request URL: POST ${path}`);
  });

  Deno.test(`what the mock does not serve goes to its provider, if it forwards: ${provider}, ${path}`, async () => {
    const asked: string[] = [];
    const mock = new MockGPT({
      forward: {
        to: Object.fromEntries(Object.keys(FORMS).map((name) => [name, `http://${name}.test`])),
        fetch: (input) => {
          asked.push(new URL(String(input instanceof Request ? input.url : input)).hostname);
          return Promise.resolve(new Response("{}"));
        },
      },
    });
    const response = await mock.fetch(`http://mock${path}`, {
      headers,
      method: "POST",
      body: "{}",
    });
    await response.body?.cancel();
    assertEquals(asked, [`${provider}.test`]);
  });
}

Deno.test("a method that an endpoint does not take is told, with those that it takes", async () => {
  for (
    const [method, path, takes] of [
      ["GET", "/v1/chat/completions", "POST"],
      ["GET", "/v1/messages", "POST"],
      ["POST", "/api/tags", "GET"],
      ["POST", "/v1/models", "GET"],
    ] as const
  ) {
    const response = await new MockGPT().fetch(`http://mock${path}`, { method });
    assertEquals([response.status, response.headers.get("allow")], [405, takes]);
    const text = await response.text();
    assertStringIncludes(text, `Invalid method for URL (${method} ${path}). It takes ${takes}.`);
  }
});
