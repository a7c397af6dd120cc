import { assertEquals } from "@std/assert";
import { mockOf, refusal, send } from "./asked.ts";

const FUNCTION = { type: "function", name: "f", parameters: { type: "object", properties: {} } };
const CALL = { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" };

/** What is asked, and what OpenAI says to it: the words, the member, the code, and the status if not 400. */
const REFUSED: readonly (readonly [object, string, string | null, string | null, number?])[] = [
  [
    { model: undefined },
    "Missing required parameter: 'model'.",
    "model",
    "missing_required_parameter",
  ],
  [
    { model: 3 },
    "Invalid type for 'model': expected a string, but got an integer instead.",
    "model",
    "invalid_type",
  ],
  [
    { input: undefined },
    "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation' must be provided.",
    "input",
    "missing_required_parameter",
  ],
  [{ surprise: 1 }, "Unknown parameter: 'surprise'.", "surprise", "unknown_parameter"],
  [
    { reasoning: { depth: 1 } },
    "Unknown parameter: 'reasoning.depth'.",
    "reasoning.depth",
    "unknown_parameter",
  ],
  [
    { messages: [] },
    "Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'. Try again with the new parameter.",
    "messages",
    "unsupported_parameter",
  ],
  [
    { stream: "yes" },
    "Invalid type for 'stream': expected a boolean, but got a string instead.",
    "stream",
    "invalid_type",
  ],
  [
    { stream_options: { include_obfuscation: false } },
    "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
    "stream_options",
    null,
  ],
  [
    { max_output_tokens: 5 },
    "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 5 instead.",
    "max_output_tokens",
    "integer_below_min_value",
  ],
  [
    { temperature: 2.5 },
    "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.5 instead.",
    "temperature",
    "decimal_above_max_value",
  ],
  [
    { truncation: "some" },
    "Invalid value: 'some'. Supported values are: 'auto' and 'disabled'.",
    "truncation",
    "invalid_value",
  ],
  [{ prompt: { id: "pmpt_1" } }, "Prompt with id 'pmpt_1' not found.", "prompt", null, 404],
  [
    { conversation: "conv_1" },
    "Conversation with id 'conv_1' not found.",
    "conversation",
    null,
    404,
  ],
  [
    { conversation: { id: "conv_1" }, previous_response_id: "resp_1" },
    "Mutually exclusive parameters: 'previous_response_id' and 'conversation'. Ensure you are only providing one of: 'previous_response_id' or 'conversation'.",
    null,
    "mutually_exclusive_parameters",
  ],
  [
    { background: true, store: false },
    "Background mode requires 'store' to be true.",
    "background",
    null,
  ],
  // The form of the text.
  [
    { text: { format: {} } },
    "Missing required parameter: 'text.format.type'.",
    "text.format.type",
    "missing_required_parameter",
  ],
  [
    { text: { format: { type: "xml" } } },
    "Invalid value: 'xml'. Supported values are: 'json_object', 'json_schema', and 'text'.",
    "text.format.type",
    "invalid_value",
  ],
  [
    { text: { format: { type: "json_schema", schema: { type: "object" } } } },
    "Missing required parameter: 'text.format.name'.",
    "text.format.name",
    "missing_required_parameter",
  ],
  [
    {
      text: {
        format: { type: "json_schema", name: "n", strict: true, schema: { type: "object" } },
      },
    },
    "Invalid schema for response_format 'n': In context=(), 'additionalProperties' is required to be supplied and to be false.",
    "text.format.schema",
    "invalid_json_schema",
  ],
  [
    { text: { format: { type: "json_object" } } },
    "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
    "input",
    null,
  ],
  // Tools.
  [
    { tools: {} },
    "Invalid type for 'tools': expected an array, but got an object instead.",
    "tools",
    "invalid_type",
  ],
  [
    { tools: [{ type: "function", function: { name: "f" } }] },
    "Missing required parameter: 'tools[0].name'.",
    "tools[0].name",
    "missing_required_parameter",
  ],
  [
    { tools: [{ ...FUNCTION, name: "a b" }] },
    "Invalid 'tools[0].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    "tools[0].name",
    "invalid_value",
  ],
  [
    { tools: [{ ...FUNCTION, parameters: { type: "string" } }] },
    "Invalid schema for function 'f': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"string\"'.",
    "tools[0].parameters",
    "invalid_function_parameters",
  ],
  [
    { tool_choice: "required" },
    "Tool choice 'required' must be specified with 'tools' parameter.",
    "tool_choice",
    null,
  ],
  [
    { tool_choice: "any" },
    "Invalid value: 'any'. Supported values are: 'none', 'auto', and 'required'.",
    "tool_choice",
    "invalid_value",
  ],
  [
    { tools: [FUNCTION], tool_choice: { type: "function", name: "g" } },
    "Tool choice 'g' not found in 'tools' parameter.",
    "tool_choice",
    null,
  ],
  [
    {
      tools: [FUNCTION],
      tool_choice: {
        type: "allowed_tools",
        mode: "auto",
        tools: [{ type: "function", name: "g" }],
      },
    },
    "Tool choice 'g' not found in 'tools' parameter.",
    "tool_choice",
    null,
  ],
  // The input.
  [
    { input: 3 },
    "Invalid type for 'input': expected one of a string or an array of input items, but got an integer instead.",
    "input",
    "invalid_type",
  ],
  [
    { input: ["hi"] },
    "Invalid type for 'input[0]': expected an input item, but got a string instead.",
    "input[0]",
    "invalid_type",
  ],
  [
    { input: [{ role: "tool", content: "x" }] },
    "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    "input[0].role",
    "invalid_value",
  ],
  [
    { input: [{ role: "user", content: null }] },
    "Invalid type for 'input[0].content': expected one of an array of objects or string, but got null instead.",
    "input[0].content",
    "invalid_type",
  ],
  [
    { input: [{ role: "user" }] },
    "Missing required parameter: 'input[0].content'.",
    "input[0].content",
    "missing_required_parameter",
  ],
  [
    { input: [{ role: "user", content: [{ type: "text", text: "x" }] }] },
    "Invalid value: 'text'. Supported values are: 'input_text', 'input_image', 'input_file', and 'input_audio'.",
    "input[0].content[0]",
    "invalid_value",
  ],
  [
    { input: [{ role: "assistant", content: [{ type: "input_text", text: "x" }] }] },
    "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    "input[0].content[0]",
    "invalid_value",
  ],
  [
    { input: [{ role: "user", content: "x", name: "me" }] },
    "Unknown parameter: 'input[0].name'.",
    "input[0].name",
    "unknown_parameter",
  ],
  [
    { input: [{ type: "reasoning", summary: [], status: "completed" }] },
    "Unknown parameter: 'input[0].status'.",
    "input[0].status",
    "unknown_parameter",
  ],
  [
    { input: [{ role: "assistant", content: [{ type: "output_text", text: "x", parsed: {} }] }] },
    "Unknown parameter: 'input[0].content[0].parsed'.",
    "input[0].content[0].parsed",
    "unknown_parameter",
  ],
  [
    { input: [{ role: "user", content: [{ type: "input_image", image_url: { url: "x" } }] }] },
    "Invalid type for 'input[0].content[0].image_url': expected an image URL, but got an object instead.",
    "input[0].content[0].image_url",
    "invalid_type",
  ],
  [
    { input: [{ ...CALL, id: "call_1" }] },
    "Invalid 'input[0].id': 'call_1'. Expected an ID that begins with 'fc'.",
    "input[0].id",
    "invalid_value",
  ],
  [
    { input: [{ ...CALL, arguments: {} }] },
    "Invalid type for 'input[0].arguments': expected a string, but got an object instead.",
    "input[0].arguments",
    "invalid_type",
  ],
  [
    { input: [{ ...CALL, arguments: null }] },
    "Invalid type for 'input[0].arguments': expected a string, but got null instead.",
    "input[0].arguments",
    "invalid_type",
  ],
  [
    { input: [{ role: "assistant", content: [{ type: "refusal" }] }] },
    "Missing required parameter: 'input[0].content[0].refusal'.",
    "input[0].content[0].refusal",
    "missing_required_parameter",
  ],
  [
    { input: [{ ...CALL, call_id: "" }] },
    "Invalid 'input[0].call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    "input[0].call_id",
    "empty_string",
  ],
  [{ input: [CALL] }, "No tool output found for function call call_1.", "input", null],
  [
    { input: [{ type: "function_call_output", call_id: "call_2", output: "x" }] },
    "No tool call found for function call output with call_id call_2.",
    "input",
    null,
  ],
  [
    { input: [{ type: "custom_tool_call_output", call_id: "call_2", output: "x" }] },
    "No tool call found for custom tool call output with call_id call_2.",
    "input",
    null,
  ],
  [
    { input: [{ type: "function_call_output", call_id: "call_2" }] },
    "Missing required parameter: 'input[0].output'.",
    "input[0].output",
    "missing_required_parameter",
  ],
  [
    {
      input: [{ type: "reasoning", id: "rs_1", encrypted_content: "x", summary: [] }, {
        role: "user",
        content: "x",
      }],
    },
    "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    "input",
    null,
  ],
  [
    {
      input: [
        { id: "msg_1", role: "assistant", content: "x" },
        { id: "msg_1", role: "assistant", content: "x" },
      ],
    },
    "Duplicate item found with id msg_1. Remove duplicate items from your input and try again.",
    "input",
    null,
  ],
  [
    { input: [{ type: "item_reference", id: "msg_1" }] },
    "Item with id 'msg_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    "input",
    null,
    404,
  ],
];

for (const [body, message, param, code, status = 400] of REFUSED) {
  Deno.test(`OpenAI refuses ${JSON.stringify(body)}`, async () => {
    const type = "invalid_request_error";
    assertEquals(await refusal(body), { status, message, type, param, code });
  });
}

/** What OpenAI takes. */
const TAKEN: readonly object[] = [
  { input: "", temperature: null, tools: [], include: [], metadata: {}, stream: null },
  { input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "x" }] }] },
  {
    tools: [FUNCTION, { type: "web_search" }, { type: "custom", name: "c" }],
    tool_choice: "required",
  },
  {
    tools: [{ type: "mcp", server_label: "s" }],
    tool_choice: { type: "mcp", server_label: "s", name: "x" },
  },
  { text: { format: { type: "json_object" } }, input: "Answer in JSON." },
  { input: [CALL, { type: "function_call_output", call_id: "call_1", output: [] }] },
  { input: [{ type: "reasoning", summary: [] }, { role: "user", content: "x" }] },
  { input: [{ type: "web_search_call", id: "ws_1", status: "completed" }] },
];

for (const body of TAKEN) {
  Deno.test(`OpenAI takes ${JSON.stringify(body)}`, async () => {
    const mock = mockOf({ content: '"ok"', toolCalls: [{ name: "f" }] });
    const { status, body: reply } = await send(mock, { model: "m", input: "hi", ...body });
    assertEquals([status, reply.error], [200, null]);
  });
}
