import { assertEquals, assertMatch } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import { ASK, CHAT, mockOf, send, streamed } from "./asked.ts";

const USAGE = { input: 10, output: 8, cacheRead: 4 } as const;

const TOLD_USAGE = {
  billed_units: { input_tokens: 14, output_tokens: 8 },
  tokens: { input_tokens: 14, output_tokens: 8 },
  cached_tokens: 4,
};

const MESSAGE_START = {
  id: "mock-1",
  type: "message-start",
  delta: {
    message: { role: "assistant", content: [], tool_plan: "", tool_calls: [], citations: [] },
  },
};

function messageDelta(type: string, message: object, index?: number): object {
  return { type, ...(index === undefined ? {} : { index }), delta: { message } };
}

Deno.test("Cohere's stream of thinking and text, block by block", async () => {
  const events = await streamed(mockOf({ reasoning: "Hm.", content: "Hi you", usage: USAGE }));
  assertEquals<unknown>(events, [
    MESSAGE_START,
    messageDelta("content-start", { content: { type: "thinking", thinking: "" } }, 0),
    messageDelta("content-delta", { content: { thinking: "Hm" } }, 0),
    messageDelta("content-delta", { content: { thinking: "." } }, 0),
    { type: "content-end", index: 0 },
    messageDelta("content-start", { content: { type: "text", text: "" } }, 1),
    messageDelta("content-delta", { content: { text: "Hi" } }, 1),
    messageDelta("content-delta", { content: { text: " you" } }, 1),
    { type: "content-end", index: 1 },
    { type: "message-end", delta: { finish_reason: "COMPLETE", usage: TOLD_USAGE } },
  ]);
});

const CALLS = {
  reasoning: "I will look.",
  toolCalls: [{ id: "look_1", name: "look", arguments: { a: 1 } }, { name: "lookAgain" }],
} as const;

Deno.test("Cohere's stream of calls, after a plan", async () => {
  const mock = new MockGPT({
    rules: [{ result: CALLS, delivery: { chunking: { by: "word", size: 9 } } }],
  });
  const events = await streamed(mock);
  const call = (id: string, name: string) => ({
    tool_calls: { id, type: "function", function: { name, arguments: "" } },
  });
  const piece = (text: string) => ({ tool_calls: { function: { arguments: text } } });
  const second = events.at(-4) as { delta: { message: { tool_calls: { id: string } } } };
  const { id } = second.delta.message.tool_calls;
  assertMatch(id, /^lookAgain_[a-z0-9]{12}$/);
  assertEquals<unknown>(events.slice(0, -1), [
    MESSAGE_START,
    messageDelta("tool-plan-delta", { tool_plan: "I will look." }),
    messageDelta("tool-call-start", call("look_1", "look"), 0),
    messageDelta("tool-call-delta", piece('{"a":1}'), 0),
    { type: "tool-call-end", index: 0 },
    messageDelta("tool-call-start", call(id, "lookAgain"), 1),
    messageDelta("tool-call-delta", piece("{}"), 1),
    { type: "tool-call-end", index: 1 },
  ]);
  assertEquals((events.at(-1)?.delta as { finish_reason: string }).finish_reason, "TOOL_CALL");
  const asked = await streamed(mock, { thinking: { type: "enabled" } });
  assertEquals(asked[1]?.type, "content-start");
});

Deno.test("Cohere's answer has the same parts, whole", async () => {
  const { body } = await send(mockOf({ reasoning: "Hm.", content: "Hi", usage: USAGE }));
  assertEquals<unknown>(body, {
    id: "mock-1",
    message: {
      role: "assistant",
      content: [{ type: "thinking", thinking: "Hm." }, { type: "text", text: "Hi" }],
    },
    finish_reason: "COMPLETE",
    usage: TOLD_USAGE,
  });
  const called = await send(mockOf({ ...CALLS, toolCalls: [CALLS.toolCalls[0]] }));
  assertEquals<unknown>(called.body.message, {
    role: "assistant",
    tool_plan: "I will look.",
    tool_calls: [{
      id: "look_1",
      type: "function",
      function: { name: "look", arguments: '{"a":1}' },
    }],
  });
});

Deno.test("Cohere thinks no thoughts where a request forbids them; a plan is none", async () => {
  const off = { thinking: { type: "disabled" } };
  const mock = mockOf({ reasoning: "Hm.", content: "Hi" });
  const { body } = await send(mock, off);
  assertEquals<unknown>((body.message as { content: unknown }).content, [
    { type: "text", text: "Hi" },
  ]);
  const types = (await streamed(mock, off)).map(({ type }) => type);
  assertEquals(types.filter((type) => type === "content-start").length, 1);
  const called = await send(mockOf(CALLS), off);
  assertEquals((called.body.message as { tool_plan: unknown }).tool_plan, CALLS.reasoning);
});

Deno.test("Cohere's answer ends at max_tokens and at a stop sequence, and says so", async () => {
  const mock = mockOf("one two three");
  const cut = await send(mock, { max_tokens: 2 });
  const stopped = await send(mock, { stop_sequences: [" three"] });
  for (const { body } of [cut, stopped]) {
    assertEquals<unknown>((body.message as { content: unknown }).content, [
      { type: "text", text: "one two" },
    ]);
  }
  assertEquals(
    [cut.body.finish_reason, stopped.body.finish_reason],
    ["MAX_TOKENS", "STOP_SEQUENCE"],
  );
});

Deno.test("Cohere's logprobs are the same whole and streamed", async () => {
  const mock = mockOf("one two");
  const { body } = await send(mock, { logprobs: true });
  const whole = body.logprobs as readonly { text: string; token_ids: number[] }[];
  assertEquals(whole.map(({ text }) => text), ["one", " two"]);
  assertEquals(whole.every((item) => item.token_ids.length === 1), true);
  assertEquals(new Set(whole.map((item) => item.token_ids[0])).size, 2);
  const events = await streamed(mock, { logprobs: true });
  const told = events.filter(({ type }) => type === "content-delta");
  assertEquals<unknown>(told.map(({ logprobs }) => logprobs), whole);
});

Deno.test("Cohere's errors have its statuses and its form", async () => {
  const problems = [
    ["invalid_request", 400],
    ["authentication", 401],
    ["quota", 402],
    ["permission", 403],
    ["not_found", 404],
    ["too_large", 413],
    ["rate_limit", 429],
    ["server", 500],
    ["overloaded", 503],
    ["timeout", 504],
  ] as const;
  for (const [kind, status] of problems) {
    const mock = new MockGPT({ rules: [{ response: { problem: { kind, message: "No" } } }] });
    const reply = await send(mock);
    const id = String(reply.body.id);
    assertMatch(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    assertEquals(reply.status, status);
    assertEquals<unknown>(reply.body, { id, message: "No" });
    assertEquals(reply.headers.get("x-debug-trace-id"), id.replaceAll("-", ""));
    assertEquals(reply.headers.get("x-trial-endpoint-call-remaining"), "9999");
  }
});

Deno.test("Cohere's error within a stream is its end", async () => {
  for (const [kind, reason] of [["server", "ERROR"], ["timeout", "TIMEOUT"]] as const) {
    const problem = { kind, message: "Broken" };
    const mock = new MockGPT({
      rules: [{
        result: "one two",
        delivery: { faults: [{ kind: "error-frame", afterFrames: 3, problem }] },
      }],
    });
    const body = JSON.stringify({ ...ASK, stream: true });
    const response = await mock.fetch(CHAT, { method: "POST", body });
    const delta = JSON.stringify({ error: "Broken", finish_reason: reason });
    assertEquals((await response.text()).split("\n\n").slice(3), [
      `event: message-end\ndata: {"type":"message-end","delta":${delta}}`,
      "",
    ]);
  }
});
