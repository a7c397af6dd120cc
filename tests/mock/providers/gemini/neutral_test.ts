import { assertEquals } from "@std/assert";
import { generators, MockGPT } from "../../../../mock.ts";
import { HI, neutral, parts, whole } from "./asked.ts";

const FIND = {
  name: "find",
  description: "Finds.",
  parameters: {
    type: "OBJECT",
    properties: {
      q: { type: "STRING", nullable: true },
      tags: {
        type: "ARRAY",
        items: { type: "STRING", enum: ["a"], format: "enum" },
        maxItems: "3",
      },
    },
    required: ["q"],
    propertyOrdering: ["q", "tags"],
  },
};

const FIND_TOOL = {
  type: "function",
  function: {
    name: "find",
    description: "Finds.",
    parameters: {
      type: "object",
      properties: {
        q: { type: ["string", "null"] },
        tags: { type: "array", items: { type: "string", enum: ["a"] }, maxItems: 3 },
      },
      required: ["q"],
    },
  },
};

Deno.test("a request of Gemini is one of chat completions to rules, in camel case or in snake case", async () => {
  const camel = await neutral({
    contents: HI,
    systemInstruction: { parts: [{ text: "Be brief." }] },
    tools: [{ functionDeclarations: [FIND] }],
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["find"] } },
    generationConfig: { maxOutputTokens: 9, topP: 0.5, stopSequences: ["x"] },
  });
  const { toolConfig: _, generationConfig: __, ...rest } = camel;
  assertEquals<unknown>(rest, {
    model: "gemini-2.5-pro",
    stream: false,
    messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "hi" }],
    tools: [FIND_TOOL],
    tool_choice: { type: "function", function: { name: "find" } },
    max_tokens: 9,
    top_p: 0.5,
    stop: ["x"],
  });
  const snake = await neutral({
    contents: HI,
    system_instruction: { parts: { text: "Be brief." } },
    tools: { function_declarations: [FIND] },
    tool_config: { function_calling_config: { mode: "any", allowed_function_names: ["find"] } },
    generation_config: { max_output_tokens: "9", top_p: 0.5, stop_sequences: "x" },
  });
  assertEquals(snake, camel);
});

Deno.test("calls and what functions gave are tool calls and tool messages, matched by id or by name", async () => {
  const { messages } = await neutral({
    contents: [
      ...HI,
      {
        role: "model",
        parts: [
          { text: "Hm", thought: true },
          { text: "Look" },
          { text: "ing." },
          { functionCall: { name: "f", args: { a: 1 } }, thoughtSignature: "c2ln" },
          { functionCall: { name: "g" } },
          { functionCall: { name: "f", id: "own" } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "f", id: "own", response: { x: 3 } } },
          { functionResponse: { name: "g", response: { x: 2 } } },
          { functionResponse: { name: "f", response: { x: 1 } } },
          { text: "and?" },
        ],
      },
    ],
  });
  const call = (id: string, name: string, args: string) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  });
  const tool = (id: string, name: string, content: string) => ({
    role: "tool",
    tool_call_id: id,
    name,
    content,
  });
  assertEquals<unknown>(messages.slice(1), [
    {
      role: "assistant",
      content: "Looking.",
      reasoning_content: "Hm",
      thought_signatures: ["c2ln"],
      tool_calls: [
        call("call_1", "f", '{"a":1}'),
        call("call_2", "g", "{}"),
        call("own", "f", "{}"),
      ],
    },
    tool("own", "f", '{"x":3}'),
    tool("call_2", "g", '{"x":2}'),
    tool("call_1", "f", '{"x":1}'),
    { role: "user", content: "and?" },
  ]);
});

Deno.test("images, files and what only Gemini has are kept as parts", async () => {
  const { messages } = await neutral({
    contents: [{
      parts: [
        { text: "see" },
        { inlineData: { mimeType: "image/png", data: "aWI=" } },
        { fileData: { mimeType: "application/pdf", fileUri: "gs://b/c" } },
        { executableCode: { code: "1" } },
      ],
    }],
  });
  assertEquals(messages[0]!.content, [
    { type: "text", text: "see" },
    { type: "image_url", image_url: { url: "data:image/png;base64,aWI=" } },
    { type: "file", file: { file_data: "gs://b/c" } },
    { executableCode: { code: "1" } },
  ]);
});

Deno.test("a request of JSON is one to rules, with a schema in either form", async () => {
  const schema = { type: "OBJECT", properties: { city: { type: "STRING" } }, required: ["city"] };
  const forms = [
    [{}, true],
    [{ responseSchema: schema }, "schema"],
    [
      { responseJsonSchema: { type: "object", properties: { city: { type: "string" } } } },
      "schema",
    ],
    [
      { _responseJsonSchema: { type: "object", properties: { city: { type: "string" } } } },
      "schema",
    ],
  ] as const;
  for (const [members, json] of forms) {
    const mock = new MockGPT({ rules: [{ json, result: '{"city":"Oslo"}' }] });
    const generationConfig = { responseMimeType: "application/json", ...members };
    assertEquals(parts(await whole(mock, { generationConfig })), [{ text: '{"city":"Oslo"}' }]);
  }
});

Deno.test("a value is made from the schema of a request in the form of OpenAPI", async () => {
  const mock = new MockGPT({ rules: [{ generator: generators.fromSchema() }] });
  const responseSchema = {
    type: "OBJECT",
    properties: { n: { type: "INTEGER", minimum: 3, maximum: 3 } },
    required: ["n"],
  };
  const generationConfig = { responseMimeType: "application/json", responseSchema };
  assertEquals(parts(await whole(mock, { generationConfig })), [{ text: '{"n":3}' }]);
});

Deno.test("a word is made from the schema of a request of one, which is no JSON", async () => {
  const mock = new MockGPT({
    rules: [{ json: true, result: "no" }, { generator: generators.fromSchema() }],
  });
  const generationConfig = {
    responseMimeType: "text/x.enum",
    responseSchema: { type: "STRING", enum: ["yes"] },
  };
  assertEquals(parts(await whole(mock, { generationConfig })), [{ text: "yes" }]);
});

Deno.test("rules see the instructions, the tools and what functions gave of a request of Gemini", async () => {
  const mock = new MockGPT({
    rules: [{
      surface: "gemini",
      instructions: "brief",
      prompt: "hi",
      tool: "find",
      toolResult: { text: "42" },
      turn: 1,
      result: "fits",
    }],
  });
  const body = await whole(mock, {
    systemInstruction: { parts: [{ text: "Be brief." }] },
    tools: [{ functionDeclarations: [FIND] }],
    contents: [
      ...HI,
      { role: "model", parts: [{ functionCall: { name: "find", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { name: "find", response: { n: 42 } } }] },
    ],
  });
  assertEquals(parts(body), [{ text: "fits" }]);
});
