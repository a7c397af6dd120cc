import { assertEquals } from "@std/assert";
import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import { sseBody } from "../../support/bodies.ts";
import { readBody } from "../../support/reading.ts";
import { testCases } from "../cases.ts";
import {
  added,
  args,
  call,
  called,
  completes,
  CREATED,
  done,
  said,
  statesArgs,
  stopsAt,
} from "./frames.ts";

const WIRE = openAiResponsesWire();

/** The same frames with every index of an item replaced. */
function renumbered(frames: readonly object[], index: unknown): object[] {
  return frames.map((frame) => ({ ...frame, output_index: index }));
}

/** The same frames without the ids of items. */
function nameless(frames: readonly object[]): object[] {
  return frames.map((frame) => {
    const { item_id: _, item, ...rest } = frame as { item_id?: string; item?: object };
    return item === undefined ? rest : { ...rest, item: { ...item, id: undefined } };
  });
}

testCases(WIRE, "tool calls", [
  {
    name: "arguments in pieces",
    body: [CREATED, ...called(0, "a", "f", '{"city":', '"Paris"}'), completes()],
    expected: 'f({"city":"Paris"})|#tool_use',
  },
  {
    name: "text, then two calls",
    body: [
      CREATED,
      ...said("Wait"),
      ...called(1, "a", "f", '{"n":1}'),
      ...called(2, "b", "g", '{"n":2}'),
      completes(),
    ],
    expected: 'Wait|f({"n":1})|g({"n":2})|#tool_use',
  },
  {
    name: "two calls whose pieces interleave",
    ref: "LibreChat-AI/agents#260",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      added(1, call(1, "b", "g")),
      args('{"n"', 0),
      args('{"m"', 1),
      args(":1}", 0),
      args(":2}", 1),
      done(1, call(1, "b", "g", '{"m":2}')),
      done(0, call(0, "a", "f", '{"n":1}')),
      completes(),
    ],
    expected: 'f({"n":1})|g({"m":2})|#tool_use',
  },
  {
    name: "arguments only when they are whole",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      statesArgs('{"a":1}'),
      done(0, call(0, "a", "f", '{"a":1}')),
      completes(),
    ],
    expected: 'f({"a":1})|#tool_use',
  },
  {
    name: "arguments only with the whole item",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      done(0, call(0, "a", "f", '{"a":1}')),
      completes(),
    ],
    expected: 'f({"a":1})|#tool_use',
  },
  {
    name: "a call told of only when it is whole",
    body: [CREATED, done(0, call(0, "a", "f", '{"a":1}')), completes()],
    expected: 'f({"a":1})|#tool_use',
  },
  {
    name: "a call told of only by the response",
    body: [CREATED, completes([call(0, "a", "f", '{"a":1}')])],
    expected: 'f({"a":1})|#tool_use',
  },
  {
    name: "the tail of the arguments lost",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      args('{"a"'),
      done(0, call(0, "a", "f", '{"a":1}')),
      completes(),
    ],
    expected: 'f({"a":1})|#tool_use',
  },
  {
    name: "a piece of the arguments lost in the middle",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      args('{"a"'),
      args("}"),
      statesArgs('{"a":1}'),
      completes(),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a piece of the arguments doubled",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      args("[1,"),
      args("1,"),
      args("1,"),
      args("2]"),
      done(0, call(0, "a", "f", "[1,1,2]")),
      completes(),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a piece of the arguments after their end",
    body: [CREATED, ...called(0, "a", "f", "{}"), args(" "), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a call that never ends",
    ref: "anthropics/anthropic-sdk-typescript#893 on another wire",
    body: [CREATED, added(0, call(0, "a", "f")), args("{}"), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a call that never ends, but is whole in the response",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      args('{"a"'),
      completes([call(0, "a", "f", '{"a":1}')]),
    ],
    expected: 'f({"a":1})|#tool_use',
  },
  {
    name: "a call that the response does not have",
    body: [CREATED, ...called(0, "a", "f", "{}"), completes([call(1, "b", "g", "{}")])],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "other arguments in the response",
    body: [CREATED, ...called(0, "a", "f", "[1]"), completes([call(0, "a", "f", "[2]")])],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a second call that only the response has",
    body: [
      CREATED,
      ...called(0, "a", "f", "{}"),
      completes([call(0, "a", "f", "{}"), call(1, "b", "g", "[]")]),
    ],
    expected: "f({})|g([])|#tool_use",
  },
  {
    name: "a call marked as incomplete",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      done(0, call(0, "a", "f", "{}", { status: "incomplete" })),
      completes(),
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "no arguments at all",
    body: [CREATED, ...called(0, "a", "f", ""), completes([call(0, "a", "f", "")])],
    expected: "f({})|#tool_use",
  },
  {
    name: "arguments that are null",
    body: [CREATED, done(0, call(0, "a", "f", "", { arguments: null })), completes()],
    expected: "f({})|#tool_use",
  },
  {
    name: "arguments in pieces, and null at the end",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      args('{"a":1}'),
      done(0, call(0, "a", "f", "", { arguments: null })),
      completes(),
    ],
    expected: 'f({"a":1})|#tool_use',
  },
  {
    name: "arguments that are an object",
    body: [CREATED, done(0, call(0, "a", "f", "", { arguments: { a: 1 } })), completes()],
    expected: 'f({"a":1})|#tool_use',
  },
  {
    name: "arguments cut, although the response completed",
    ref: "OpenRouterTeam/ai-sdk-provider#558, vllm-project/vllm#53269",
    body: [CREATED, ...called(0, "a", "f", '{"city":"Par'), completes()],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "arguments cut by max_output_tokens",
    ref: "langchain-ai/langchainjs#11469",
    body: [
      CREATED,
      added(0, call(0, "a", "f")),
      args('{"city":"Par'),
      done(0, call(0, "a", "f", '{"city":"Par', { status: "incomplete" })),
      stopsAt("max_output_tokens"),
    ],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
]);

testCases(WIRE, "telling calls apart", [
  {
    name: "index 0 for every item",
    ref: "openai/openai-python#3241, ai-dynamo/dynamo#4723",
    body: [
      CREATED,
      ...renumbered(
        [...said("Hi"), ...called(1, "a", "f", "[1]"), ...called(2, "b", "g", "[2]")],
        0,
      ),
      completes(),
    ],
    expected: "Hi|f([1])|g([2])|#tool_use",
  },
  {
    name: "no index",
    ref: "openai/openai-python#3246",
    body: [
      CREATED,
      ...renumbered([...called(0, "a", "f", "[1]"), ...called(1, "b", "g", "[2]")], undefined),
      completes(),
    ],
    expected: "f([1])|g([2])|#tool_use",
  },
  {
    name: "no ids of items",
    ref: "continuedev/continue#13236",
    body: [
      CREATED,
      ...nameless([...said("Hi"), ...called(1, "a", "f", "[1]"), ...called(2, "b", "g", "[2]")]),
      completes(),
    ],
    expected: "Hi|f([1])|g([2])|#tool_use",
  },
  {
    name: "neither index nor ids of items",
    body: [
      CREATED,
      ...nameless(
        renumbered([...called(0, "a", "f", "[1]"), ...called(1, "b", "g", "[2]")], undefined),
      ),
      completes(),
    ],
    expected: "f([1])|g([2])|#tool_use",
  },
  {
    name: "another id for the item in every event",
    body: [
      CREATED,
      added(0, { ...call(0, "a", "f"), id: "x1" }),
      { ...args("[1"), item_id: "x2" },
      { ...args("]"), item_id: "x3" },
      { ...statesArgs("[1]"), item_id: "x4" },
      done(0, { ...call(0, "a", "f", "[1]"), id: "x5" }),
      completes([{ ...call(0, "a", "f", "[1]"), id: "x6" }]),
    ],
    expected: "f([1])|#tool_use",
  },
  {
    name: "a piece before the item is told of",
    body: [CREATED, args("[1"), done(0, call(0, "a", "f", "[1]")), completes()],
    expected: "f([1])|#tool_use",
  },
  {
    name: "pieces told apart by the id of an item that is not told of yet",
    body: [
      CREATED,
      ...renumbered([
        args("[1", 0),
        args("[2", 1),
        done(0, call(0, "a", "f", "[1]")),
        done(1, call(1, "b", "g", "[2]")),
      ], undefined),
      completes(),
    ],
    expected: "f([1])|g([2])|#tool_use",
  },
  {
    name: "pieces alone, and the rest only in the response",
    body: [CREATED, args("[1"), completes([call(0, "a", "f", "[1]")])],
    expected: "f([1])|#tool_use",
  },
  {
    name: "an item told of and ended twice",
    body: [
      CREATED,
      ...called(0, "a", "f", "[1]").flatMap((frame) => "item" in frame ? [frame, frame] : [frame]),
      completes([call(0, "a", "f", "[1]")]),
    ],
    expected: "f([1])|#tool_use",
  },
  {
    name: "no call_id",
    ref: "vercel/ai#18440",
    body: [CREATED, ...called(0, "", "f", "{}"), completes([call(0, "", "f", "{}")])],
    expected: "f({})|#tool_use",
  },
  {
    name: "no name",
    body: [CREATED, args("{}"), statesArgs("{}"), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a name that changes",
    body: [CREATED, ...called(0, "a", "f", "{}"), completes([call(0, "a", "g", "{}")])],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "one call_id for two calls",
    body: [CREATED, ...called(0, "a", "f", "[1]"), ...called(1, "a", "f", "[2]"), completes()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "server tools are not the caller's",
    body: [
      CREATED,
      added(0, { id: "ws_0", type: "web_search_call", status: "in_progress" }),
      { type: "response.web_search_call.searching", item_id: "ws_0", output_index: 0 },
      { type: "response.mcp_call_arguments.delta", item_id: "mcp_0", output_index: 0, delta: "{" },
      ...said("Hi", 1),
      completes(),
    ],
    expected: "Hi",
  },
]);

Deno.test("openai-responses decoder gives each piece once, with the id and name on the first", () => {
  const body = sseBody(
    CREATED,
    ...called(0, "a", "f", "[1", "]"),
    ...called(1, "b", "g", "{}"),
    completes([call(0, "a", "f", "[1]"), call(1, "b", "g", "{}")]),
  );
  assertEquals(readBody(WIRE, body).events.slice(0, -1), [
    { type: "tool_call", index: 0, id: "a", name: "f", arguments: "" },
    { type: "tool_call", index: 0, arguments: "[1" },
    { type: "tool_call", index: 0, arguments: "]" },
    { type: "tool_call", index: 1, id: "b", name: "g", arguments: "" },
    { type: "tool_call", index: 1, arguments: "{}" },
  ]);
});
