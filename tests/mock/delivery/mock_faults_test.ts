import { assert, assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { ManualClock } from "../../../testing.ts";
import { MockGPT } from "../../../mock.ts";
import type { MockGptOptions, ResponseDescription } from "../../../mock.ts";
import { received } from "./bodies.ts";

function ask(mock: MockGPT, more: object = {}, init: RequestInit = {}): Promise<Response> {
  const messages = [{ role: "user", content: "状态" }];
  const body = JSON.stringify({ model: "demo", stream: true, messages, ...more });
  return mock.fetch("http://mock/v1/chat/completions", { method: "POST", body, ...init });
}

function described(response: ResponseDescription, options: MockGptOptions = {}): MockGPT {
  return new MockGPT({ ...options, rules: [{ response }] });
}

Deno.test("a described failure tells when to try again, in every form", async () => {
  const clock = new ManualClock(Date.UTC(2030, 0, 1));
  const problem = { kind: "rate_limit", message: "Slow down" } as const;
  for (
    const [retryAfter, headers] of [
      [{ seconds: 2 }, { "retry-after": "2" }],
      [{ ms: 1500, shouldRetry: true }, { "retry-after-ms": "1500", "x-should-retry": "true" }],
      [{ dateInSeconds: 5 }, { "retry-after": "Tue, 01 Jan 2030 00:00:05 GMT" }],
    ] as const
  ) {
    const response = await ask(described({ problem, retryAfter }, { clock }));
    assertEquals(response.status, 429);
    for (const [name, value] of Object.entries(headers)) {
      assertEquals(response.headers.get(name), value);
    }
    assertMatch(await response.text(), /Slow down/);
  }
});

Deno.test("an HTML page or an error with status 200 comes as described, counted in bytes", async () => {
  const page = "<h1>服务</h1>";
  const mock = described({ body: page, contentType: "text/html" });
  const response = await ask(mock);
  assertEquals([response.status, response.headers.get("content-type")], [200, "text/html"]);
  assertEquals(await response.text(), page);
  assertEquals([mock.records[0]?.outcome, mock.records[0]?.bytes], ["served", 15]);
  const failing = described({ status: 200, problem: { kind: "server", message: "Oh" } });
  assertEquals((await (await ask(failing)).json()).error.message, "Oh");
  assertEquals(failing.records[0]?.outcome, "fault");
  assertEquals((await ask(described({ status: 204 }))).body, null);
});

Deno.test("a network error is what fetch fails with, and a hang ends only when the client leaves", async () => {
  const broken = described({ networkError: true });
  const error = await assertRejects(() => ask(broken), TypeError);
  assertEquals((error.cause as { code: string }).code, "ECONNRESET");
  assertEquals(broken.records[0]?.outcome, "fault");
  const hanging = described({ hang: true });
  const abort = new AbortController();
  const answer = ask(hanging, {}, { signal: abort.signal });
  answer.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 5));
  assertEquals(hanging.records[0]?.outcome, "pending");
  const reason = new Error("too slow");
  abort.abort(reason);
  assertStrictEquals(await answer.catch((caught) => caught), reason);
  assertEquals(hanging.records[0]?.outcome, "fault");
});

Deno.test("a delay waits on the clock and ends when the client leaves", async () => {
  const clock = new ManualClock();
  const mock = described({ body: "late", delayMs: 1000 }, { clock });
  let text = "";
  const answer = ask(mock).then(async (response) => text = await response.text());
  await clock.advance(999);
  assertEquals(text, "");
  await clock.advance(1);
  await answer;
  assertEquals(text, "late");
  const abort = new AbortController();
  const left = ask(mock, {}, { signal: abort.signal });
  left.catch(() => {});
  await clock.advance(1);
  abort.abort(new Error("enough"));
  await assertRejects(() => left, Error, "enough");
  assertEquals([mock.records[1]?.outcome, clock.sleeping], ["aborted", 0]);
});

Deno.test("a response without an answer says nothing of one", () => {
  for (const silent of [{ hang: true }, { networkError: true }]) {
    let message = "";
    try {
      described({ ...silent, status: 500 });
    } catch (error) {
      message = String(error);
    }
    assertMatch(message, /'options\.rules\[0\]\.response\.status'/);
  }
});

Deno.test("chaos falls on the calls it is told to, and uses no rule up for a failure", async () => {
  const busy = { problem: { kind: "overloaded", message: "Busy" } } as const;
  const mock = new MockGPT({
    rules: [{ sequence: [{ result: "one" }, { result: "two" }], then: "throw" }],
    chaos: {
      onCall: { 1: { response: busy }, 3: { fault: { kind: "reset", afterFrames: 2 } } },
    },
  });
  assertEquals((await ask(mock)).status, 503);
  assertMatch((await received((await ask(mock)).body as never)).text, /one/);
  const third = await received((await ask(mock)).body as never);
  assert(third.error instanceof TypeError);
  assertEquals(mock.records.map(({ outcome, frames }) => [outcome, frames]), [
    ["fault", 1],
    ["served", mock.records[1]!.frames],
    ["fault", 2],
  ]);
});

Deno.test("a fault beyond the stream is refused so that nobody tries again, and written down", async () => {
  const delivery = { faults: [{ kind: "close", afterFrames: 99 } as const] };
  const mock = new MockGPT({ rules: [{ result: "short", delivery }] });
  const response = await ask(mock);
  assertEquals(response.status, 400);
  assertMatch((await response.json()).error.message, /'delivery\.faults\[0\]\.afterFrames'/);
  assertEquals(mock.records[0]?.outcome, "failed");
  assert(mock.records[0]?.error instanceof RangeError);
});

Deno.test("an answer that is no stream is paced and cut as one frame", async () => {
  const clock = new ManualClock();
  const timing = { firstTokenMs: 100, tokensPerSecond: 10 };
  const faults = [{ kind: "reset", afterBytes: 40 } as const];
  const mock = new MockGPT({
    clock,
    rules: [{ result: "one two three", delivery: { timing, faults } }],
  });
  const response = await ask(mock, { stream: false });
  assertEquals(response.headers.get("content-type"), "application/json");
  let endedMs = 0;
  const reading = received(response.body as never).finally(() => endedMs = clock.now());
  await clock.advance(1000);
  const { bytes, error } = await reading;
  // Three tokens: the first after 100 ms, the others 100 ms after one another.
  assertEquals([bytes.length, error instanceof TypeError, endedMs], [40, true, 300]);
  assertEquals([mock.records[0]?.outcome, mock.records[0]?.bytes], ["fault", 40]);
});

Deno.test("a stream may say that it is something else", async () => {
  const mock = new MockGPT({
    rules: [{ result: "x", delivery: { contentType: "application/json" } }],
  });
  const response = await ask(mock);
  assertEquals(response.headers.get("content-type"), "application/json");
  assertMatch(await response.text(), /^data: .*\[DONE\]\n\n$/s);
});

Deno.test("every chunk of a chat stream may carry the usage so far", async () => {
  const delivery = { faults: [{ kind: "usage-on-every-chunk" } as const] };
  const mock = new MockGPT({ rules: [{ result: "one two three", delivery }] });
  const text = await (await ask(mock)).text();
  const usages = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) =>
    JSON.parse(json!).usage
  );
  assertEquals(usages.map((usage) => usage.completion_tokens), [0, 1, 2, 3, 3]);
  assertEquals(new Set(usages.map((usage) => usage.prompt_tokens)).size, 1);
});
