import { assertEquals } from "@std/assert";
import { mockOf, refusal, send } from "./asked.ts";

const F = { type: "function", name: "f", parameters: { type: "object", properties: {} } };
const NAMESPACE = { type: "namespace", name: "n", description: "d", tools: [F] };
const MCP = { type: "mcp", server_label: "s" };
const SCREEN = {
  type: "computer_use_preview",
  display_width: 800,
  display_height: 600,
  environment: "linux",
};
const grammar = (more: object) => ({
  type: "custom",
  name: "c",
  format: { type: "grammar", ...more },
});

/** Tools that are refused, and the member that is at fault. */
const REFUSED: readonly (readonly [tool: object, param: string])[] = [
  [{ type: "file_search" }, "vector_store_ids"],
  [{ type: "file_search", vector_store_ids: ["v"], max_num_results: 51 }, "max_num_results"],
  [{ type: "mcp" }, "server_label"],
  [{ ...MCP, require_approval: "maybe" }, "require_approval"],
  [{ type: "code_interpreter" }, "container"],
  [{ type: "image_generation", partial_images: 4 }, "partial_images"],
  [{ type: "image_generation", output_compression: 101 }, "output_compression"],
  [{ type: "web_search", search_context_size: "huge" }, "search_context_size"],
  [{ ...SCREEN, display_width: undefined }, "display_width"],
  [{ ...SCREEN, environment: "dos" }, "environment"],
  [{ ...NAMESPACE, description: undefined }, "description"],
  [{ ...NAMESPACE, tools: undefined }, "tools"],
  [{ ...NAMESPACE, tools: [{ ...F, name: "a b" }] }, "tools[0].name"],
  [grammar({}), "format.definition"],
  [grammar({ definition: "x", syntax: "gbnf" }), "format.syntax"],
  [grammar({ grammar: { definition: "x", syntax: "lark" } }), "format.definition"],
  [{ type: "custom", name: "c", format: { type: "regex" } }, "format.type"],
];

for (const [tool, param] of REFUSED) {
  Deno.test(`Responses refuse the tool ${JSON.stringify(tool)}`, async () => {
    const error = await refusal({ tools: [tool] });
    assertEquals([error.status, error.param], [400, `tools[0].${param}`]);
  });
}

const TAKEN: readonly object[] = [
  { tools: [{ type: "file_search", vector_store_ids: ["v"], max_num_results: 50 }] },
  { tools: [{ ...MCP, require_approval: { never: { tool_names: ["a"] } }, server_url: "u" }] },
  { tools: [{ type: "code_interpreter", container: { type: "auto" } }] },
  { tools: [NAMESPACE, grammar({ definition: "^x$", syntax: "regex" })] },
  { tools: [SCREEN], tool_choice: { type: "computer_use" } },
  { tools: [{ type: "computer" }], tool_choice: { type: "computer_use" } },
  { tools: [MCP], tool_choice: { type: "mcp", server_label: "s" } },
];

Deno.test("Responses take tools of every kind, and a choice of them", async () => {
  for (const body of TAKEN) {
    const { status, body: answer } = await send(mockOf("ok"), { model: "m", input: "x", ...body });
    assertEquals([status, answer.error], [200, null]);
  }
});

Deno.test("Responses refuse a choice of a server without its name", async () => {
  const error = await refusal({ tools: [MCP], tool_choice: { type: "mcp" } });
  assertEquals([error.status, error.param], [400, "tool_choice.server_label"]);
});

Deno.test("a reference to an item need not say that it is one", async () => {
  const mock = mockOf("Hello");
  const { body } = await send(mock, { model: "m", input: "First" });
  const [{ id }] = body.output as [{ id: string }];
  for (const reference of [{ id }, { type: null, id }, { type: "item_reference", id }]) {
    const input = [reference, { role: "user", content: "Then" }];
    assertEquals((await send(mock, { model: "m", input })).status, 200);
  }
  const messages = mock.records.at(-1)!.request.messages.map(({ role }) => role);
  assertEquals(messages, ["assistant", "user"]);
});
