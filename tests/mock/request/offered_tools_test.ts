import { assertEquals, assertRejects } from "@std/assert";
import { generators, MockGPT } from "../../../mock.ts";
import { nameOfTool, offeredTools } from "../../../src/mock/request/offered_tools.ts";

const functions = [{ name: "look", parameters: { type: "object", properties: {} } }];
const request = { model: "m", messages: [{ role: "user", content: "hi" }], functions };

Deno.test("nameOfTool() reads functions, custom tools, and tools that are their own definition", () => {
  const tools = [
    { type: "function", function: { name: "a" } },
    { type: "custom", custom: { name: "b" } },
    { type: "web_search", name: "c" },
    { type: "web_search" },
    { function: "no" },
    "no",
  ];
  assertEquals(tools.map(nameOfTool), ["a", "b", "c", "", "", ""]);
});

Deno.test("offeredTools() gives tools and functions", () => {
  const tool = { type: "function", function: { name: "a" } };
  assertEquals(offeredTools({ tools: [tool], functions }), [tool, ...functions]);
  assertEquals(offeredTools({ tools: null }), []);
});

Deno.test("a rule sees the functions of a request in the form before tools", async () => {
  const mock = new MockGPT({
    rules: [{ tool: "look", result: "seen" }, { result: "not seen" }],
  });
  assertEquals((await mock.generate(request)).content, "seen");
});

Deno.test("callAllTools() calls functions in the form before tools", async () => {
  const mock = new MockGPT({ rules: [{ generator: generators.callAllTools() }] });
  const { toolCalls } = await mock.generate(request);
  assertEquals(toolCalls.map(({ name }) => name), ["look"]);
});

Deno.test("function_call decides which calls fit as tool_choice does", async () => {
  const mock = new MockGPT({ rules: [{ generator: generators.callAllTools() }] });
  await assertRejects(
    () => mock.generate({ ...request, function_call: "none" }),
    Error,
    'tool_choice "none"',
  );
  const named = { ...request, function_call: { name: "look" } };
  assertEquals((await mock.generate(named)).finishReason, "tool_use");
});
