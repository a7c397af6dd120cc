import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { applyReasoningField } from "../../../src/proxy/edit/apply_reasoning_field.ts";
import { reasoningTextOf } from "../../../src/proxy/edit/reasoning_text_of.ts";
import { documentOf, jsonText, parsed, stringText, textOf } from "./texts.ts";

const FIELD = "reasoning_content";
const CALLS = '"tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]';

/** Completes a body with one message; gives the message. */
function completed(message: string, emptyOk = false, field: string | null = FIELD): string {
  const before = '{"model":"m", "messages":[ ';
  const after = ' ] ,"n":1e0}';
  const text = textOf(applyReasoningField(documentOf(before + message + after), field, emptyOk));
  assertEquals([text.startsWith(before), text.endsWith(after)], [true, true]);
  return text.slice(before.length, -after.length);
}

const text = (text: string) => `{"type":"reasoning.text","text":${JSON.stringify(text)}}`;
const summary = (text: string) => `{"type":"reasoning.summary","summary":${JSON.stringify(text)}}`;

Deno.test.each([
  { name: "reasoning", from: '"reasoning":"hm"', found: "hm" },
  {
    name: "reasoning before its details",
    from: `"reasoning":"hm","reasoning_details":[${text("other")}]`,
    found: "hm",
  },
  {
    name: "details where reasoning is empty",
    from: `"reasoning":"","reasoning_details":[${text("a")},${text("b\n")}]`,
    found: "ab\n",
  },
  {
    name: "details where reasoning is null",
    from: `"reasoning":null,"reasoning_details":[${text("a")}]`,
    found: "a",
  },
  {
    name: "details without a type",
    from: '"reasoning_details":[{"text":"a"}]',
    found: "a",
  },
  {
    name: "texts, not their summaries as well",
    from: `"reasoning_details":[${summary("s")},${text("a")}]`,
    found: "a",
  },
  {
    name: "summaries where there are no texts",
    from: `"reasoning_details":[${summary("s")},${summary("t")}]`,
    found: "st",
  },
  {
    name: "nothing of a foreign type",
    from: `"reasoning_details":[{"type":"x","text":"no"},${text("a")},null,"no",7]`,
    found: "a",
  },
  { name: "reasoning_text of Copilot", from: '"reasoning_text":"hm"', found: "hm" },
  {
    name: "details before an alias",
    from: `"reasoning_text":"no","reasoning_details":[${text("a")}]`,
    found: "a",
  },
])("applyReasoningField() takes $name", ({ from, found }) => {
  const message = `{"role":"assistant",${from}, ${CALLS} }`;
  const expected = `{"role":"assistant",${from}, ${CALLS},"${FIELD}":${JSON.stringify(found)} }`;
  assertEquals(completed(message), expected);
});

Deno.test.each([
  {
    name: "from a member of another dialect",
    field: "reasoning",
    from: '"reasoning_content":"hm"',
  },
  { name: "from a long way off", field: "thoughts", from: '"reasoning_text":"hm"' },
])("applyReasoningField() fills whatever member the upstream wants, $name", ({ field, from }) => {
  const message = `{"role":"assistant",${from},${CALLS}}`;
  const expected = `{"role":"assistant",${from},${CALLS},"${field}":"hm"}`;
  assertEquals(completed(message, false, field), expected);
});

Deno.test.each([
  { name: "a user's message", message: `{"role":"user","reasoning":"hm",${CALLS}}` },
  { name: "a tool's message", message: `{"role":"tool","reasoning":"hm",${CALLS}}` },
  {
    name: "an assistant's message without tool calls",
    message: '{"role":"assistant","reasoning":"hm"}',
  },
  {
    name: "an assistant's message with empty tool calls",
    message: '{"role":"assistant","reasoning":"hm","tool_calls":[ ]}',
  },
  {
    name: "an assistant's message with null for tool calls",
    message: '{"role":"assistant","reasoning":"hm","tool_calls":null}',
  },
  {
    name: "a member that says something",
    message: `{"role":"assistant","reasoning":"hm","${FIELD}":"x",${CALLS}}`,
  },
  {
    name: "a member that is no text",
    message: `{"role":"assistant","reasoning":"hm","${FIELD}":[{}],${CALLS}}`,
  },
  { name: "what is no message", message: 'null, 7, "assistant", [], {}' },
])("applyReasoningField() leaves $name as it is, byte for byte", ({ message }) => {
  assertEquals(completed(message, true), message);
});

Deno.test.each([
  { name: "null", present: "null" },
  { name: "empty", present: '""' },
])("applyReasoningField() fills a member that is $name, in its place", ({ present }) => {
  const message = (value: string) =>
    `{"role":"assistant","${FIELD}" : ${value}, "reasoning":"hm",${CALLS}}`;
  assertEquals(completed(message(present)), message('"hm"'));
});

Deno.test("applyReasoningField() writes an empty text where there is no reasoning, if it may be empty", () => {
  const message = `{"role":"assistant","content":null,${CALLS}}`;
  assertEquals(completed(message, true), `${message.slice(0, -1)},"${FIELD}":""}`);
  assertEquals(completed(message, false), message);
  const withNull = `{"role":"assistant","${FIELD}":null,${CALLS}}`;
  assertEquals(completed(withNull, true), withNull.replace("null", '""'));
  assertEquals(completed(withNull, false), withNull);
  const withEmpty = `{"role":"assistant","${FIELD}": "",${CALLS}}`;
  assertEquals(completed(withEmpty, true), withEmpty);
});

Deno.test("applyReasoningField() completes each message that needs it, and keeps their order", () => {
  const user = '{"role":"user","content":"1"}';
  const turn = (more: string) => `{"role":"assistant","reasoning":"hm",${CALLS}${more}}`;
  const added = `,"${FIELD}":"hm"`;
  const messages = [turn(""), user, turn(""), user].join(",\n");
  const expected = [turn(added), user, turn(added), user].join(",\n");
  assertEquals(completed(messages), expected);
});

Deno.test.each(
  [
    '{"model":"m"}',
    '{"messages":null}',
    '{"messages":{"role":"assistant"}}',
    '{"messages":[]}',
    "[]",
    "7",
  ].map((body) => ({ body })),
)("applyReasoningField() has nothing to do in $body", ({ body }) => {
  const document = documentOf(body);
  assertStrictEquals(applyReasoningField(document, FIELD, true), document);
});

Deno.test("applyReasoningField() does nothing without a member to fill", () => {
  const document = documentOf(`{"messages":[{"role":"assistant","reasoning":"hm",${CALLS}}]}`);
  for (const field of [null, undefined]) {
    assertStrictEquals(applyReasoningField(document, field, true), document);
  }
});

Deno.test("applyReasoningField() leaves one list of messages, so that no reader takes another", () => {
  const message = `{"role":"assistant","reasoning":"hm",${CALLS}}`;
  const document = documentOf(`{"messages":[${message}],"messages":[${message}]}`);
  assertEquals(
    textOf(applyReasoningField(document, FIELD, false)),
    `{"messages":[${message.slice(0, -1)},"${FIELD}":"hm"}]}`,
  );
});

Deno.test("applyReasoningField() is done after once, and only adds", () => {
  const member = fc.tuple(
    fc.constantFrom("role", "reasoning", "reasoning_details", FIELD, "tool_calls", "\\u0072ole"),
    fc.oneof(
      jsonText.map((text) => text.replace("\ufeff", "")),
      stringText,
      fc.constantFrom('"assistant"', "[{}]", "null"),
    ),
  ).map(([name, value]) => `"${name}":${value}`);
  const body = fc.array(fc.array(member).map((all) => `{${all.join(",")}}`))
    .map((all) => `{"messages":[${all.join(",")}]}`);
  fc.assert(
    fc.property(body, fc.boolean(), (text, emptyOk) => {
      const document = documentOf(text);
      const once = applyReasoningField(document, FIELD, emptyOk);
      assertStrictEquals(applyReasoningField(once, FIELD, emptyOk), once);
      const without = (value: unknown) =>
        (value as { messages: Record<string, unknown>[] }).messages.map((message) => {
          const { [FIELD]: _, ...rest } = message;
          return rest;
        });
      assertEquals(without(parsed(once.bytes)), without(parsed(document.bytes)));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("applyReasoningField() reads past details that are nested 100,000 levels deep", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const from =
    `"content":${deep},"reasoning":${deep},"reasoning_details":[{"text":"a","data":${deep}},${deep}]`;
  const message = `{"role":"assistant",${from},${CALLS}}`;
  assertEquals(completed(message), `${message.slice(0, -1)},"${FIELD}":"a"}`);
});

Deno.test("reasoningTextOf() takes the first that says something, and never two together", () => {
  assertEquals(
    reasoningTextOf({ reasoning: "a", reasoning_content: "a", reasoning_text: "a" }),
    "a",
  );
  assertEquals(reasoningTextOf({ reasoning_text: "c", reasoning_content: "b" }), "b");
  assertEquals(reasoningTextOf({ reasoning: { text: "no" }, reasoning_details: "no" }), "");
  assertEquals(reasoningTextOf({}), "");
});
