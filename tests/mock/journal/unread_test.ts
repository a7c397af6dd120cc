import { assert, assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import { charsOf } from "../../../src/mock/journal/chars_of.ts";

const LIMIT = 2000;

/** Endpoints of turns, and the model that the path of some of them names. */
const ENDPOINTS = [
  ["openai-chat", "/v1/chat/completions", ""],
  ["openai-chat", "/openai/deployments/gpt%20a/chat/completions?api-version=1", "gpt a"],
  ["openai-completions", "/v1/completions", ""],
  ["openai-responses", "/v1/responses", ""],
  ["anthropic-messages", "/v1/messages", ""],
  ["gemini", "/v1beta/models/flash:streamGenerateContent?alt=sse", "flash"],
  ["ollama", "/api/chat", ""],
  ["cohere", "/v2/chat", ""],
] as const;

/** Bodies that nothing can be read of. */
const BODIES = [
  ["no JSON", `{"model":"m",`],
  ["a list", "[]"],
  ["a number", "7"],
  ["nested too deeply", `{"model":"m","messages":${"[".repeat(900)}${"]".repeat(900)}}`],
  ["too large", `{"model":"m","messages":"${"x".repeat(LIMIT)}"}`],
] as const;

function post(url: string, body: string, fetcher: typeof fetch = fetch): Promise<Response> {
  const headers = { "x-test-id": "one", "anthropic-version": "2023-06-01" };
  return fetcher(url, { method: "POST", headers, body });
}

for (const [what, body] of BODIES) {
  Deno.test(`a request whose body is ${what} has a record that it was refused, and no call`, async () => {
    for (const [surface, path, model] of ENDPOINTS) {
      const rules = [{ result: "ok", optional: true }];
      const mock = new MockGPT({ rules, maxBodyBytes: LIMIT });
      const response = await post(`http://mock${path}`, body, mock.fetch);
      const { length } = await response.bytes();
      assertEquals(response.status, what === "too large" ? 413 : 400);
      const [record, ...others] = mock.records;
      assertEquals([path, others], [path, []]);
      const { name, testId, outcome, status, bytes, frames, retryable, streamed } = record!;
      assertEquals([record!.surface, name, testId], [surface, "refused-1", "one"]);
      assertEquals([outcome, status, bytes, frames], ["refused", response.status, length, 0]);
      assertEquals([retryable, streamed, typeof record!.endedMs], [false, false, "number"]);
      assertEquals(record!.request, { model, messages: [], stream: false });
      assert(record!.error instanceof Error);
      mock.assertDone();
    }
  });
}

Deno.test("a request on a port whose body is too large has a record", async () => {
  const mock = new MockGPT({ maxBodyBytes: LIMIT });
  await using server = await mock.serve();
  const response = await post(`${server.url}/v1/chat/completions`, BODIES[4][1]);
  const { length } = await response.bytes();
  const { outcome, status, bytes } = mock.records[0]!;
  assertEquals([outcome, status, bytes], ["refused", 413, length]);
  assert(charsOf(mock.records[0]!.request) < 200);
});

Deno.test("what is no request of a turn has no record, whatever its body is", async () => {
  const mock = new MockGPT({ maxBodyBytes: LIMIT });
  for (const path of ["/v1/embeddings", "/v1/responses/input_tokens", "/v1/nothing"]) {
    for (const [, body] of BODIES) {
      const response = await post(`http://mock${path}`, body, mock.fetch);
      const expected = path === "/v1/nothing" ? 404 : body.length > LIMIT ? 413 : 400;
      assertEquals([path, response.status], [path, expected]);
      await response.body?.cancel();
    }
  }
  assertEquals(mock.records, []);
});

Deno.test("the record of a request that is refused has the model of its path", async () => {
  const mock = new MockGPT();
  await post("http://mock/openai/deployments/gpt/chat/completions", "{}", mock.fetch);
  assertEquals(mock.records[0]?.request.model, "gpt");
});

Deno.test("requests that could not be read are no tries of one another", async () => {
  const mock = new MockGPT({ maxBodyBytes: LIMIT });
  for (const body of ["{", "[", BODIES[4][1]]) {
    await post("http://mock/v1/chat/completions", body, mock.fetch);
  }
  assertEquals([mock.records.length, mock.verdict().ok], [3, true]);
  const { findings } = mock.verdict();
  assertEquals(findings.find(({ rule }) => rule === "stops-when-told")?.ok, true);
  for (const _ of [1, 2]) await post("http://mock/v1/chat/completions", "{}", mock.fetch);
  assertEquals(mock.verdict().ok, false);
});

Deno.test("no more records of requests that could not be read are kept than of others", async () => {
  const mock = new MockGPT({ maxRecords: 2 });
  for (const _ of [1, 2, 3]) await post("http://mock/v1/chat/completions", "{", mock.fetch);
  assertEquals(mock.records.map(({ name }) => name), ["refused-2", "refused-3"]);
});
