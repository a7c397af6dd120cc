import { assertEquals, assertStringIncludes } from "@std/assert";
import { fitting, HEADERS, refusal, send, TOOL, USER } from "./asked.ts";
import { MockGPT } from "../../../../mock.ts";

const SEARCH = { type: "web_search_20250305", name: "web_search" };
const CACHE = { cache_control: { type: "ephemeral" } };
const CITY = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const RECURSIVE = "Recursive schemas are not supported";
const INVALID =
  "tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview.";

/** Tools that are refused, and what is said to them. */
const REFUSED: readonly (readonly [object, string])[] = [
  [{ ...SEARCH, name: "search" }, "tools.0.web_search_20250305.name: Input should be 'web_search'"],
  [
    { ...TOOL, name: "f".repeat(129) },
    "tools.0.custom.name: String should have at most 128 characters",
  ],
  [{ type: "bash_20250124", name: "sh" }, "tools.0.bash_20250124.name: Input should be 'bash'"],
  [
    { type: "text_editor_20250124", name: "str_replace_based_edit_tool" },
    "tools.0.text_editor_20250124.name: Input should be 'str_replace_editor'",
  ],
  [
    { ...SEARCH, input_schema: { type: "object" } },
    "tools.0.web_search_20250305.input_schema: Extra inputs are not permitted",
  ],
  [
    { type: "text_editor_20250429", name: "str_replace_based_edit_tool", max_characters: 5 },
    "tools.0.text_editor_20250429.max_characters: Extra inputs are not permitted",
  ],
  [
    { ...SEARCH, response_inclusion: "full" },
    "tools.0.web_search_20250305.response_inclusion: Extra inputs are not permitted",
  ],
  [
    { ...SEARCH, user_location: { type: "exact" } },
    "tools.0.web_search_20250305.user_location.type: Input should be 'approximate'",
  ],
  [
    { ...SEARCH, max_uses: 0 },
    "tools.0.web_search_20250305.max_uses: Input should be greater than 0",
  ],
  [
    { ...SEARCH, allowed_domains: ["a.example"], blocked_domains: ["b.example"] },
    "tools.0.web_search_20250305: only one of `allowed_domains` and `blocked_domains` may be specified",
  ],
  [
    { ...TOOL, allowed_callers: ["anyone"] },
    "tools.0.custom.allowed_callers.0: Input should be 'direct', 'code_execution_20250825', 'code_execution_20260120' or 'code_execution_20260521'",
  ],
  [
    { ...TOOL, defer_loading: true },
    "All tools have defer_loading set. At least one tool must be non-deferred.",
  ],
  [
    { ...TOOL, ...CACHE, defer_loading: true },
    "Tool 'f' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.",
  ],
  [
    { ...TOOL, input_schema: CITY, input_examples: [{ city: "Paris" }, { city: 5 }] },
    "tools.0.custom.input_examples.1: does not match input_schema: $.city must be of type string, and is 5",
  ],
  ...[
    { type: "object", properties: { city: { type: "text" } } },
    { type: "object", properties: { city: "string" } },
    { type: "object", required: "city" },
    { type: "object", additionalProperties: "false" },
    { type: "object", properties: { list: { type: "array", items: [{ type: "string" }] } } },
  ].map((schema): [object, string] => [{ ...TOOL, input_schema: schema }, INVALID]),
  [
    { ...TOOL, input_schema: { type: "object", anyOf: [{ type: "object" }] } },
    "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
  ],
  [
    { ...TOOL, strict: true },
    "tools.0.custom: For 'object' type, 'additionalProperties' must be explicitly set to false",
  ],
];

Deno.test("Anthropic's refusals of tools are in its words", async () => {
  for (const [tool, words] of REFUSED) assertEquals(await refusal({ tools: [tool] }), words);
  const unknown = { type: "web_search_20990101", name: "web_search" };
  assertStringIncludes(
    await refusal({ tools: [unknown] }),
    "tools.0: Input tag 'web_search_20990101' found using 'type' does not match any of the expected tags: 'bash_20250124', ",
  );
});

/** Schemas that Anthropic does not promise to keep to, and what it says. */
const UNPROMISED: readonly (readonly [object, string])[] = [
  [{ type: "object" }, "For 'object' type, 'additionalProperties' must be explicitly set to false"],
  [
    { type: "object", additionalProperties: true },
    "For 'object' type, 'additionalProperties: true' is not supported. Please set 'additionalProperties' to false",
  ],
  [
    closed({ deep: { type: "array", items: { type: "object" } } }),
    "For 'object' type, 'additionalProperties' must be explicitly set to false",
  ],
  [
    closed({ name: { type: "string", minLength: 1 } }),
    "For 'string' type, property 'minLength' is not supported",
  ],
  [
    closed({ age: { type: ["integer", "null"], minimum: 1, maximum: 2 } }),
    "For 'integer' type, properties maximum, minimum are not supported",
  ],
  [
    closed({ list: { type: "array", items: { type: "string" }, maxItems: 3 } }),
    "For 'array' type, property 'maxItems' is not supported",
  ],
  [
    closed({ list: { type: "array", items: { type: "string" }, minItems: 2 } }),
    "For 'array' type, 'minItems' values other than 0 or 1 are not supported",
  ],
  [closed({ one: { oneOf: [{ type: "string" }] } }), "Schema type 'oneOf' is not supported"],
  [closed({ next: { anyOf: [{ $ref: "#" }, { type: "null" }] } }), RECURSIVE],
  [
    { ...closed({ a: { $ref: "#/$defs/a" } }), $defs: { a: closed({ b: { $ref: "#/$defs/a" } }) } },
    RECURSIVE,
  ],
];

function closed(properties: object): object {
  return { type: "object", properties, additionalProperties: false };
}

Deno.test("Anthropic refuses a form of output that it does not promise to keep", async () => {
  for (const [schema, words] of UNPROMISED) {
    const format = { type: "json_schema", schema };
    assertEquals(
      await refusal({ output_config: { format } }),
      `output_config.format.schema: ${words}`,
    );
    assertEquals(
      await refusal({ output_format: format }, "?beta=true"),
      `output_format.schema: ${words}`,
    );
  }
  const tool = { ...TOOL, strict: true, input_schema: UNPROMISED[3]![0] };
  assertEquals(await refusal({ tools: [tool] }), `tools.0.custom: ${UNPROMISED[3]![1]}`);
});

const DEFS = { id: { type: "string", format: "uuid" } };

/** What Anthropic takes. */
const TAKEN: readonly object[] = [
  { tools: [{ type: "tool_search_tool_bm25", name: "tool_search_tool_bm25" }] },
  {
    tools: [
      { type: "tool_search_tool_regex", name: "tool_search_tool_regex" },
      { ...TOOL, defer_loading: true },
    ],
  },
  { tools: [{ ...SEARCH, max_uses: 1, allowed_domains: ["a.example"], blocked_domains: null }] },
  { tools: [{ ...SEARCH, user_location: { type: "approximate", city: "Paris" }, ...CACHE }] },
  { tools: [{ type: "computer_toolset_20260801" }, { type: "browser_toolset_20260801" }] },
  {
    tools: [{
      type: "text_editor_20250728",
      name: "str_replace_based_edit_tool",
      max_characters: 5,
    }],
  },
  { tools: [{ ...TOOL, strict: true, input_schema: closed({ city: { type: "string" } }) }] },
  { tools: [{ ...TOOL, input_schema: CITY, input_examples: [{ city: "Paris" }] }] },
  { tools: [{ ...TOOL, input_schema: { ...CITY, properties: { city: true } } }] },
  {
    output_config: {
      format: {
        type: "json_schema",
        schema: {
          ...closed({ a: { $ref: "#/$defs/id" }, b: { $ref: "#/$defs/id" } }),
          $defs: DEFS,
        },
      },
    },
  },
];

/** What it takes of trials. */
const TRIALS: readonly object[] = [
  {
    tools: [{ type: "mcp_toolset", mcp_server_name: "s" }],
    mcp_servers: [{ type: "url", name: "s", url: "https://mcp.example" }],
  },
  {
    tools: [{
      type: "computer_20250124",
      name: "computer",
      display_height_px: 1,
      display_width_px: 1,
    }],
  },
  { output_config: { task_budget: { type: "tokens", total: 20_000, remaining: null } } },
  { thinking: { type: "adaptive", display: "updates", block_binding: null } },
  { thinking: { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } } },
  {
    messages: [USER, {
      role: "assistant",
      content: [
        { type: "fallback", from: { model: "a" }, to: { model: "b" } },
        { type: "text", text: "x" },
      ],
    }, USER],
  },
  { messages: [USER, { role: "system", content: "Be brief", clear_at: "next_user_message" }] },
  { messages: [USER, { role: "system", output_config: { effort: "low" } }] },
];

Deno.test("Anthropic's mock takes the tools and the trials that Anthropic takes", async () => {
  const mock = new MockGPT({ rules: [{ generator: fitting }] });
  for (const body of TAKEN) {
    const reply = await send(mock, body);
    assertEquals([reply.status, reply.body.error], [200, undefined]);
  }
  for (const body of TRIALS) {
    const reply = await send(mock, body, "?beta=true");
    assertEquals([reply.status, reply.body.error], [200, undefined]);
    assertEquals((await send(mock, body)).status, 400);
  }
  const { messages, model } = { model: "m", messages: [USER] };
  const counted = await mock.fetch("http://mock/v1/messages/count_tokens", {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify({ model, messages, speed: "fast" }),
  });
  assertEquals(counted.status, 200);
  await counted.body?.cancel();
});

Deno.test("Anthropic's tools are those that its messages add and remove", async () => {
  const change = (type: string, tool: object) => ({ role: "system", content: [{ type, tool }] });
  const added = change("tool_addition", {
    type: "tool_definition",
    definition: { ...TOOL, name: "g" },
  });
  const removed = change("tool_removal", { type: "tool_reference", name: "f" });
  const mock = new MockGPT({
    rules: [{ generator: ({ tools }) => ({ content: [...tools ?? []] as never }) }],
  });
  const body = { tools: [TOOL], messages: [USER, added, removed] };
  const { status, body: answer } = await send(mock, body, "?beta=true");
  assertEquals(status, 200);
  const [{ text }] = answer.content as [{ text: string }];
  assertEquals(JSON.parse(text).map((tool: { function: { name: string } }) => tool.function.name), [
    "g",
  ]);
});
