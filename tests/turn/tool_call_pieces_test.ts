import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { ModelError, TruncatedToolArgumentsError } from "../../src/errors.ts";
import { assemble } from "../../src/turn/assemble.ts";
import type { AssembleOptions } from "../../src/turn/assemble.ts";
import type { Message } from "../../src/turn/request.ts";
import type { ToolCall, ToolCallEvent } from "../../src/turn/turn.ts";
import { call, finish, usage } from "../support/events.ts";

async function calls(events: readonly ToolCallEvent[]): Promise<readonly ToolCall[]> {
  return (await assemble([...events, finish("tool_use")])).toolCalls;
}

function failure(events: readonly ToolCallEvent[]): Promise<Error> {
  return assertRejects(() => assemble([...events, finish("tool_use")]), Error);
}

Deno.test("tool calls join their pieces per index, in order of first appearance", async () => {
  const events = [
    call(7, '{"a', { id: "x", name: "f" }),
    call(2, "[", { id: "y", name: "g" }),
    call(7, '":1}'),
    call(2, "]"),
  ];
  assertEquals(await calls(events), [
    { id: "x", name: "f", arguments: '{"a":1}' },
    { id: "y", name: "g", arguments: "[]" },
  ]);
});

Deno.test("tool calls take id and name from any of their pieces, and repeated ones", async () => {
  const events = [
    call(0, "{"),
    call(0, "", { name: "f", id: "" }),
    call(0, "}", { id: "x", name: "" }),
    call(0, "", { id: "x", name: "f" }),
  ];
  assertEquals(await calls(events), [{ id: "x", name: "f", arguments: "{}" }]);
});

for (
  const [field, first, second] of [
    ["id", { id: "x", name: "f" }, { id: "y" }],
    ["name", { id: "x", name: "f" }, { name: "g" }],
  ] as const
) {
  Deno.test(`tool calls fail when the ${field} changes within one`, async () => {
    const error = await failure([call(3, "{}", first), call(3, "", second)]);
    assertInstanceOf(error, ModelError);
    assertEquals(error.code, "STREAM_PROTOCOL");
    assertStringIncludes(error.message, `The ${field} of tool call 3 changed`);
  });
}

Deno.test("tool calls report the first of several faults", async () => {
  const events = [
    call(0, "{}", { id: "x", name: "f" }),
    call(1, "{}", { id: "y", name: "g" }),
    call(1, "", { name: "h" }),
    call(0, "", { id: "z" }),
  ];
  assertStringIncludes((await failure(events)).message, "The name of tool call 1 changed");
});

Deno.test("tool calls fail without a name", async () => {
  const error = await failure([call(0, "{}", { id: "x" })]);
  assertInstanceOf(error, ModelError);
  assertEquals([error.code, error.message], ["STREAM_PROTOCOL", "Tool call 0 has no name"]);
});

Deno.test("tool calls fail when two have the same id", async () => {
  const error = await failure([
    call(0, "{}", { id: "x", name: "f" }),
    call(1, "{}", { id: "x", name: "g" }),
  ]);
  assertInstanceOf(error, ModelError);
  assertEquals(error.code, "STREAM_PROTOCOL");
  assertStringIncludes(error.message, '"x"');
});

Deno.test("tool calls without an id get one by position", async () => {
  const made = await calls([call(4, "{}", { name: "f" }), call(9, "{}", { name: "g" })]);
  assertEquals(made.map(({ id }) => id), ["call_0", "call_1"]);
});

Deno.test("tool calls never get an id that another one has already", async () => {
  const made = await calls([
    call(0, "{}", { id: "call_1", name: "f" }),
    call(1, "{}", { name: "g" }),
    call(2, "{}", { name: "h" }),
    call(3, "{}", { id: "call_2", name: "i" }),
  ]);
  assertEquals(made[0]!.id, "call_1");
  assertEquals(made[3]!.id, "call_2");
  assertEquals(new Set(made.map(({ id }) => id)).size, 4, JSON.stringify(made));
});

Deno.test("tool calls take empty arguments for an empty object", async () => {
  assertEquals((await calls([call(0, "", { name: "f" })]))[0]!.arguments, "{}");
});

for (const json of ['{"a":1}', "[]", "null", "5", '"text"', ' {"a" : 1} ', '{"a":1,"a":2}']) {
  Deno.test(`tool calls keep the arguments' text as it is: ${json}`, async () => {
    assertEquals((await calls([call(0, json, { name: "f" })]))[0]!.arguments, json);
  });
}

for (const cut of ['{"city":"Par', "{", '{"a":1', "{}{}", '{"a":1,}', "nul", " ", "{'a':1}"]) {
  Deno.test(`tool calls never repair arguments that are not whole JSON: ${cut}`, async () => {
    const error = await failure([call(0, cut, { id: "x", name: "f" })]);
    assertInstanceOf(error, TruncatedToolArgumentsError);
    assertInstanceOf(error.cause, SyntaxError);
  });
}

Deno.test("tool calls name the first cut one and count its bytes", async () => {
  const events = [
    call(0, "{}", { name: "whole" }),
    call(1, '"北', { name: "weather" }),
    call(2, "{", { name: "later" }),
  ];
  const error = await failure(events);
  assertStringIncludes(error.message, '"weather"');
  assertStringIncludes(error.message, "4 bytes");
});

Deno.test("tool calls keep endless names and arguments out of their messages", async () => {
  const long = "n".repeat(100_000);
  const faults = [
    [call(0, "{" + long, { id: "x", name: long })],
    [call(0, "{}", { id: long, name: "f" }), call(0, "", { id: long + "y" })],
    [call(0, "{}", { id: long, name: "f" }), call(1, "{}", { id: long, name: "f" })],
  ];
  for (const events of faults) {
    const { message } = await failure(events);
    assertEquals(message.length < 1000, true, `${message.length} characters`);
  }
});

Deno.test("tool calls carry the reported usage on their failures", async () => {
  const end = finish("tool_use", { usage: usage(3, 4) });
  const cut = call(0, "{", { id: "x", name: "f" });
  const error = await assertRejects(() => assemble([cut, end]), TruncatedToolArgumentsError);
  assertEquals(error.usage, usage(3, 4));
});

const CONVERSATION: readonly Message[] = [
  { role: "user", content: "Go" },
  { role: "assistant", toolCalls: [{ id: "x", name: "f", arguments: "{}" }] },
  { role: "tool", toolCallId: "x", content: "done" },
  { role: "assistant", content: "And again" },
  { role: "assistant", toolCalls: [{ id: "call_0", name: "f", arguments: "{}" }] },
];

Deno.test("tool calls may not have the id of an earlier one of the conversation", async () => {
  const events = [call(0, "{}", { id: "x", name: "f" }), finish("tool_use")];
  const error = await assertRejects(
    () => assemble(events, { messages: CONVERSATION }),
    ModelError,
    'The id "x" of a tool call is that of an earlier one of the conversation',
  );
  assertEquals(error.code, "STREAM_PROTOCOL");
  assertEquals((await assemble(events)).toolCalls.length, 1);
  assertEquals((await assemble(events, { messages: [] })).toolCalls.length, 1);
});

Deno.test("tool calls without an id get one that is new to the conversation", async () => {
  const events = [call(0, "{}", { name: "f" }), call(1, "{}", { name: "g" }), finish("tool_use")];
  const { toolCalls } = await assemble(events, { messages: CONVERSATION });
  assertEquals(toolCalls.map(({ id }) => id), ["call_0_", "call_1"]);
});

Deno.test("assemble() refuses messages that are none", async () => {
  for (const messages of ["x", {}, [null], [5], null, [{ role: "assistant", toolCalls: [null] }]]) {
    const options = { messages } as unknown as AssembleOptions;
    await assertRejects(() => assemble([finish("stop")], options), TypeError, "'messages'");
  }
  const misspelt = { message: [] } as AssembleOptions;
  await assertRejects(() => assemble([finish("stop")], misspelt), TypeError, '"message"');
});
