import { assertEquals, assertStringIncludes } from "@std/assert";
import { generators, MockGPT } from "../../../../../mock.ts";
import type { Rule } from "../../../../../mock.ts";
import { send, streamed } from "./asked.ts";

const PARAMETERS = { type: "object", properties: {} };
const named = (name: string) => ({ type: "function", name, parameters: PARAMETERS });
const NAMESPACE = {
  type: "namespace",
  name: "files",
  description: "Of files",
  tools: [named("open"), { type: "custom", name: "write" }],
};
const ASK = {
  model: "m",
  input: [
    { role: "user", content: "x" },
    { type: "additional_tools", role: "developer", tools: [named("later")] },
  ],
  tools: [named("now"), NAMESPACE],
};

const CALLS = ["now", "open", "write", "later"];

Deno.test("tools within a namespace, and those that the conversation brings, are on offer", async () => {
  for (const name of CALLS) {
    const rules: Rule[] = [{ tool: name, generator: generators.callAllTools() }];
    const { status, body } = await send(new MockGPT({ rules }), ASK);
    const calls = body.output as readonly Record<string, unknown>[];
    assertEquals([name, status, ...calls.map((call) => call.name)], [name, 200, ...CALLS]);
    assertEquals(calls.map(({ namespace }) => namespace), [
      undefined,
      "files",
      "files",
      undefined,
    ]);
  }
  const namespace = new MockGPT({ rules: [{ result: { toolCalls: [{ name: "files" }] } }] });
  assertEquals((await send(namespace, ASK)).status, 400);
});

Deno.test("a call is of the first tool of its name", async () => {
  const tools = [named("open"), NAMESPACE];
  for (const [offered, namespace] of [[tools, undefined], [tools.toReversed(), "files"]] as const) {
    const mock = new MockGPT({ rules: [{ result: { toolCalls: [{ name: "open" }] } }] });
    const { body } = await send(mock, { model: "m", input: "x", tools: offered });
    const [call] = body.output as readonly Record<string, unknown>[];
    assertEquals([call?.name, call?.namespace], ["open", namespace]);
  }
});

Deno.test("the events of a call name its tool and its namespace", async () => {
  const mock = new MockGPT({ rules: [{ result: { toolCalls: [{ name: "open" }] } }] });
  const events = await streamed(mock, ASK);
  const done = events.find(({ type }) => type === "response.function_call_arguments.done");
  const item = events.find(({ type }) => type === "response.output_item.done");
  assertEquals(done?.name, "open");
  assertEquals((item?.item as Record<string, unknown>).namespace, "files");
});

Deno.test("a tool that OpenAI runs itself is a call where one is required", async () => {
  const mock = new MockGPT({ rules: [{ result: "It rains." }] });
  const ask = { model: "m", input: "x", tool_choice: "required" };
  assertEquals((await send(mock, { ...ask, tools: [{ type: "web_search" }] })).status, 200);
  assertEquals((await send(mock, { ...ask, tools: [named("f")] })).status, 400);
});

Deno.test("a custom tool is called with a text, a function with arguments", async () => {
  const tools = [named("f"), { type: "custom", name: "c" }];
  for (
    const [call, fault] of [
      [{ name: "c", arguments: {} }, "calls the custom tool \\\"c\\\" with 'arguments'"],
      [{ name: "f", input: "x" }, "calls the function \\\"f\\\" with 'input'"],
    ] as const
  ) {
    for (const unchecked of [false, true]) {
      const mock = new MockGPT({ rules: [{ result: { toolCalls: [call], unchecked } }] });
      const { status, body } = await send(mock, { model: "m", input: "x", tools });
      assertEquals(status, unchecked ? 200 : 400);
      if (!unchecked) assertStringIncludes(JSON.stringify(body), fault);
    }
  }
});
