import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import { CHAT, GENERATE, mockOf, send } from "./asked.ts";

const UNFIT = "json: cannot unmarshal";
const USER = { role: "user", content: "hi" };

/** What is wrong: the path, the request's members, the status, and what Ollama says. */
const REFUSALS: readonly (readonly [string, "chat" | "generate", object, number, string])[] = [
  ["no model of a chat", "chat", { model: "" }, 400, "model is required"],
  ["no model of a prompt", "generate", { model: undefined }, 404, "model '' not found"],
  [
    "a model that is a number",
    "chat",
    { model: 5 },
    400,
    `${UNFIT} number into Go struct field ChatRequest.model of type string`,
  ],
  [
    "messages that are a text",
    "chat",
    { messages: "hi" },
    400,
    `${UNFIT} string into Go struct field ChatRequest.messages of type []api.Message`,
  ],
  [
    "a content in parts",
    "chat",
    { messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }] },
    400,
    `${UNFIT} array into Go struct field ChatRequest.messages.content of type string`,
  ],
  [
    "arguments of a call as a text",
    "chat",
    {
      messages: [USER, {
        role: "assistant",
        tool_calls: [{ function: { name: "f", arguments: "{}" } }],
      }],
    },
    400,
    `${UNFIT} string into Go struct field ChatRequest.messages.tool_calls.function.arguments of type api.ToolCallFunctionArguments`,
  ],
  [
    "tools that are no list",
    "chat",
    { tools: {} },
    400,
    `${UNFIT} object into Go struct field ChatRequest.tools of type api.Tools`,
  ],
  [
    "a stream that is a text",
    "generate",
    { stream: "yes" },
    400,
    `${UNFIT} string into Go struct field GenerateRequest.stream of type bool`,
  ],
  [
    "an image that is no base64",
    "generate",
    { images: ["data:image/png"] },
    400,
    "illegal base64 data at input byte 4",
  ],
  [
    "a time to keep that is none",
    "chat",
    { keep_alive: "soon" },
    400,
    'time: invalid duration "soon"',
  ],
  [
    "a level of thinking that is none",
    "chat",
    { think: "hard" },
    400,
    'invalid think value: "hard" (must be "high", "medium", "low", true, or false)',
  ],
  [
    "too many log probabilities",
    "chat",
    { top_logprobs: 21 },
    400,
    "top_logprobs must be between 0 and 20",
  ],
  [
    "a raw prompt beside a system",
    "generate",
    { raw: true, system: "x" },
    400,
    "raw mode does not support template, system, or context",
  ],
  [
    "an option that is a text",
    "chat",
    { options: { temperature: "warm" } },
    500,
    'option "temperature" must be of type float32',
  ],
  [
    "a stop that is a text",
    "generate",
    { options: { stop: "x" } },
    500,
    'option "stop" must be of type array',
  ],
  [
    "a format that is none",
    "chat",
    { format: "xml" },
    500,
    'invalid format: "\\"xml\\""; expected "json" or a valid JSON Schema object',
  ],
];

for (const [name, path, members, status, error] of REFUSALS) {
  Deno.test(`Ollama refuses ${name}`, async () => {
    const body = { ...(path === "chat" ? CHAT : GENERATE), stream: false, ...members };
    assertEquals(await send(mockOf("ok"), path, body), { status, body: { error } });
  });
}

/** What is taken, though it looks odd. */
const TAKEN: readonly (readonly [string, object])[] = [
  ["members that it does not know", { foo: 1, options: { bar: 2 } }],
  ["null for nothing", { tools: null, options: null, format: null, keep_alive: null }],
  ["a model that nobody has", { model: "nobody/has:this" }],
  ["a message that has no role", { messages: [{ content: "hi" }] }],
  ["an empty format", { format: "" }],
  ["a time to keep without an end", { keep_alive: -1 }],
];

for (const [name, members] of TAKEN) {
  Deno.test(`Ollama takes ${name}`, async () => {
    const { status } = await send(mockOf("ok"), "chat", { ...CHAT, stream: false, ...members });
    assertEquals(status, 200);
  });
}

Deno.test("Ollama says in its own form that something went wrong", async () => {
  const problem = { kind: "overloaded", message: "server busy, please try again." } as const;
  const mock = new MockGPT({ rules: [{ response: { problem } }] });
  assertEquals(await send(mock, "chat", CHAT), { status: 503, body: { error: problem.message } });
});

Deno.test("what no rule of a mock is for is refused in Ollama's form", async () => {
  const { status, body } = await send(new MockGPT({ rules: [] }), "chat", CHAT);
  assertEquals(status, 400);
  assertEquals(Object.keys(body), ["error"]);
});
