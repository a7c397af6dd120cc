import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../../../mock.ts";
import type { ModelRequest } from "../../../../../mock.ts";
import { send } from "./asked.ts";

async function neutral(body: object): Promise<ModelRequest> {
  const mock = new MockGPT({
    rules: [{ result: { content: '"json"', toolCalls: [{ name: "f" }] } }],
  });
  const { status } = await send(mock, { model: "m", ...body });
  assertEquals(status, 200);
  return mock.records[0]!.request;
}

Deno.test("a request is read in the form of chat completions", async () => {
  const schema = { type: "object", properties: {} };
  const request = await neutral({
    input: "Hi",
    instructions: "Be brief.",
    max_output_tokens: 50,
    temperature: 0.2,
    reasoning: { effort: "low", summary: "auto" },
    text: { format: { type: "json_schema", name: "n", schema } },
    tools: [
      { type: "function", name: "f", parameters: schema, strict: false },
      { type: "custom", name: "c", description: "d" },
      { type: "web_search" },
    ],
    tool_choice: { type: "function", name: "f" },
  });
  assertEquals(request, {
    model: "m",
    messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "Hi" }],
    stream: false,
    temperature: 0.2,
    max_completion_tokens: 50,
    reasoning_effort: "low",
    response_format: { type: "json_schema", json_schema: { name: "n", schema } },
    tools: [
      { type: "function", function: { name: "f", parameters: schema, strict: false } },
      { type: "custom", custom: { name: "c", description: "d" } },
      { type: "web_search" },
    ],
    tool_choice: { type: "function", function: { name: "f" } },
  });
  assertEquals(Object.isFrozen(request.messages), true);
});

Deno.test("a choice among several tools is read in the form of chat completions", async () => {
  const tool = { type: "function", name: "f" };
  const request = await neutral({
    input: "Hi",
    tools: [{ ...tool, parameters: { type: "object", properties: {} } }, { ...tool, name: "g" }],
    tool_choice: { type: "allowed_tools", mode: "required", tools: [tool] },
  });
  assertEquals(request.tool_choice, {
    type: "allowed_tools",
    allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "f" } }] },
  });
});

Deno.test("what a model said in one go is one message", async () => {
  const { messages } = await neutral({
    input: [
      { role: "developer", content: "Rules." },
      { role: "user", content: "Go" },
      { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] },
      { role: "assistant", content: [{ type: "output_text", text: "I look." }] },
      { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" },
      { type: "custom_tool_call", call_id: "call_2", name: "c", input: "raw" },
      { type: "function_call_output", call_id: "call_1", output: "1" },
      {
        type: "custom_tool_call_output",
        call_id: "call_2",
        output: [{ type: "input_text", text: "2" }],
      },
      { role: "assistant", content: "First" },
      { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
    ],
  });
  assertEquals(messages, [
    { role: "developer", content: "Rules." },
    { role: "user", content: "Go" },
    {
      role: "assistant",
      content: "I look.",
      reasoning_content: "Hm.",
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } },
        { id: "call_2", type: "custom", custom: { name: "c", input: "raw" } },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: "1" },
    { role: "tool", tool_call_id: "call_2", content: "2" },
    { role: "assistant", content: "First" },
    { role: "assistant", content: "", refusal: "No." },
  ]);
});

Deno.test("images and files are kept as parts", async () => {
  const { messages } = await neutral({
    input: [{
      role: "user",
      content: [
        { type: "input_text", text: "Look" },
        {
          type: "input_image",
          image_url: "data:image/png;base64,AA==",
          detail: "low",
          file_id: null,
        },
        { type: "input_image", file_id: "file-1" },
        { type: "input_file", filename: "a.pdf", file_data: "AA==" },
      ],
    }, { type: "web_search_call", id: "ws_1", status: "completed" }],
  });
  assertEquals(messages, [{
    role: "user",
    content: [
      { type: "text", text: "Look" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AA==", detail: "low" } },
      { type: "image_url", image_url: { file_id: "file-1" } },
      { type: "file", file: { filename: "a.pdf", file_data: "AA==" } },
    ],
  }, {
    role: "web_search_call",
    item: { type: "web_search_call", id: "ws_1", status: "completed" },
  }]);
});

Deno.test("rules see instructions, prompts, tool results and the form of the text", async () => {
  const mock = new MockGPT({
    rules: [
      {
        instructions: "brief",
        prompt: "state",
        json: true,
        tool: "f",
        result: { content: { a: 1 } },
      },
      { toolResult: { callId: "call_1", text: "42" }, result: "answered" },
    ],
  });
  const tools = [{ type: "function", name: "f", parameters: { type: "object", properties: {} } }];
  const text = { format: { type: "json_object" } };
  const ask = { model: "m", instructions: "Be brief.", input: "state as json", tools, text };
  const first = await send(mock, ask);
  assertEquals(
    (first.body.output as { content: { text: string }[] }[])[0]?.content[0]?.text,
    '{"a":1}',
  );
  const input = [
    { role: "user", content: "x" },
    { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" },
    { type: "function_call_output", call_id: "call_1", output: "42" },
  ];
  assertEquals((await send(mock, { model: "m", input })).status, 200);
  assertEquals(mock.records.map(({ rule }) => rule?.index), [0, 1]);
});

Deno.test("a text that must fit a schema strictly is checked before it is sent", async () => {
  const mock = new MockGPT({ rules: [{ result: { content: { town: "Oslo" } } }] });
  const schema = {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  };
  const format = { type: "json_schema", name: "place", schema };
  const loose = await send(mock, { model: "m", input: "x", text: { format } });
  assertEquals(loose.status, 200);
  const strict = { ...format, strict: true };
  const { status, body } = await send(mock, { model: "m", input: "x", text: { format: strict } });
  assertEquals([status, (body.error as { code: string }).code], [400, "mock_result_conflict"]);
});
