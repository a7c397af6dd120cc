import { assertEquals, assertThrows } from "@std/assert";
import { ProviderProblem } from "../../../src/mock/providers/problem.ts";
import type { TextForm } from "../../../src/mock/request/ask.ts";
import { fittingChoice, requireForm } from "../../../src/mock/result/fitting_choice.ts";
import type { ModelResult } from "../../../src/mock/result/model_result.ts";
import { regularResult } from "../../../src/mock/result/regular_result.ts";
import { MockGPT } from "../../../mock.ts";

const TWO = [{ name: "find" }, { name: "count" }];
const named = (name: string) => ({ type: "function", function: { name } });
const allowed = (mode: string, ...names: string[]) => ({
  type: "allowed_tools",
  allowed_tools: { mode, tools: names.map(named) },
});

function fitting(result: ModelResult, more: object) {
  const request = {
    model: "m",
    messages: [{ role: "user", content: "x" }],
    stream: false,
    ...more,
  };
  const { blocks, reason } = fittingChoice(regularResult(result), { request });
  return [blocks.map((block) => block.type === "tool_call" ? block.name : block.type), reason];
}

Deno.test.each([
  { name: "all", more: {}, kept: ["find", "count"] },
  { name: "all", more: { tool_choice: "auto" }, kept: ["find", "count"] },
  { name: "all", more: { tool_choice: "required" }, kept: ["find", "count"] },
  { name: "the first", more: { parallel_tool_calls: false }, kept: ["find"] },
  { name: "the named", more: { tool_choice: named("count") }, kept: ["count"] },
  { name: "the allowed", more: { tool_choice: allowed("auto", "find") }, kept: ["find"] },
  {
    name: "the first allowed",
    more: { tool_choice: allowed("required", "count", "find"), parallel_tool_calls: false },
    kept: ["find"],
  },
])("fittingChoice() keeps $name of two calls for $more", ({ more, kept }) => {
  assertEquals(fitting({ toolCalls: TWO }, more), [[...kept], "tool_use"]);
});

Deno.test("fittingChoice() keeps what is said beside calls that are excluded", () => {
  const result = { content: "Done.", toolCalls: TWO };
  assertEquals(fitting(result, { tool_choice: "none" }), [["text"], "stop"]);
  assertEquals(fitting({ refusal: "No" }, { tool_choice: "required" }), [["refusal"], "stop"]);
  const cut = { content: "Wel", finishReason: "length" };
  assertEquals(fitting(cut, { tool_choice: "required" }), [["text"], "length"]);
});

Deno.test.each([
  { result: { toolCalls: TWO }, choice: "none" },
  { result: { content: "Hi" }, choice: "required" },
  { result: { content: "Hi", toolCalls: TWO }, choice: named("lose") },
  { result: { toolCalls: TWO }, choice: allowed("auto", "lose") },
])("fittingChoice() refuses $result for $choice", ({ result, choice }) => {
  const error = assertThrows(
    () => fitting(result as ModelResult, { tool_choice: choice }),
    ProviderProblem,
    `makes no call that its tool_choice ${JSON.stringify(choice)} lets it make`,
  );
  assertEquals(error.problem.code, "mock_result_conflict");
});

const SCHEMA = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
const STRICT: TextForm = { type: "schema", schema: SCHEMA, strict: true };

Deno.test.each([
  { content: "Hi", form: { type: "json" }, fault: "is a text that is no JSON" },
  { content: "Hi", form: { type: "schema", schema: SCHEMA }, fault: "is a text that is no JSON" },
  { content: '{"a":"b"}', form: STRICT, fault: '$.a must be of type integer, and is "b"' },
  { content: "{}", form: STRICT, fault: "$.a is required, and not there" },
])("requireForm() refuses $content for $form", ({ content, form, fault }) => {
  assertThrows(
    () => requireForm(regularResult({ content }), form as TextForm),
    ProviderProblem,
    fault,
  );
});

Deno.test.each([
  { result: { content: "Hi" }, form: { type: "text" } },
  { result: { content: { a: "b" } }, form: { type: "json" } },
  { result: { content: { a: "b" } }, form: { type: "schema", schema: SCHEMA } },
  { result: { content: { a: 1 } }, form: STRICT },
  { result: { content: '{"a":', finishReason: "length" }, form: STRICT },
  { result: { refusal: "No" }, form: STRICT },
  { result: { toolCalls: TWO }, form: STRICT },
])("requireForm() lets $result be for $form", ({ result, form }) => {
  requireForm(regularResult(result as ModelResult), form as TextForm);
});

Deno.test("requireForm() asks no form of a text that a stop text has cut", () => {
  requireForm({ ...regularResult({ content: '{"a":' }), stopText: "1" }, { type: "json" });
});

Deno.test("A result that does not fit is refused with what to do, or sent if the rule says so", async () => {
  const body = JSON.stringify({
    model: "gpt-4o",
    messages: [{ role: "user", content: "JSON please" }],
    response_format: { type: "json_object" },
  });
  const ask = async (result: ModelResult) => {
    const mock = new MockGPT({ rules: [{ result }] });
    const response = await mock.fetch("http://mock/v1/chat/completions", { method: "POST", body });
    const [record] = mock.records;
    return { status: response.status, body: await response.json(), outcome: record!.outcome };
  };
  const refused = await ask({ content: "Hi" });
  assertEquals(refused, {
    outcome: "failed",
    status: 400,
    body: {
      error: {
        message:
          "The mock's result does not fit the request, as it is a text that is no JSON: no provider would send it. " +
          "Change the rule's result, or give it 'unchecked: true' to send it as it is",
        type: "invalid_request_error",
        param: null,
        code: "mock_result_conflict",
      },
    },
  });
  const sent = await ask({ content: "Hi", unchecked: true });
  assertEquals(sent.body.choices[0].message.content, "Hi");
});

/** A request that offers one tool, on each provider's wire. */
const OFFERS: readonly (readonly [path: string, body: object, headers?: Record<string, string>])[] =
  [
    ["/v1/chat/completions", {
      messages: [{ role: "user", content: "x" }],
      tools: [named("find")],
    }],
    ["/v1/chat/completions", {
      messages: [{ role: "user", content: "x" }],
      functions: [{ name: "find", parameters: {} }],
    }],
    ["/v1/responses", {
      input: "x",
      tools: [{
        type: "function",
        name: "find",
        parameters: { type: "object", properties: {} },
        strict: false,
      }],
    }],
    ["/v1/messages", {
      max_tokens: 99,
      messages: [{ role: "user", content: "x" }],
      tools: [{ name: "find", input_schema: { type: "object" } }],
    }, { "anthropic-version": "2023-06-01" }],
    ["/v1beta/models/m:generateContent", {
      model: undefined,
      contents: [{ role: "user", parts: [{ text: "x" }] }],
      tools: [{ functionDeclarations: [{ name: "find" }] }],
    }],
    ["/api/chat", {
      messages: [{ role: "user", content: "x" }],
      tools: [named("find")],
      stream: false,
    }],
    ["/v2/chat", {
      messages: [{ role: "user", content: "x" }],
      tools: [{
        type: "function",
        function: { name: "find", parameters: { type: "object", properties: {} } },
      }],
    }],
  ];

for (const [path, body, headers = {}] of OFFERS) {
  Deno.test(`a call of a tool that a request to ${path} does not offer is a conflict, unless unchecked`, async () => {
    const ask = async (name: string, unchecked: boolean) => {
      const mock = new MockGPT({ rules: [{ result: { toolCalls: [{ name }], unchecked } }] });
      const init = { method: "POST", headers, body: JSON.stringify({ model: "m", ...body }) };
      const response = await mock.fetch(`http://mock${path}`, init);
      return [response.status, await response.text()] as const;
    };
    const [status, text] = await ask("lose", false);
    assertEquals([status, /calls the tool .*lose.*offers find/.test(text)], [400, true], text);
    for (const [name, unchecked] of [["find", false], ["lose", true]] as const) {
      assertEquals((await ask(name, unchecked))[0], 200);
    }
  });
}

Deno.test("fittingChoice() lets calls pass where it cannot tell what is on offer, or what is left out", () => {
  const calls = { toolCalls: [{ name: "lose" }], content: "Hi" };
  assertEquals(fitting(calls, {})[1], "tool_use");
  assertEquals(fitting(calls, { tools: [{ type: "mcp", server_label: "s" }] })[1], "tool_use");
  assertEquals(fitting(calls, { tools: [named("find")], tool_choice: "none" }), [["text"], "stop"]);
});
