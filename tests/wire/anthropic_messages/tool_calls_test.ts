import { assertEquals } from "@std/assert";
import { anthropicMessagesWire } from "../../../src/wire/anthropic_messages/anthropic_messages.ts";
import { sseBody } from "../../support/bodies.ts";
import { readBody } from "../../support/reading.ts";
import { testCases } from "../cases.ts";
import { called, calls, closes, ends, opens, piece, said, starts, STOP } from "./frames.ts";

const WIRE = anthropicMessagesWire();
const USED = [ends("tool_use"), STOP];

/** A fragment of arguments. */
function args(index: unknown, text: string): object {
  return piece(index, { type: "input_json_delta", partial_json: text });
}

testCases(WIRE, "tool calls", [
  {
    name: "arguments in pieces",
    body: [starts(), ...called(0, "a", "f", '{"city":', '"Paris"}'), ...USED],
    expected: 'f({"city":"Paris"})|#tool_use',
  },
  {
    name: "no arguments: one empty fragment",
    ref: "vercel/ai fixture anthropic-tool-no-args",
    body: [starts(), ...called(0, "a", "f"), ...USED],
    expected: "f({})|#tool_use",
  },
  {
    name: "text, then two calls one after the other",
    body: [
      starts(),
      ...said("Wait"),
      ...called(1, "a", "f", '{"n":1}'),
      ...called(2, "b", "g", '{"n":2}'),
      ...USED,
    ],
    expected: 'Wait|f({"n":1})|g({"n":2})|#tool_use',
  },
  {
    name: "two calls whose pieces interleave",
    ref: "LibreChat-AI/agents#260",
    body: [
      starts(),
      ...calls(0, "a", "f", '{"n"'),
      ...calls(1, "b", "g", '{"m"'),
      args(0, ":1}"),
      args(1, ":2}"),
      closes(1),
      closes(0),
      ...USED,
    ],
    expected: 'f({"n":1})|g({"m":2})|#tool_use',
  },
  {
    name: "two calls at one index, one after the other",
    ref: "openai/openai-python#3241, ai-dynamo/dynamo#4723",
    body: [starts(), ...called(0, "a", "f", '{"n":1}'), ...called(0, "b", "g", "{}"), ...USED],
    expected: 'f({"n":1})|g({})|#tool_use',
  },
  {
    name: "two calls at one index, at the same time",
    ref: "su-kaka/gcli2api#406, mcowger/plexus#691",
    body: [
      starts(),
      ...calls(0, "a", "f", '{"n":1}'),
      ...calls(0, "b", "g", "{}"),
      closes(0),
      ...USED,
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "no index anywhere",
    ref: "openai/openai-python#3246, AtomicBot-ai/atomic-agent#268",
    body: [
      starts(),
      ...[...calls(0, "a", "f", '{"n":', "1}"), closes(0), ...called(1, "b", "g", "{}")].map(
        (payload) => ({ ...payload, index: undefined }),
      ),
      ...USED,
    ],
    expected: 'f({"n":1})|g({})|#tool_use',
  },
  {
    name: "no id",
    ref: "vercel/ai#18440, continuedev/continue#13236",
    body: [
      starts(),
      opens(0, { type: "tool_use", name: "f", input: {} }),
      args(0, "{}"),
      closes(0),
      ...USED,
    ],
    expected: "f({})|#tool_use",
  },
  {
    name: "a blank id",
    ref: "vercel/ai#18440",
    body: [starts(), ...called(0, "", "f", "{}"), ...USED],
    expected: "f({})|#tool_use",
  },
  {
    name: "no name",
    body: [starts(), opens(0, { type: "tool_use", id: "a" }), closes(0), ...USED],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "one id for two calls",
    body: [starts(), ...called(0, "a", "f", "{}"), ...called(1, "a", "g", "{}"), ...USED],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "arguments cut, and tool_use all the same",
    ref: "OpenRouterTeam/ai-sdk-provider#558, vllm-project/vllm#53269, hermes-agent#6847",
    body: [starts(), ...called(0, "a", "f", '{"city":"Par'), ...USED],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "arguments cut by max_tokens",
    ref: "langchain-ai/langchainjs#11469",
    body: [starts(), ...called(0, "a", "f", '{"city":"Par'), ends("max_tokens"), STOP],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "whole calls, but the turn was cut by max_tokens",
    body: [starts(), ...called(0, "a", "f", "{}"), ends("max_tokens"), STOP],
    expected: "LENGTH",
  },
  {
    name: "calls although the turn ended for another reason",
    body: [starts(), ...called(0, "a", "f", "{}"), ends("end_turn"), STOP],
    expected: "f({})",
  },
  {
    name: "the whole input in the opening",
    body: [
      starts(),
      opens(0, { type: "tool_use", id: "a", name: "f", input: { city: "Paris" } }),
      closes(0),
      ...USED,
    ],
    expected: 'f({"city":"Paris"})|#tool_use',
  },
  {
    name: "the whole input in the opening, and in pieces once more",
    body: [
      starts(),
      opens(0, { type: "tool_use", id: "a", name: "f", input: { city: "Paris" } }),
      args(0, ""),
      args(0, '{"city":"Paris"}'),
      closes(0),
      ...USED,
    ],
    expected: 'f({"city":"Paris"})|#tool_use',
  },
  ...[undefined, null, ""].map((input) => ({
    name: `an opening with ${JSON.stringify(input) ?? "no"} input`,
    body: [
      starts(),
      opens(0, { type: "tool_use", id: "a", name: "f", input }),
      args(0, '{"a":1}'),
      closes(0),
      ...USED,
    ],
    expected: 'f({"a":1})|#tool_use',
  })),
  ...[undefined, null, "", {}].map((input) => ({
    name: `an opening with ${JSON.stringify(input) ?? "no"} input, and nothing more`,
    body: [starts(), opens(0, { type: "tool_use", id: "a", name: "f", input }), closes(0), ...USED],
    expected: "f({})|#tool_use",
  })),
  {
    name: "server tools are not the caller's",
    ref: "vercel/ai fixtures of web search",
    body: [
      starts(),
      opens(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
      args(0, '{"query":"wea'),
      closes(0),
      opens(1, { type: "web_search_tool_result", tool_use_id: "s", content: [] }),
      closes(1),
      opens(2, { type: "text", text: "" }),
      piece(2, { type: "citations_delta", citation: { type: "web_search_result_location" } }),
      piece(2, { type: "text_delta", text: "Sunny" }),
      closes(2),
      opens(3, { type: "container_upload", file_id: "f" }),
      closes(3),
      ends("end_turn"),
      STOP,
    ],
    expected: "Sunny",
  },
  {
    name: "a server tool that never ends",
    body: [starts(), opens(0, { type: "server_tool_use", id: "s" }), ends("end_turn"), STOP],
    expected: "STREAM_PROTOCOL",
  },
]);

Deno.test("anthropic-messages decoder numbers the calls of a turn from 0, whatever the blocks", () => {
  const body = sseBody(
    starts(),
    ...said("Hi"),
    opens(1, { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
    closes(1),
    ...called(2, "a", "f", '{"n":', "1}"),
    ...called(5, "b", "g", "{}"),
    ...USED,
  );
  const events = readBody(WIRE, body).events.filter(({ type }) => type === "tool_call");
  assertEquals(events, [
    { type: "tool_call", index: 0, id: "a", name: "f", arguments: "" },
    { type: "tool_call", index: 0, arguments: '{"n":' },
    { type: "tool_call", index: 0, arguments: "1}" },
    { type: "tool_call", index: 1, id: "b", name: "g", arguments: "" },
    { type: "tool_call", index: 1, arguments: "{}" },
  ]);
});
