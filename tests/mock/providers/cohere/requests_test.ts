import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import type { CallFacts, ModelRequest } from "../../../../mock.ts";
import { mockOf, send } from "./asked.ts";

const USER = { role: "user", content: "hi" };
const FUNCTION = { name: "f", parameters: { type: "object" } };
const TOOL = { type: "function", function: FUNCTION };
const CALL = { id: "f_1", type: "function", function: { name: "f", arguments: "{}" } };
const REFER = "For proper usage, please refer to https://docs.cohere.com/reference/chat";

function messages(...list: readonly object[]): object {
  return { messages: list };
}

/** What is asked, and what Cohere says to it; the status if not 400. */
const REFUSED: readonly (readonly [object, string, number?])[] = [
  [{ model: undefined }, "invalid request: parameter 'model' is required"],
  [{ messages: undefined }, "invalid request: parameter 'messages' is required"],
  [messages(), "invalid request: messages must have at least one element"],
  [{ top_p: 0.5 }, `unknown field: parameter 'top_p' is not a valid field. ${REFER}`, 422],
  [
    { tools: [{ type: "function", function: { ...FUNCTION, strict: true } }] },
    `unknown field: parameter 'strict' is not a valid field. ${REFER}`,
    422,
  ],
  [
    { stream: "yes" },
    `invalid type: parameter 'stream' is of type string but should be of type boolean. ${REFER}`,
  ],
  [
    { messages: "hi" },
    `invalid type: parameter 'messages' is of type string but should be of type array. ${REFER}`,
  ],
  [{ temperature: 2 }, "invalid request: temperature must be between 0 and 1 inclusive"],
  [{ k: 501 }, "invalid request: k must be between 0 and 500 inclusive"],
  [{ max_tokens: 0 }, "invalid request: max_tokens must be at least 1"],
  [
    { stop_sequences: ["1", "2", "3", "4", "5", "6"] },
    "invalid request: stop_sequences must have at most 5 elements",
  ],
  [
    { safety_mode: "LOOSE" },
    "invalid request: parameter 'safety_mode' must be one of CONTEXTUAL, STRICT, OFF",
  ],
  [
    { tool_choice: "auto" },
    "invalid request: parameter 'tool_choice' must be one of REQUIRED, NONE",
  ],
  [{ tool_choice: "REQUIRED" }, "invalid request: tool_choice requires at least one tool"],
  [
    { response_format: { type: "json_object" }, tools: [TOOL] },
    "invalid request: response_format is not supported with tools or documents",
  ],
  [
    { tools: [{ type: "function", function: { name: "f" } }] },
    "invalid request: parameter 'tools[0].function.parameters' is required",
  ],
  [
    messages({ role: "developer", content: "x" }),
    "invalid request: parameter 'messages[0].role' must be one of user, assistant, system, tool",
  ],
  [messages({ role: "user" }), "invalid request: parameter 'messages[0].content' is required"],
  [
    messages({ role: "user", content: [{ type: "audio" }] }),
    "invalid request: parameter 'messages[0].content[0].type' must be one of text, image_url",
  ],
  [
    messages({ role: "user", content: [{ type: "text" }] }),
    "invalid request: parameter 'messages[0].content[0].text' is required",
  ],
  [
    messages(USER, { role: "assistant", content: "hi" }),
    "invalid request: the last message must have the role 'user' or 'tool'",
  ],
  [
    messages(USER, { role: "assistant" }, USER),
    "invalid request: messages[1] must have content or tool_calls",
  ],
  [
    messages(USER, { role: "assistant", tool_calls: [CALL] }, USER),
    "invalid request: tool calls must be followed by tool results: f_1",
  ],
  [
    messages(USER, { role: "tool", tool_call_id: "f_2", content: "x" }),
    "invalid request: messages[1] has the tool_call_id 'f_2', which no tool call before it has",
  ],
];

Deno.test("Cohere's refusals", async () => {
  for (const [body, message, status = 400] of REFUSED) {
    const reply = await send(mockOf("ok"), body);
    assertEquals([reply.status, reply.body.message], [status, message]);
  }
});

Deno.test("Cohere's conversation is one of chat completions to rules", async () => {
  let seen: { request: ModelRequest; facts: CallFacts } | undefined;
  const mock = new MockGPT({
    rules: [{
      generator: (request, facts) => {
        seen = { request, facts };
        return { toolCalls: [{ name: "f" }] };
      },
    }],
  });
  const { status } = await send(mock, {
    messages: [
      { role: "system", content: "Be kind." },
      { role: "user", content: [{ type: "text", text: "What is it?" }] },
      {
        role: "assistant",
        tool_plan: "I look.",
        content: [{ type: "thinking", thinking: "Hm. " }, { type: "text", text: "Wait" }],
        tool_calls: [CALL],
      },
      { role: "tool", tool_call_id: "f_1", content: "a cat" },
    ],
    tools: [TOOL],
    tool_choice: "REQUIRED",
    documents: ["x", { id: "1", data: { text: "y" } }],
    stop_sequences: ["END"],
    p: 0.5,
    k: 3,
  });
  assertEquals(status, 200);
  const { facts, request: { messages: seenMessages, ...others } } = seen!;
  assertEquals<unknown>(seenMessages, [
    { role: "system", content: "Be kind." },
    { role: "user", content: [{ type: "text", text: "What is it?" }] },
    {
      role: "assistant",
      content: "Wait",
      reasoning_content: "Hm. I look.",
      tool_calls: [CALL],
    },
    { role: "tool", tool_call_id: "f_1", content: "a cat" },
  ]);
  assertEquals<unknown>(others, {
    model: "m",
    stream: false,
    tools: [TOOL],
    tool_choice: "required",
    documents: ["x", { id: "1", data: { text: "y" } }],
    stop: ["END"],
    top_p: 0.5,
    top_k: 3,
  });
  assertEquals([facts.surface, facts.instructions, facts.prompt, facts.turn], [
    "cohere",
    "Be kind.",
    "What is it?",
    1,
  ]);
  assertEquals(facts.toolResults, [{ callId: "f_1", text: "a cat" }]);
});

Deno.test("Cohere's JSON modes are the forms that rules see", async () => {
  const forms: string[] = [];
  const mock = new MockGPT({
    rules: [{
      generator: (_request, { form }) => {
        forms.push(form);
        return { content: {} };
      },
    }],
  });
  const schema = { type: "object" };
  for (const format of [{}, { json_schema: schema }, { schema }]) {
    await send(mock, { response_format: { type: "json_object", ...format } });
  }
  await send(mock, { response_format: { type: "text" } });
  assertEquals(forms, ["json", "schema", "schema", "text"]);
});

const EMBED = "http://mock/v2/embed";

Deno.test("Cohere's embeddings come in every type that is asked for", async () => {
  const mock = new MockGPT({ rules: [{ prompt: "a", embedding: [0.5, -1, 0] }] });
  const { body } = await send(mock, {
    model: "embed-v4.0",
    input_type: "search_document",
    texts: ["a"],
    embedding_types: ["float", "int8", "uint8", "binary", "ubinary", "base64"],
  }, EMBED);
  const id = String(body.id);
  assertEquals<unknown>(body, {
    id,
    texts: ["a"],
    embeddings: {
      float: [[0.5, -1, 0]],
      int8: [[64, -127, 0]],
      uint8: [[192, 1, 128]],
      binary: [[0]],
      ubinary: [[128]],
      base64: ["AAAAPwAAgL8AAAAA"],
    },
    meta: { api_version: { version: "2" }, billed_units: { input_tokens: 1 } },
    response_type: "embeddings_by_type",
  });
});

Deno.test("Cohere's embeddings have the length of their model, or the one asked for", async () => {
  const mock = new MockGPT();
  const lengthOf = async (more: object) => {
    const sent = { model: "embed-v4.0", input_type: "search_query", texts: ["a"], ...more };
    const { body } = await send(mock, sent, EMBED);
    return (body.embeddings as { float: number[][] } | undefined)?.float[0]?.length ??
      body.message;
  };
  assertEquals(await lengthOf({}), 1536);
  assertEquals(await lengthOf({ output_dimension: 256 }), 256);
  assertEquals(await lengthOf({ model: "embed-english-v3.0" }), 1024);
  assertEquals(await lengthOf({ model: "embed-english-light-v3.0" }), 384);
  assertEquals(
    await lengthOf({ texts: undefined, inputs: [{ content: [{ type: "text", text: "a" }] }] }),
    1536,
  );
  assertEquals(
    await lengthOf({ output_dimension: 5 }),
    "invalid request: output_dimension must be one of 256, 512, 1024, 1536",
  );
  assertEquals(
    await lengthOf({ images: ["data:image/png;base64,AA=="] }),
    "invalid request: exactly one of texts, images or inputs must be given",
  );
  assertEquals(
    await lengthOf({ input_type: undefined }),
    "invalid request: parameter 'input_type' is required",
  );
});
