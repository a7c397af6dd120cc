import { assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";

const MESSAGES = [{ role: "user", content: "hi" }];

/** Requests that each provider refuses. */
const REFUSED = [
  ["openai-chat", "/v1/chat/completions", { model: "m", messages: MESSAGES, n: 0 }],
  ["openai-responses", "/v1/responses", { model: "m", input: 5 }],
  ["anthropic-messages", "/v1/messages", { model: "m", messages: MESSAGES }],
  ["gemini", "/v1beta/models/m:generateContent", { contents: "hi" }],
  ["ollama", "/api/chat", { model: "m", messages: "hi" }],
] as const;

function post(mock: MockGPT, path: string, body: object): Promise<Response> {
  const headers = { "x-test-id": "one" };
  return mock.fetch(`http://mock${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

Deno.test("a request that its provider would refuse has a record, which is no call of a rule", async () => {
  for (const [surface, path, body] of REFUSED) {
    const mock = new MockGPT({ rules: [{ result: "hello", optional: true }] });
    const { status } = await post(mock, path, body);
    const [record, ...others] = mock.records;
    assertEquals(others, []);
    assertEquals([record!.surface, record!.outcome, record!.status], [surface, "refused", status]);
    assertEquals([record!.testId, record!.retryable, record!.rule], ["one", false, undefined]);
    assertEquals([record!.name, record!.request.model], ["refused-1", "m"]);
    assertStringIncludes(String(record!.error), (record!.error as Error).message);
    assertEquals(typeof record!.endedMs, "number");
    mock.assertDone();
  }
});

Deno.test("refused requests do not count as calls, and a client that sends one again is told on", async () => {
  const mock = new MockGPT({ rules: [{ result: "hello" }] });
  const [, path, body] = REFUSED[0];
  await post(mock, path, body);
  await post(mock, path, { model: "m", messages: MESSAGES });
  assertEquals(mock.records.map(({ name }) => name), ["refused-1", "mock-1"]);
  await post(mock, path, { ...body, messages: [{ role: "user", content: "other" }] });
  assertEquals(mock.verdict().ok, true);
  await post(mock, path, body);
  const bad = mock.verdict().findings.filter(({ ok }) => ok === false);
  assertEquals(bad.map(({ rule }) => rule), ["stops-when-told"]);
});
