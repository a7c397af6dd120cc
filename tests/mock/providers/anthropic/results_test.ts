import { assertEquals, assertStringIncludes } from "@std/assert";
import { generators, MockGPT } from "../../../../mock.ts";
import type { ModelResult } from "../../../../mock.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";
import { given, messages, mockOf, RESULT, said, send, streamed, TOOL, USER } from "./asked.ts";

const SEARCH = { type: "web_search_20250305", name: "web_search" };

/** Asks both ways; gives what is said to a result that no provider would send. */
async function conflicts(result: ModelResult, body: object): Promise<readonly string[]> {
  const words: string[] = [];
  for (const stream of [false, true]) {
    const { status, body: told } = await send(mockOf(result), { ...body, stream });
    const { error } = told as { error: { message: string; details: JsonObject } };
    assertEquals([status, error.details.error_code], [400, "mock_result_conflict"]);
    words.push(error.message);
  }
  return words;
}

Deno.test("Anthropic runs its own tools itself: a result that calls one does not fit", async () => {
  const call = { toolCalls: [{ name: "web_search", arguments: { query: "x" } }] };
  for (const words of await conflicts(call, { tools: [SEARCH] })) {
    assertStringIncludes(words, 'calls the tool "web_search", which the provider runs itself');
  }
  const { status } = await send(mockOf({ ...call, unchecked: true }), { tools: [SEARCH] });
  assertEquals(status, 200);
  const bash = { type: "bash_20250124", name: "bash" };
  const own = mockOf({ toolCalls: [{ name: "bash", arguments: { command: "ls" } }] });
  assertEquals((await send(own, { tools: [bash, SEARCH] })).status, 200);
});

Deno.test("callAllTools() calls no tool that Anthropic runs itself", async () => {
  const mock = new MockGPT({ rules: [{ generator: generators.callAllTools() }] });
  const tools = [SEARCH, TOOL, { type: "code_execution_20260120", name: "code_execution" }];
  const { body } = await send(mock, { tools });
  assertEquals((body.content as { name: string }[]).map(({ name }) => name), ["f"]);
});

Deno.test("Anthropic's own tool that is forced leaves the answer free", async () => {
  for (const choice of [{ type: "any" }, { type: "tool", name: "web_search" }]) {
    const { status } = await send(mockOf("Found."), { tools: [SEARCH], tool_choice: choice });
    assertEquals(status, 200);
  }
});

Deno.test("Anthropic's calls of members of a toolset say of which", async () => {
  const mock = mockOf({ toolCalls: [{ name: "left_click", id: "toolu_1" }, { name: "f" }] });
  const body = { tools: [{ type: "computer_toolset_20260801" }, TOOL] };
  const { content } = (await send(mock, body)).body as { content: readonly JsonObject[] };
  assertEquals(content.map((block) => block.toolset_name), ["computer", undefined]);
  const opened = (await streamed(mock, body)).map((event) => event.content_block as JsonObject)
    .filter((block) => block !== undefined);
  assertEquals(opened.map((block) => block.toolset_name), ["computer", undefined]);
});

Deno.test("Anthropic's arguments are a JSON object, or the result does not fit", async () => {
  for (const args of ['{"a":', "[1]", "5"]) {
    for (const words of await conflicts({ toolCalls: [{ name: "f", arguments: args }] }, {})) {
      assertStringIncludes(words, 'calls the tool "f" with arguments that are no JSON object');
    }
  }
  const { status } = await send(mockOf({ toolCalls: [{ name: "f", arguments: "" }] }));
  assertEquals(status, 200);
});

Deno.test("Anthropic's thoughts are left out where thinking is turned off", async () => {
  const mock = mockOf({ reasoning: "Hm.", content: "Yes" });
  const types = async (body: object) =>
    ((await send(mock, body)).body.content as JsonObject[]).map(({ type }) => type);
  assertEquals(await types({ thinking: { type: "disabled" } }), ["text"]);
  assertEquals(await types({ thinking: { type: "adaptive" } }), ["thinking", "text"]);
  assertEquals(await types({}), ["thinking", "text"]);
  const { usage } = (await send(mock, { thinking: { type: "disabled" } })).body;
  assertEquals((usage as JsonObject).output_tokens_details, null);
});

Deno.test("Anthropic's answer that says nothing has no blocks, and can be sent back", async () => {
  const { body } = await send(mockOf(""));
  assertEquals<unknown>([body.content, body.stop_reason], [[], "end_turn"]);
  const events = await streamed(mockOf(""));
  assertEquals(events.map(({ type }) => type), [
    "message_start",
    "ping",
    "message_delta",
    "message_stop",
  ]);
});

Deno.test("Anthropic's usage says what the request asked for", async () => {
  const mock = mockOf({ content: "x", usage: { cacheWrite: 7 } });
  const usage = async (body: object) => (await send(mock, body)).body.usage as JsonObject;
  const marked = (...ttls: readonly (string | undefined)[]) => ({
    system: ttls.map((ttl) => ({
      type: "text",
      text: "x",
      cache_control: { type: "ephemeral", ...(ttl ? { ttl } : {}) },
    })),
  });
  const booked = async (body: object) => (await usage(body)).cache_creation;
  const short = { ephemeral_5m_input_tokens: 7, ephemeral_1h_input_tokens: 0 };
  const long = { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 7 };
  assertEquals(await booked({}), short);
  assertEquals(await booked(marked(undefined, "5m")), short);
  assertEquals(await booked(marked("1h", "5m")), short);
  assertEquals(await booked(marked("1h", "1h")), long);
  assertEquals(await booked({ cache_control: { type: "ephemeral", ttl: "1h" } }), long);
  const cached = { ...RESULT, cache_control: { type: "ephemeral", ttl: "1h" } };
  const call = { type: "tool_use", id: "toolu_1", name: "f", input: {} };
  assertEquals(await booked(messages(USER, said(call), given(cached))), long);
  const fast = await usage({ speed: "fast", inference_geo: "us" });
  assertEquals([fast.speed, fast.inference_geo], ["fast", "us"]);
});

Deno.test("Anthropic's answers have the members of trials where the client asks for them", async () => {
  const { body } = await send(mockOf("x"), {}, "?beta=true");
  assertEquals(body.context_management, null);
  const { iterations, fallback_credit: credit } = body.usage as JsonObject;
  assertEquals([iterations, credit], [null, null]);
  assertEquals("context_management" in (await send(mockOf("x"))).body, false);
  const counted = await send(mockOf("x"), { max_tokens: undefined }, "/count_tokens?beta=true");
  assertEquals(counted.body.context_management, null);
});
