import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import { EndpointFinder, findEndpoint } from "../../../../src/mock/providers/find_endpoint.ts";

/** One for all tests: what it remembers of an address must fit whatever headers come with it. */
const finder = new EndpointFinder();

function providerOf(method: string, address: string, headers: Record<string, string> = {}) {
  const [path, search] = address.split("?") as [string, string | undefined];
  const query = new URLSearchParams(search);
  const call = { method, path, query, headers: new Headers(headers) };
  const found = findEndpoint(call);
  assertEquals(finder.find(call)?.endpoint, found?.endpoint);
  return found?.endpoint.provider.id;
}

Deno.test.each([
  { method: "POST", path: "/v1/chat/completions" },
  { method: "POST", path: "/chat/completions" },
  { method: "POST", path: "/v1/completions" },
  { method: "POST", path: "/v1/embeddings" },
  { method: "POST", path: "/openai/deployments/d/embeddings" },
  { method: "GET", path: "/v1/models" },
  { method: "GET", path: "/v1/models/gpt-4o" },
])("$method $path is OpenAI's", ({ method, path }) => {
  assertEquals(providerOf(method, path), "openai");
});

Deno.test.each([
  { method: "GET", path: "/v1beta/models", headers: {} },
  { method: "GET", path: "/v1beta/models/x", headers: {} },
  { method: "GET", path: "/v1/models?key=k", headers: {} },
  { method: "GET", path: "/v1/models", headers: { "x-goog-api-key": "k" } },
  { method: "GET", path: "/v1/models/x", headers: { "anthropic-version": "2023-06-01" } },
  { method: "GET", path: "/v1/chat/completions", headers: {} },
])("$method $path with $headers is not OpenAI's", ({ method, path, headers }) => {
  assertEquals(providerOf(method, path, headers as Record<string, string>) === "openai", false);
});

Deno.test("Azure's paths name the deployment, whatever endpoint follows it", () => {
  for (const rest of ["chat/completions", "completions", "embeddings"]) {
    const path = `/openai/deployments/my%20gpt/${rest}`;
    const found = findEndpoint({
      method: "POST",
      path,
      query: new URLSearchParams(),
      headers: new Headers(),
    });
    assertEquals(found?.params.deployment, "my%20gpt");
  }
});

Deno.test("a call that the request names ends with an ordinary stop, as OpenAI's do", async () => {
  const f = { name: "f", parameters: { type: "object", properties: {} } };
  const messages = [{ role: "user", content: "x" }];
  const tools = [{ type: "function", function: f }];
  const named = { name: "f" };
  for (
    const [ask, reason] of [
      [{ tools }, "tool_calls"],
      [{ tools, tool_choice: "required" }, "tool_calls"],
      [{ tools, tool_choice: { type: "function", function: named } }, "stop"],
      [{ functions: [f] }, "function_call"],
      [{ functions: [f], function_call: named }, "stop"],
    ] as const
  ) {
    const mock = new MockGPT({ rules: [{ result: { toolCalls: [named] } }] });
    for (const stream of [false, true]) {
      const body = JSON.stringify({ model: "m", messages, ...ask, stream });
      const response = await mock.fetch("http://mock/v1/chat/completions", {
        method: "POST",
        body,
      });
      const text = await response.text();
      assertEquals(/"finish_reason":"(\w+)"/.exec(text)?.[1], reason, text);
    }
  }
});
