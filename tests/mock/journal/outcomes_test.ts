import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Generator, Rule } from "../../../mock.ts";

const CHAT = "http://mock/v1/chat/completions";
const REASON = new Error("The client left");

function chat(more: object = {}): RequestInit {
  const messages = [{ role: "user", content: "Say JSON" }];
  return { method: "POST", body: JSON.stringify({ model: "m", messages, ...more }) };
}

function onlyRecord(mock: MockGPT) {
  const [record, ...others] = mock.records;
  assertEquals(others, []);
  return record!;
}

const SLOW: readonly { readonly name: string; readonly generator: Generator }[] = [
  { name: "never ends", generator: () => new Promise(() => {}) },
  {
    name: "throws what the signal says",
    generator: (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal!.addEventListener("abort", () => reject(signal!.reason))
      ),
  },
  {
    name: "throws later",
    generator: async (_, { signal }) => {
      await new Promise((resolve) => signal!.addEventListener("abort", resolve));
      throw new Error("Nobody hears this");
    },
  },
];

Deno.test.each(SLOW)(
  "a client that leaves while a generator works is let go at once, if the generator $name",
  async ({ generator }) => {
    const mock = new MockGPT({ rules: [{ generator }] });
    const leaving = new AbortController();
    const answer = mock.fetch(CHAT, { ...chat(), signal: leaving.signal });
    leaving.abort(REASON);
    assertEquals(await assertRejects(() => answer), REASON);
    const { outcome, error, endedMs } = onlyRecord(mock);
    assertEquals([outcome, error, typeof endedMs], ["aborted", REASON, "number"]);
  },
);

function fails(): boolean {
  throw REASON;
}

const MESSAGES = [{ role: "user", content: "hi" }];

const ENDPOINTS = [
  ["/v1/chat/completions", { messages: MESSAGES }],
  ["/v1/responses", { input: "hi" }],
  ["/v1/messages", { max_tokens: 9, messages: MESSAGES }],
  ["/v1beta/models/m:generateContent", { contents: [{ parts: [{ text: "hi" }] }] }],
  ["/api/chat", { messages: MESSAGES }],
  ["/v2/chat", { messages: MESSAGES }],
  ["/v1/embeddings", { input: "hi" }],
] as const;

async function thrower(): Promise<never> {
  await Promise.resolve();
  throw REASON;
}

const FAILING: readonly { readonly what: string; readonly rule: Rule; readonly all: boolean }[] = [
  { what: "test", rule: { test: fails, result: "never" }, all: true },
  { what: "generator", rule: { generator: fails as unknown as Generator }, all: false },
  { what: "asynchronous generator", rule: { generator: thrower }, all: false },
];

Deno.test.each(FAILING)(
  "a $what of a rule that throws is told to the client, once, in its provider's form",
  async ({ rule, all }) => {
    for (const [path, more] of ENDPOINTS) {
      if (path === "/v1/embeddings" && !all) continue;
      const { model: _, ...own } = { model: "m", ...more };
      const body = JSON.stringify(path.startsWith("/v1beta") ? own : { model: "m", ...own });
      const headers = { "anthropic-version": "2023-06-01" };
      const mock = new MockGPT({ rules: [rule] });
      const response = await mock.fetch(`http://mock${path}`, { method: "POST", headers, body });
      assertEquals([path, response.status], [path, 500]);
      assertEquals(response.headers.get("x-should-retry"), "false");
      assertStringIncludes(
        await response.text(),
        "A function of a rule of the mock threw: The client left",
      );
      const { outcome, status, retryable, error } = onlyRecord(mock);
      assertEquals([outcome, status, retryable, error], ["failed", 500, false, REASON]);
    }
  },
);

Deno.test("generate() rejects with the very error that a rule's function threw", async () => {
  for (const { rule } of FAILING) {
    const mock = new MockGPT({ rules: [rule] });
    const answer = mock.generate({ model: "m", messages: MESSAGES });
    assertEquals(await assertRejects(() => answer), REASON);
    const { outcome, error } = onlyRecord(mock);
    assertEquals([outcome, error], ["failed", REASON]);
  }
});

Deno.test("a rule's function that throws is told to the client and to onError on a port", async () => {
  const told: unknown[] = [];
  const mock = new MockGPT({ rules: [{ generator: thrower }] });
  await using server = await mock.serve({ onError: (error) => void told.push(error) });
  const response = await fetch(`${server.url}/v1/chat/completions`, chat());
  assertEquals((await response.json()).error.code, "mock_failed");
  assertEquals([response.status, told], [500, [REASON]]);
});

Deno.test("a call for which an injection's test throws has failed", async () => {
  const mock = new MockGPT({ rules: [{ result: "never" }] });
  mock.injectNext({ test: fails, response: { status: 500 } });
  const response = await mock.fetch(CHAT, chat());
  assertEquals((await response.json()).error.code, "mock_failed");
  assertEquals(onlyRecord(mock).outcome, "failed");
});

const REFUSED: readonly { readonly name: string; readonly rule: Rule; readonly more: object }[] = [
  {
    name: "a result that does not fit",
    rule: { result: "no JSON" },
    more: { response_format: { type: "json_object" } },
  },
  {
    name: "a fault beyond the stream",
    rule: { result: "a", delivery: { faults: [{ kind: "reset", afterFrames: 99 }] } },
    more: { stream: true },
  },
];

Deno.test.each(REFUSED)(
  "the record of $name says that the same request would fail again",
  async ({ rule, more }) => {
    const mock = new MockGPT({ rules: [rule] });
    const response = await mock.fetch(CHAT, chat(more));
    await response.body?.cancel();
    const { outcome, status, retryable } = onlyRecord(mock);
    assertEquals([response.status, outcome, status, retryable], [400, "failed", 400, false]);
  },
);

Deno.test("the record of a response whose status has no body says that none was sent", async () => {
  const mock = new MockGPT({ rules: [{ response: { status: 204 } }] });
  assertEquals((await mock.fetch(CHAT, chat())).body, null);
  const { outcome, status, bytes } = onlyRecord(mock);
  assertEquals([outcome, status, bytes], ["served", 204, 0]);
});

Deno.test("the record of a stream on its way counts what was handed over so far", async () => {
  const delivery = { spelling: { packetBytes: 50 } };
  const mock = new MockGPT({ rules: [{ result: "one two", delivery }] });
  const { body } = await mock.fetch(CHAT, chat({ stream: true }));
  const reader = body!.getReader();
  await reader.read();
  await reader.read();
  const { outcome, bytes } = onlyRecord(mock);
  assertEquals([outcome, bytes], ["pending", 100]);
  await reader.cancel();
  assertEquals(onlyRecord(mock).outcome, "aborted");
});

/** Reads one piece of a stream and tells what its record then says. */
async function afterOnePiece(mock: MockGPT) {
  const { body } = await mock.fetch(CHAT, chat({ stream: true }));
  const reader = body!.getReader();
  const { value } = await reader.read();
  const { outcome, bytes } = onlyRecord(mock);
  await reader.cancel();
  return { outcome, isCounted: bytes === value?.length };
}

Deno.test("the records of streams that are forwarded and replayed count them on their way", async () => {
  const real = new MockGPT({
    rules: [{ result: "one two", delivery: { spelling: { packetBytes: 50 } } }],
  });
  const to = "http://real";
  const recorder = new MockGPT({ forward: { to, fetch: real.fetch } });
  await (await recorder.fetch(CHAT, chat({ stream: true }))).text();
  const forwarding = new MockGPT({ forward: { to, fetch: real.fetch } });
  const replaying = new MockGPT({ replay: { cassettes: [recorder.cassette()], speed: 1 } });
  for (const mock of [forwarding, replaying]) {
    assertEquals(await afterOnePiece(mock), { outcome: "pending", isCounted: true });
  }
});
