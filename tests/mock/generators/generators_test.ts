import { assertEquals, assertThrows } from "@std/assert";
import { generators, MockGPT } from "../../../mock.ts";
import type { Generator, ModelRequestInit } from "../../../mock.ts";

async function answer(generator: Generator, content: string, more: Partial<ModelRequestInit> = {}) {
  const mock = new MockGPT({ rules: [{ generator }] });
  return await mock.generate({ model: "demo", messages: [{ role: "user", content }], ...more });
}

async function contentOf(generator: Generator, content: string): Promise<string> {
  return (await answer(generator, content)).content;
}

Deno.test.each([
  {
    name: "Chinese sentences",
    text: "服务刚完成维护。健康检查通过。用户可以查询状态。",
    summary: "服务刚完成维护。健康检查通过。",
  },
  {
    name: "English sentences",
    text: "It works. Version 3.14 is out! And so on.",
    summary: "It works. Version 3.14 is out!",
  },
  { name: "ends of every kind", text: "Is it？是！Yes…", summary: "Is it？是！" },
  {
    name: "quotes after an end",
    text: "他说：“好。”然后走了。再见。",
    summary: "他说：“好。”然后走了。",
  },
  { name: "Chinese with Western ends", text: "你好!我是谁?再见!", summary: "你好!我是谁?" },
  { name: "an ellipsis in Chinese", text: "他说…然后走了。再见。", summary: "他说…然后走了。" },
  {
    name: "dots in Chinese",
    text: "1.打开v3.14版。2.保存。完",
    summary: "1.打开v3.14版。2.保存。",
  },
  { name: "Chinese after English", text: "It works! 你好。再见。", summary: "It works! 你好。" },
  { name: "lines", text: "one\ntwo\nthree", summary: "one two" },
  { name: "a text without an end", text: "no end", summary: "no end" },
  { name: "nothing", text: "", summary: "" },
])("generators.summary() keeps the first of $name", async ({ text, summary }) => {
  assertEquals(await contentOf(generators.summary({ maxChars: 120, count: 2 }), text), summary);
});

Deno.test("generators.summary() cuts to code points, never within one", async () => {
  assertEquals(await contentOf(generators.summary({ maxChars: 2 }), "a😀b。"), "a😀");
});

Deno.test("generators.summary() refuses options that are none", () => {
  assertThrows(() => generators.summary({ maxChars: -1 }), RangeError, "'options.maxChars'");
  assertThrows(() => generators.summary({ count: 0.5 }), TypeError, "'options.count'");
});

Deno.test("generators.echo() and template() fill in what was asked", async () => {
  assertEquals(await contentOf(generators.echo(), "状态"), "状态");
  const text = "{{ model }} was asked {{prompt}} as call {{callNumber}}";
  assertEquals(await contentOf(generators.template(text), "$&"), "demo was asked $& as call 1");
  assertThrows(() => generators.template("{{promt}}"), TypeError, "did you mean '{{prompt}}'");
});

Deno.test("generators.fromSchema() answers by the schema that the request asks for", async () => {
  const schema = { type: "object", properties: { ok: { const: true } }, required: ["ok"] };
  const format = { type: "json_schema", json_schema: { name: "state", schema } };
  const { content } = await answer(generators.fromSchema(), "状态 json", {
    response_format: format,
  });
  assertEquals(JSON.parse(content), { ok: true });
});

Deno.test("generators.callAllTools() calls each tool once, then answers with what they gave", async () => {
  const tools = [
    {
      type: "function",
      function: {
        name: "find",
        parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
      },
    },
    { type: "function", function: { name: "now" } },
  ];
  const first = await answer(generators.callAllTools(), "go", { tools });
  assertEquals(first.toolCalls.map(({ name, arguments: args }) => [name, args]), [
    ["find", '{"q":"text"}'],
    ["now", "{}"],
  ]);
  assertEquals(first.finishReason, "tool_use");
  const calls = first.toolCalls.map(({ id, name, arguments: args }) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  }));
  const results = calls.map(({ id }, at) => ({ role: "tool", tool_call_id: id, content: `${at}` }));
  const messages = [
    { role: "user", content: "go" },
    { role: "assistant", content: null, tool_calls: calls },
    ...results,
  ];
  const second = await answer(generators.callAllTools(), "go", { tools, messages });
  assertEquals(JSON.parse(second.content).map(({ text }: { text: string }) => text), ["0", "1"]);
});

Deno.test("generators.summary() takes a prompt of nothing but signs as fast as one of words", async () => {
  const mock = new MockGPT({ rules: [{ generator: generators.summary({ maxChars: 3 }) }] });
  // Tried from each sign anew, one of these alone would take minutes.
  for (const sign of [".", "…", '."', "'", "。」", "…」", "!."]) {
    const content = sign.repeat(300_000) + "x";
    const answer = await mock.generate({ model: "m", messages: [{ role: "user", content }] });
    assertEquals(answer.content.length <= 3, true);
  }
});
