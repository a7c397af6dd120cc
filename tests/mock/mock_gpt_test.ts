import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { assemble, fetchModel, ModelError } from "../../mod.ts";
import { encodeModelResponse, MockError, MockGPT } from "../../mock.ts";

const ASK = { model: "demo", messages: [{ role: "user" as const, content: "状态" }] };

function modelOn(mock: MockGPT) {
  const baseUrl = "http://localhost/v1";
  return fetchModel({ wire: "openai-chat", baseUrl, fetch: mock.fetch });
}

Deno.test("MockGPT.generate() gives what the first rule that fits says", async () => {
  const mock = new MockGPT({
    rules: [{ prompt: "状态", result: { content: "服务在线。" } }, { result: "else" }],
  });
  assertEquals((await mock.generate(ASK)).content, "服务在线。");
  const other = await mock.generate({ ...ASK, messages: [{ role: "user", content: "x" }] });
  assertEquals(other.content, "else");
});

Deno.test("MockGPT.fetch streams a turn that the reference adapter reads whole", async () => {
  const toolCalls = [{ name: "find", arguments: { text: "状态" } }];
  const mock = new MockGPT({
    rules: [{ result: { reasoning: "Hm.", content: "服务在线。", toolCalls } }],
  });
  const turn = await assemble(modelOn(mock).stream(ASK));
  assertEquals(turn.text, "服务在线。");
  assertEquals(turn.toolCalls.map((call) => call.arguments), ['{"text":"状态"}']);
  assertEquals(turn.finish.reason, "tool_use");
  const [record] = mock.records;
  assertEquals([record?.outcome, record?.rule?.index], ["served", 0]);
  assertEquals(record?.request.messages, ASK.messages);
});

Deno.test("MockGPT.fetch answers what no rule fits with a status that is not retried", async () => {
  const mock = new MockGPT({ rules: [{ model: "other", result: "never" }] });
  const error = await assertRejects(() => assemble(modelOn(mock).stream(ASK)), Error);
  assertMatch(error.message, /No rule of the mock fits/);
  assertEquals(mock.records.map(({ outcome }) => outcome), ["unmatched"]);
});

Deno.test("encodeModelResponse() answers at once and settles once, later", async () => {
  const settled: [unknown, boolean][] = [];
  const { signal } = new AbortController();
  const response = encodeModelResponse(
    { ...ASK, stream: true },
    { content: "服务在线。" },
    "mock-1",
    1700000000,
    signal,
    (error, cancelled) => settled.push([error, cancelled]),
  );
  assertEquals(settled, []);
  assertMatch(await response.text(), /"id":"mock-1".*"created":1700000000.*data: \[DONE\]\n\n$/s);
  assertEquals(settled, [[undefined, false]]);
});

Deno.test("MockGPT.stream() gives the events of a whole turn, or fails", async () => {
  const mock = new MockGPT({
    rules: [
      { prompt: "状态", result: "服务在线。" },
      { response: { problem: { kind: "rate_limit", message: "Slow down" } } },
    ],
  });
  const turn = await assemble(mock.stream(ASK));
  assertEquals(turn.text, "服务在线。");
  const other = mock.stream({ model: "demo", messages: [{ role: "user", content: "x" }] });
  const error = await assertRejects(() => assemble(other), ModelError);
  assertEquals(error.code, "RATE_LIMITED");
});

Deno.test("MockGPT.assertDone() names rules that were not used and sequences that were not played", async () => {
  const mock = new MockGPT({
    rules: [
      { name: "never", prompt: "never", result: "" },
      { name: "optional", prompt: "never", result: "", optional: true },
      { name: "two", sequence: [{ result: "1" }, { result: "2" }] },
    ],
  });
  await mock.generate(ASK);
  const error = assertThrows(() => mock.assertDone(), MockError);
  assertEquals(error.code, "MOCK_NOT_DONE");
  assertMatch(
    error.message,
    /'never' was never used; the sequence of 'two' gave 1 of its 2 replies$/,
  );
  mock.prepend({ prompt: "x", result: "" }, { name: "first", result: "first" });
  assertEquals((await mock.generate(ASK)).content, "first");
  mock.reset();
  assertEquals(mock.records, []);
  assertThrows(() => mock.assertDone(), MockError, "'two' was never used");
});

Deno.test("Two mocks know nothing of one another", async () => {
  const [one, two] = [1, 2].map((n) =>
    new MockGPT({ rules: [{ sequence: [{ result: `${n}` }], then: "throw" }] })
  ) as [MockGPT, MockGPT];
  assertEquals((await one.generate(ASK)).content, "1");
  assertEquals((await two.generate(ASK)).content, "2");
  assertEquals([one.records.length, two.records.length], [1, 1]);
});

Deno.test("MockGPT.reset() begins anew, so that the same calls get the same answers, ids and chaos", async () => {
  const chaos = { onCall: { 1: { response: { status: 500, body: "Busy" } } } };
  const mock = new MockGPT({
    rules: [{ sequence: [{ result: "one" }, { result: "two" }] }],
    chaos,
  });
  const request = { method: "POST", body: JSON.stringify(ASK) };
  async function answers(): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for (const path of ["chat/completions", "chat/completions", "models"]) {
      const init = path === "models" ? {} : request;
      const response = await mock.fetch(`http://mock/v1/${path}`, init);
      const text = await response.text();
      const id = response.headers.get("x-request-id");
      found.push([response.status, text.replace(/"created":\d+/, ""), id]);
    }
    return [...found, mock.records.map(({ name }) => name)];
  }
  const first = await answers();
  assertEquals(first.at(-1), ["mock-1", "mock-2"]);
  mock.reset();
  assertEquals(mock.records, []);
  assertEquals(await answers(), first);
});

Deno.test("MockGPT.assertDone() names the calls that nobody foresaw, unless they are allowed", async () => {
  const mock = new MockGPT({
    rules: [{ name: "one", prompt: "a", sequence: [{ result: "1" }] }],
    maxRecords: 1,
  });
  const ask = (content: string, testId = "") => {
    const headers = { "x-test-id": testId };
    return mock.generate({ model: "m", messages: [{ role: "user", content }] }, { headers });
  };
  await ask("a");
  mock.assertDone();
  await assertRejects(() => ask("a"), MockError);
  await assertRejects(() => ask("b ".repeat(99), "t"), MockError);
  await ask("a", "t");
  assertEquals(mock.unfinished(), [
    `the call mock-2 (openai-chat, "a") came after the sequence of 'one' was over`,
    `the call mock-3 (openai-chat, test "t", "${"b ".repeat(30)}…") was answered by no rule`,
  ]);
  assertThrows(() => mock.assertDone("t"), MockError, "the call mock-3");
  mock.assertDone("t", { allowUnmatched: true });
  mock.assertDone(undefined, { allowUnmatched: true });
  mock.clearRecords();
  assertEquals(mock.unfinished().length, 2);
  mock.reset("t");
  await ask("a", "t");
  mock.assertDone("t");
  assertThrows(() => mock.assertDone(), MockError, "the call mock-2");
  mock.reset();
  assertEquals(mock.unfinished(), ["'one' was never used"]);
  const wrong = { allowUnmatched: 1 } as unknown as { allowUnmatched: boolean };
  assertThrows(() => mock.assertDone("t", wrong), TypeError, "'options.allowUnmatched'");
});

Deno.test("what a call gives that was open at a reset belongs to the time before it", async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const mock = new MockGPT({
    rules: [{
      prompt: "slow",
      generator: async () => {
        await mayEnd;
        return { content: "many words of an answer", id: "resp_slow" };
      },
    }, { result: "x" }],
  });
  const post = async (input: string) =>
    await mock.fetch("http://mock/v1/responses", {
      method: "POST",
      body: JSON.stringify({ model: "m", input }),
    });
  const slow = post("slow");
  mock.reset();
  const left = (await post("fast")).headers.get("x-ratelimit-remaining-tokens");
  mock.reset();
  end();
  await (await slow).body?.cancel();
  assertEquals((await post("fast")).headers.get("x-ratelimit-remaining-tokens"), left);
  assertEquals((await mock.fetch("http://mock/v1/responses/resp_slow")).status, 404);
});
