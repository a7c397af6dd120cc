import { assertEquals, assertMatch } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";
import { CHAT, GENERATE, lines, mockOf, send, text, whole } from "./asked.ts";

const AT = 1_700_000_000_000;

/** A clock that goes on by a second each time it is read. */
function countingClock(): { now(): number; sleep(): Promise<void> } {
  let now = AT;
  return { now: () => now += 1000, sleep: () => Promise.resolve() };
}

Deno.test("Ollama's chat streams by lines unless a request says otherwise", async () => {
  const mock = mockOf({ reasoning: "Hm", content: "a b" });
  const response = await mock.fetch("http://mock/api/chat", {
    method: "POST",
    body: JSON.stringify(CHAT),
  });
  assertEquals(response.headers.get("content-type"), "application/x-ndjson");
  await response.body?.cancel();
  const said = (await lines(mock, "chat")).map(({ message, done }) => [message, done]);
  assertEquals(said, [
    [{ role: "assistant", content: "", thinking: "Hm" }, false],
    [{ role: "assistant", content: "a" }, false],
    [{ role: "assistant", content: " b" }, false],
    [{ role: "assistant", content: "" }, true],
  ]);
  const full = await whole(mock, "chat");
  assertEquals(full.message, { role: "assistant", content: "a b", thinking: "Hm" });
  assertEquals(full.done, true);
});

Deno.test("a call of Ollama comes whole on one line, with its index and an id, and the turn stops", async () => {
  const mock = mockOf({
    toolCalls: [{ name: "f", arguments: { a: 1 } }, { name: "g", id: "own" }],
  });
  const [first, second, last] = await lines(mock, "chat");
  const calls = [first, second].flatMap((line) => (line!.message as JsonObject).tool_calls);
  const [made, own] = calls as { id: string }[];
  assertMatch(made!.id, /^call_[a-z0-9]{8}$/);
  assertEquals(calls, [
    { id: made!.id, function: { index: 0, name: "f", arguments: { a: 1 } } },
    { id: "own", function: { index: 1, name: "g", arguments: {} } },
  ]);
  assertEquals(own!.id, "own");
  assertEquals(last!.done_reason, "stop");
  const full = await whole(mock, "chat");
  assertEquals(((full.message as JsonObject).tool_calls as unknown[]).length, 2);
});

Deno.test("times of Ollama come from the clock of the mock, in nanoseconds", async () => {
  const mock = new MockGPT({ rules: [{ result: "a b" }], clock: countingClock() });
  const found = await lines(mock, "chat");
  const times = found.map(({ created_at: at }) => Date.parse(at as string));
  assertEquals(new Set(times).size, 3);
  const last = found.at(-1) as Record<string, number>;
  const write = last.eval_duration!;
  assertEquals(last.total_duration, last.load_duration! + last.prompt_eval_duration! + write);
  assertEquals(write % 1_000_000_000, 0);
  assertEquals(write > 0, true);
});

Deno.test("Ollama's counts are those of the mock", async () => {
  const usage = { input: 7, output: 9, cacheRead: 2 };
  const full = await whole(mockOf({ content: "x", usage }), "generate");
  assertEquals([full.prompt_eval_count, full.eval_count], [9, 9]);
});

Deno.test("num_predict and stop end an answer of Ollama; -1 sets no limit", async () => {
  const mock = mockOf("one two three");
  const cut = await whole(mock, "generate", { options: { num_predict: 2 } });
  assertEquals([cut.response, cut.done_reason], ["one two", "length"]);
  const stopped = await whole(mock, "generate", { options: { stop: [" three"], num_predict: -1 } });
  assertEquals([stopped.response, stopped.done_reason], ["one two", "stop"]);
});

Deno.test("every reason to finish is one of Ollama's words", async () => {
  const ends = [["stop", "stop"], ["tool_use", "stop"], ["length", "length"], ["filtered", "stop"]];
  for (const [finishReason, word] of ends) {
    const mock = mockOf({ content: "x", finishReason });
    assertEquals((await whole(mock, "chat")).done_reason, word);
    assertEquals((await lines(mock, "generate")).at(-1)!.done_reason, word);
  }
});

Deno.test("thoughts of Ollama are left out where a request turns thinking off", async () => {
  const mock = mockOf({ reasoning: "Hm", content: "a" });
  assertEquals((await whole(mock, "generate", { think: false })).thinking, undefined);
  assertEquals((await whole(mock, "generate", { think: true })).thinking, "Hm");
});

Deno.test("generate gives the tokens so far as a context, unless the prompt is raw", async () => {
  const mock = mockOf("one two");
  const full = await whole(mock, "generate");
  assertEquals((full.context as number[]).length, 3);
  const next = await whole(mock, "generate", { context: full.context });
  assertEquals((next.context as number[]).slice(0, 3), full.context);
  assertEquals((await lines(mock, "generate")).at(-1)!.context, full.context);
  assertEquals((await whole(mock, "generate", { raw: true })).context, undefined);
});

Deno.test("a request that says nothing loads a model or takes it out of memory, and asks no rule", async () => {
  const mock = new MockGPT({ rules: [] });
  const moves = [
    ["chat", { model: "m" }, "load"],
    ["chat", { model: "m", messages: [], keep_alive: 0 }, "unload"],
    ["generate", { model: "m", keep_alive: "5m" }, "load"],
    ["generate", { model: "m", prompt: "", keep_alive: "0s" }, "unload"],
  ] as const;
  for (const [path, request, reason] of moves) {
    const { status, body } = await send(mock, path, request);
    assertEquals([status, body.done, body.done_reason], [200, true, reason]);
  }
  assertEquals(mock.records.length, 0);
});

Deno.test("log probabilities of Ollama are told where they are asked for, by lines as whole", async () => {
  const mock = mockOf("one two");
  for (const path of ["chat", "generate"] as const) {
    const { logprobs } = await whole(mock, path, { logprobs: true, top_logprobs: 2 });
    const list = logprobs as { token: string; top_logprobs: unknown[] }[];
    assertEquals(list.map(({ token }) => token), ["one", " two"]);
    assertEquals(list.map(({ top_logprobs: top }) => top.length), [2, 2]);
    const streamed = await lines(mock, path, { logprobs: true, top_logprobs: 2 });
    assertEquals(streamed.flatMap((line) => line.logprobs ?? []), list);
    assertEquals((await whole(mock, path)).logprobs, undefined);
  }
});

Deno.test("a call whose arguments are no object is the text that a model wrote", async () => {
  const mock = mockOf({ toolCalls: [{ name: "f", arguments: '{"q":' }] });
  const { message } = await whole(mock, "chat");
  assertEquals(message, { role: "assistant", content: '{"name":"f","arguments":{"q":' });
});

Deno.test("a failure within Ollama's stream is a line with an error", async () => {
  const problem = { kind: "server", message: "model runner has stopped" } as const;
  const faults = [{ kind: "error-frame", afterFrames: 1, problem }];
  const mock = mockOf("one two", { delivery: { faults } });
  for (const [path, request] of [["chat", CHAT], ["generate", GENERATE]] as const) {
    const body = await text(mock, path, request);
    assertEquals(body.split("\n").slice(1), [JSON.stringify({ error: problem.message }), ""]);
  }
});

Deno.test("every line of Ollama may carry the tokens so far", async () => {
  const delivery = { faults: [{ kind: "usage-on-every-chunk" } as const] };
  for (const [path, body] of [["chat", CHAT], ["generate", GENERATE]] as const) {
    const mock = new MockGPT({ rules: [{ result: "one two three", delivery }] });
    const response = await mock.fetch(`http://mock/api/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const sent: JsonObject[] = (await response.text()).trim().split("\n").map((line) =>
      JSON.parse(line)
    );
    assertEquals(sent.map((line) => line.eval_count), [1, 2, 3, 3]);
    assertEquals(new Set(sent.map((line) => line.prompt_eval_count)).size, 1);
    assertEquals(mock.records[0]!.faults, ["usage-on-every-chunk"]);
  }
});
