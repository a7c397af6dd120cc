import { assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import {
  CALL,
  fitting,
  given,
  HEADERS,
  messages,
  mockOf,
  refusal,
  RESULT,
  said,
  send,
  THINKING,
  TOOL,
  USER,
} from "./asked.ts";

/** What is asked, and what Anthropic says to it. */
const REFUSED: readonly (readonly [object, string])[] = [
  [{ max_tokens: undefined }, "max_tokens: Field required"],
  [{ model: undefined }, "model: Field required"],
  [{ model: "" }, "model: String should have at least 1 character"],
  [{ messages: undefined }, "messages: Field required"],
  [{ messages: null }, "messages: Input should be a valid list"],
  [messages(), "messages: at least one message is required"],
  [{ max_tokens: "5" }, "max_tokens: Input should be a valid integer"],
  [{ max_tokens: -1 }, "max_tokens: Input should be greater than or equal to 0"],
  [{ response_format: {} }, "response_format: Extra inputs are not permitted"],
  [{ n: 2 }, "n: Extra inputs are not permitted"],
  [{ mcp_servers: [] }, "mcp_servers: Extra inputs are not permitted"],
  [{ stream: "yes" }, "stream: Input should be a valid boolean"],
  [{ temperature: 1.5 }, "temperature: Input should be less than or equal to 1"],
  [{ temperature: "hot" }, "temperature: Input should be a valid number"],
  [{ top_p: -0.1 }, "top_p: Input should be greater than or equal to 0"],
  [{ top_k: 0.5 }, "top_k: Input should be a valid integer"],
  [{ service_tier: "fast" }, "service_tier: Input should be 'auto' or 'standard_only'"],
  [{ metadata: { name: "x" } }, "metadata.name: Extra inputs are not permitted"],
  [{ metadata: "x" }, "metadata: Input should be an object"],
  [{ stop_sequences: [" "] }, "stop_sequences: each stop sequence must contain non-whitespace"],
  [{ stop_sequences: "x" }, "stop_sequences: Input should be a valid list"],
  [
    { output_config: { effort: "huge" } },
    "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
  ],
  [
    { output_config: { format: { type: "json_schema" } } },
    "output_config.format.json_schema.schema: Field required",
  ],
  // The system prompt
  [{ system: 3 }, "system: Input should be a valid list"],
  [{ system: [{ type: "text", text: "" }] }, "system: text content blocks must be non-empty"],
  [
    { system: [{ type: "image" }] },
    "system.0: Input tag 'image' found using 'type' does not match any of the expected tags: 'text'",
  ],
  // Messages
  [messages("hi" as unknown as object), "messages.0: Input should be an object"],
  [messages({ content: "x" }), "messages.0.role: Field required"],
  [messages({ role: "user" }), "messages.0.content: Field required"],
  [
    messages({ role: "tool", content: "x" }),
    'messages: Unexpected role "tool". Allowed roles are "user" or "assistant".',
  ],
  [messages({ ...USER, name: "x" }), "messages.0.name: Extra inputs are not permitted"],
  [
    messages(said(CALL), USER),
    "messages.0: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  ],
  [
    messages({ role: "user", content: "" }),
    "messages.0: all messages must have non-empty content except for the optional final assistant message",
  ],
  [messages(given({ type: "text", text: "" })), "messages: text content blocks must be non-empty"],
  [
    messages(given({ type: "text", text: " \n" })),
    "messages: text content blocks must contain non-whitespace text",
  ],
  [messages(given({ text: "x" })), "messages.0.content.0.type: Field required"],
  [messages(given({ type: "text" })), "messages.0.content.0.text.text: Field required"],
  [
    messages(given({ type: "text", text: "x", index: 0 })),
    "messages.0.content.0.text.index: Extra inputs are not permitted",
  ],
  [
    messages({ role: "user", content: " \n" }),
    "messages: text content blocks must contain non-whitespace text",
  ],
  ...["!!!", "AAAAA", "data:image/png;base64,AA=="].map((data): [object, string] => [
    messages(given({ type: "image", source: { type: "base64", media_type: "image/png", data } })),
    "messages.0.content.0.image.source.base64: invalid base64 data",
  ]),
  [
    messages(given({ type: "image", source: { type: "base64", data: "x" } })),
    "messages.0.content.0.image.source.base64.media_type: Field required",
  ],
  [
    messages(USER, { role: "assistant", content: "Sure, " }),
    "messages: final assistant content cannot end with trailing whitespace",
  ],
  [
    messages(USER, said({ type: "image", source: { type: "url", url: "x" } }), USER),
    "messages.1.content.0: `image` blocks can only be in `user` messages",
  ],
  [
    messages(given(CALL)),
    "messages.0.content.0: `tool_use` blocks can only be in `assistant` messages",
  ],
  // Thinking that comes back
  [
    messages(USER, said({ type: "thinking", thinking: "Hm" }), USER),
    "messages.1.content.0.thinking.signature: Field required",
  ],
  [
    messages(USER, said({ type: "thinking", thinking: "Hm", signature: "" }), USER),
    "messages.1.content.0: Invalid `signature` in `thinking` block",
  ],
  [
    messages(USER, said({ type: "redacted_thinking" }), USER),
    "messages.1.content.0.redacted_thinking.data: Field required",
  ],
  // Calls and their results
  [
    messages(USER, said({ ...CALL, id: "a b" }), given(RESULT)),
    "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  ],
  [
    messages(USER, said({ ...CALL, input: "{}" }), given(RESULT)),
    "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
  ],
  [
    messages(USER, said(CALL), USER),
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  ],
  [
    messages(USER, said(CALL)),
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  ],
  [
    messages(USER, said(CALL), given({ type: "text", text: "first" }, RESULT)),
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  ],
  [
    messages(given(RESULT)),
    "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
  ],
  [
    messages(USER, said(CALL), given(RESULT, { ...RESULT, tool_use_id: "toolu_2" })),
    "messages.2.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_2. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
  ],
  [
    messages(USER, said(CALL), given(RESULT, RESULT)),
    "messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_1",
  ],
  [
    messages(USER, said(CALL, CALL), given(RESULT)),
    "messages.1.content.1: `tool_use` ids must be unique",
  ],
  // Tools
  [{ tools: [{ input_schema: { type: "object" } }] }, "tools.0.custom.name: Field required"],
  [{ tools: [{ name: "f" }] }, "tools.0.custom.input_schema: Field required"],
  [
    { tools: [{ ...TOOL, name: "a.b" }] },
    "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
  ],
  [
    { tools: [{ name: "f", input_schema: { type: "string" } }] },
    "tools.0.custom.input_schema.type: Input should be 'object'",
  ],
  [
    { tools: [{ ...TOOL, parameters: {} }] },
    "tools.0.custom.parameters: Extra inputs are not permitted",
  ],
  [
    { tools: [{ type: "function", function: {} }] },
    "tools.0: Input tag 'function' found using 'type' does not match any of the expected tags: 'bash_20250124', 'browser_toolset_20260801', 'code_execution_20250522', 'code_execution_20250825', 'code_execution_20260120', 'code_execution_20260521', 'computer_toolset_20260801', 'custom', 'memory_20250818', 'text_editor_20250124', 'text_editor_20250429', 'text_editor_20250728', 'tool_search_tool_bm25', 'tool_search_tool_bm25_20251119', 'tool_search_tool_regex', 'tool_search_tool_regex_20251119', 'web_fetch_20250910', 'web_fetch_20260209', 'web_fetch_20260309', 'web_fetch_20260318', 'web_search_20250305', 'web_search_20260209', 'web_search_20260318'",
  ],
  [{ tools: [TOOL, TOOL] }, "tools: Tool names must be unique."],
  [
    { tools: [TOOL], tool_choice: "auto" },
    "tool_choice: Input should be an object",
  ],
  [
    { tools: [TOOL], tool_choice: { type: "required" } },
    "tool_choice: Input tag 'required' found using 'type' does not match any of the expected tags: 'any', 'auto', 'none', 'tool'",
  ],
  [{ tools: [TOOL], tool_choice: { type: "tool" } }, "tool_choice.tool.name: Field required"],
  [
    { tools: [TOOL], tool_choice: { type: "tool", name: "g" } },
    "Tool 'g' not found in provided tools",
  ],
  [
    { tools: [TOOL], tool_choice: { type: "none", disable_parallel_tool_use: true } },
    "tool_choice.none.disable_parallel_tool_use: Extra inputs are not permitted",
  ],
  [
    { tool_choice: { type: "any" } },
    "tool_choice: `tool_choice` may only be specified while providing `tools`.",
  ],
  // Thinking that is asked for
  [
    { thinking: { type: "on" } },
    "thinking: Input tag 'on' found using 'type' does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'",
  ],
  [{ thinking: { type: "enabled" } }, "thinking.enabled.budget_tokens: Field required"],
  [
    { thinking: { type: "enabled", budget_tokens: 1000 } },
    "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
  ],
  [
    { thinking: { type: "enabled", budget_tokens: 2000 }, max_tokens: 2000 },
    "`max_tokens` must be greater than `thinking.budget_tokens`.",
  ],
  [
    { thinking: { type: "adaptive" }, temperature: 0 },
    "`temperature` may only be set to 1 in adaptive mode.",
  ],
];

/** The same, where thinking is on. */
const REFUSED_THINKING: readonly (readonly [object, string])[] = [
  [{ temperature: 0.5 }, "`temperature` may only be set to 1 when thinking is enabled."],
  [{ top_k: 5 }, "`top_k` must be unset when thinking is enabled."],
  [
    { top_p: 0.5 },
    "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.",
  ],
  [
    { tools: [TOOL], tool_choice: { type: "any" } },
    "Thinking may not be enabled when tool_choice forces tool use.",
  ],
];

Deno.test("Anthropic's refusals are in its words", async () => {
  for (const [body, words] of REFUSED) assertEquals(await refusal(body), words);
  for (const [body, words] of REFUSED_THINKING) {
    assertEquals(await refusal({ ...THINKING, ...body }), words);
  }
});

Deno.test("Anthropic wants the thought that led to a call before the call, where thinking is on", async () => {
  const asked = messages(USER, said(CALL), given(RESULT));
  assertStringIncludes(
    await refusal({ ...THINKING, ...asked }),
    "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.",
  );
  const thought = { type: "thinking", thinking: "Hm", signature: "sig" };
  const whole = messages(USER, said(thought, CALL), given(RESULT));
  assertEquals((await send(mockOf("ok"), { ...THINKING, ...whole })).status, 200);
});

Deno.test("Anthropic wants the version of the API, and no key of the mock", async () => {
  const { "anthropic-version": _, ...others } = HEADERS;
  assertEquals(await refusal({}, "", others), "anthropic-version: header is required");
  assertEquals(
    await refusal({}, "", { ...others, "anthropic-version": "2020-01-01" }),
    'anthropic-version: "2020-01-01" is not a valid version',
  );
  assertEquals(
    await refusal({}, "/count_tokens"),
    "max_tokens: Extra inputs are not permitted",
  );
});

/** A schema that Anthropic can promise to keep to. */
const CLOSED = { type: "object", additionalProperties: false };

/** What Anthropic takes, and a mock must take too. */
const TAKEN: readonly object[] = [
  { system: "Be kind", temperature: null, metadata: { user_id: null } },
  { system: "" },
  { system: [{ type: "text", text: "x", cache_control: { type: "ephemeral", ttl: "1h" } }] },
  messages(USER, USER, { role: "assistant", content: "a" }, { role: "assistant", content: "b" }),
  messages({ role: "assistant", content: "hi" }, USER),
  messages(said(CALL), given(RESULT)),
  messages(USER, { role: "system", content: "Now in French" }),
  messages(USER, { role: "assistant", content: "" }),
  messages(USER, said(CALL), given(RESULT, { type: "text", text: "and?" })),
  messages(USER, said(CALL), given(RESULT), given({ type: "text", text: "and?" })),
  messages(
    USER,
    said(CALL, { ...CALL, id: "b" }),
    given(RESULT),
    given({ ...RESULT, tool_use_id: "b" }),
  ),
  messages(
    given({ type: "document", source: { type: "text", media_type: "text/plain", data: "x" } }),
  ),
  messages(
    USER,
    said({ type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }, {
      type: "web_search_tool_result",
      tool_use_id: "srvtoolu_1",
      content: [],
    }),
  ),
  {
    tools: [TOOL, { type: "web_search_20260318", name: "web_search" }],
    tool_choice: { type: "auto" },
  },
  { tools: [TOOL], tool_choice: { type: "tool", name: "f", disable_parallel_tool_use: true } },
  { thinking: { type: "enabled", budget_tokens: 1024, display: "omitted" }, max_tokens: 1025 },
  { output_config: { format: { type: "json_schema", schema: CLOSED } } },
  { top_p: 0.9, top_k: 5, stop_sequences: ["x"], service_tier: "auto", container: null },
];

Deno.test("Anthropic's mock takes what Anthropic takes", async () => {
  const mock = new MockGPT({ rules: [{ generator: fitting }] });
  for (const body of TAKEN) {
    const reply = await send(mock, body);
    assertEquals([reply.status, reply.body.error], [200, undefined]);
  }
});
