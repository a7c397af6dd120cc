import { assertEquals, assertThrows } from "@std/assert";
import { checkRequest } from "../../src/adapter/check_request.ts";
import { ConfigError } from "../../src/errors.ts";
import type { ToolChoice, TurnRequest } from "../../src/turn/request.ts";
import { wireOf } from "../../src/wire/wires.ts";
import { ALL_WIRES } from "./fake_fetch.ts";
import { CONVERSATION, PLAIN } from "./requests/sample_request.ts";

const tools = (...names: string[]) =>
  names.map((name) => ({ name, parameters: { type: "object" } }));

/** The seed's table of tool setups that every provider rejects. */
const REFUSED: readonly { name: string; tools: string[]; choice?: unknown; says: string }[] = [
  { name: "a space in a name", tools: ["get weather"], says: '"get weather"' },
  { name: "an empty name", tools: [""], says: '""' },
  { name: "a slash in a name", tools: ["fs/read"], says: '"fs/read"' },
  { name: "a name of other letters", tools: ["résumé"], says: '"résumé"' },
  { name: "a line end in a name", tools: ["ok", "a\nb"], says: '"a\\nb"' },
  { name: "a line end after a name", tools: ["a\n"], says: '"a\\n"' },
  { name: "a name of 65 letters", tools: ["a".repeat(65)], says: "a".repeat(65) },
  { name: "two tools of one name", tools: ["a", "a"], says: '"a"' },
  { name: "an unknown mode", tools: ["a"], choice: { mode: "sometimes" }, says: '"sometimes"' },
  { name: "no mode", tools: ["a"], choice: {}, says: "auto" },
  { name: "required without tools", tools: [], choice: { mode: "required" }, says: "required" },
  { name: "tool without tools", tools: [], choice: { mode: "tool", name: "a" }, says: "tool" },
  { name: "tool without a name", tools: ["a"], choice: { mode: "tool" }, says: "name" },
  {
    name: "tool with an empty name",
    tools: ["a"],
    choice: { mode: "tool", name: "" },
    says: "name",
  },
  {
    name: "a tool that is not declared",
    tools: ["a"],
    choice: { mode: "tool", name: "b" },
    says: '"b"',
  },
];

Deno.test.each(REFUSED)("checkRequest() refuses $name on every wire", (given) => {
  const request = {
    ...PLAIN,
    tools: tools(...given.tools),
    toolChoice: given.choice as ToolChoice,
  };
  for (const wire of ALL_WIRES) {
    const error = assertThrows(() => checkRequest(request, wire), ConfigError);
    assertEquals(error.message.includes(given.says), true, error.message);
  }
});

Deno.test.each(
  [
    { name: "a plain name", tools: ["get_weather"] },
    { name: "a dash and a digit", tools: ["a-1"] },
    { name: "64 letters", tools: ["a".repeat(64)] },
    { name: "auto without tools", tools: [], choice: { mode: "auto" } },
    { name: "none without tools", tools: [], choice: { mode: "none" } },
    { name: "required with a tool", tools: ["a"], choice: { mode: "required" } },
    { name: "a declared tool", tools: ["a", "b"], choice: { mode: "tool", name: "b" } },
  ] as const,
)("checkRequest() takes $name on every wire", (given) => {
  const toolChoice = "choice" in given ? given.choice : undefined;
  for (const wire of ALL_WIRES) {
    checkRequest({ ...PLAIN, tools: tools(...given.tools), toolChoice }, wire);
  }
});

Deno.test("checkRequest() goes by the wire's own rule for names", () => {
  const wire = { ...wireOf("openai-chat"), toolName: /^[a-z.]{1,3}$/ };
  checkRequest({ ...PLAIN, tools: tools("a.b") }, wire);
  assertThrows(() => checkRequest({ ...PLAIN, tools: tools("abcd") }, wire), ConfigError, "abcd");
});

Deno.test("checkRequest() takes a conversation with everything in it", () => {
  for (const wire of ALL_WIRES) checkRequest(CONVERSATION, wire);
});

Deno.test.each([
  { name: "no object", request: null, says: "no object" },
  { name: "no messages", request: {}, says: "'messages' is no list" },
  {
    name: "a text for messages",
    request: { messages: "hi" },
    says: 'no list of messages, as [{ role: "user", content: "Hi" }] is: got "hi"',
  },
  { name: "an empty list of messages", request: { messages: [] }, says: "an empty list" },
  {
    name: "a message that is none",
    request: { messages: ["hi"] },
    says: "messages[0] as it must be an object with a 'role' and a 'content': got \"hi\"",
  },
  {
    name: "an unknown role",
    request: { messages: [...PLAIN.messages, { role: "developer", content: "x" }] },
    says: 'messages[1] as its role must be one of: system, user, assistant, tool: got "developer"',
  },
  {
    name: "content that is no text",
    request: { messages: [{ role: "user", content: [{ type: "image" }] }] },
    says: "content",
  },
  { name: "no content of the user", request: { messages: [{ role: "user" }] }, says: "content" },
  {
    name: "null for content",
    request: { messages: [{ role: "assistant", content: null }] },
    says: "content",
  },
  {
    name: "a result of no call",
    request: { messages: [{ role: "tool", content: "x" }] },
    says: "toolCallId",
  },
  { name: "a tool that is none", request: { ...PLAIN, tools: ["t"] }, says: "tool" },
  { name: "tools that are no list", request: { ...PLAIN, tools: {} }, says: "tools" },
  {
    name: "a tool without a schema",
    request: { ...PLAIN, tools: [{ name: "t" }] },
    says: "parameters",
  },
  { name: "a choice that is none", request: { ...PLAIN, toolChoice: "auto" }, says: "auto" },
  { name: "a limit of 0", request: { ...PLAIN, maxTokens: 0 }, says: "maxTokens" },
  { name: "a limit of 1.5", request: { ...PLAIN, maxTokens: 1.5 }, says: "1.5" },
  { name: "a limit that is no number", request: { ...PLAIN, maxTokens: "9" }, says: "maxTokens" },
  { name: "a temperature of NaN", request: { ...PLAIN, temperature: NaN }, says: "NaN" },
  { name: "a temperature below 0", request: { ...PLAIN, temperature: -1 }, says: "-1" },
  { name: "one text to stop at", request: { ...PLAIN, stop: "END" }, says: "stop" },
  { name: "a number to stop at", request: { ...PLAIN, stop: [7] }, says: "stop" },
])("checkRequest() refuses $name", ({ request, says }) => {
  const wire = wireOf("openai-chat");
  const error = assertThrows(
    () => checkRequest(request as unknown as TurnRequest, wire),
    ConfigError,
  );
  assertEquals(error.message.includes(says), true, error.message);
});

Deno.test("checkRequest() takes the limits of what a request may say", () => {
  const wire = wireOf("openai-chat");
  checkRequest({ ...PLAIN, maxTokens: 1, temperature: 0, stop: [] }, wire);
  checkRequest({ messages: [{ role: "assistant" }] }, wire);
});
