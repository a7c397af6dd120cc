import { assertEquals, assertRejects } from "@std/assert";
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

Deno.test("a call whose rule's test throws has failed", async () => {
  const mock = new MockGPT({ rules: [{ test: fails, result: "never" }] });
  assertEquals(await assertRejects(() => mock.fetch(CHAT, chat())), REASON);
  const messages = [{ role: "user", content: "hi" }];
  assertEquals(await assertRejects(() => mock.generate({ model: "m", messages })), REASON);
  const body = JSON.stringify({ model: "m", input: "hi" });
  const vectors = { method: "POST", body };
  assertEquals(await assertRejects(() => mock.fetch("http://mock/v1/embeddings", vectors)), REASON);
  assertEquals(mock.records.map(({ outcome, error }) => [outcome, error]), [
    ["failed", REASON],
    ["failed", REASON],
    ["failed", REASON],
  ]);
});

Deno.test("a call for which an injection's test throws has failed", async () => {
  const mock = new MockGPT({ rules: [{ result: "never" }] });
  mock.injectNext({ test: fails, response: { status: 500 } });
  await assertRejects(() => mock.fetch(CHAT, chat()));
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
