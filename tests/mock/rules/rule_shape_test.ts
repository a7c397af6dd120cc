import { assertThrows } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Rule } from "../../../mock.ts";

const BAD: readonly { rule: unknown; message: string }[] = [
  { rule: null, message: "'options.rules[0]' as it must be an object" },
  {
    rule: { reslt: "x" },
    message: "'options.rules[0].reslt' as there is no such member, did you mean 'result'",
  },
  {
    rule: {},
    message:
      "exactly one of result, generator, response, embedding, frames, sequence, and it has none",
  },
  { rule: { result: "x", generator: () => "" }, message: "it has 'result' and 'generator'" },
  { rule: { result: 7 }, message: "'options.rules[0].result' as it must be a text or an object" },
  {
    rule: { result: { toolCalls: [{}] } },
    message: "'options.rules[0].result.toolCalls[0]' as it must have a member 'name'",
  },
  {
    rule: { result: { toolCalls: [{ name: "f", input: "", arguments: {} }] } },
    message: "it has both",
  },
  {
    rule: { result: { content: "x", blocks: [] } },
    message: "'blocks' stands in place of 'content'",
  },
  {
    rule: { result: { blocks: [{ type: "txt" }] } },
    message: "'options.rules[0].result.blocks[0].type'",
  },
  {
    rule: { result: { usage: { input: -1 } } },
    message: "'options.rules[0].result.usage.input' as it must be at least 0",
  },
  {
    rule: { result: "", prompt: 7 },
    message: "'options.rules[0].prompt' as it must be a text or a regular",
  },
  {
    rule: { result: "", surface: "openai" },
    message: "'options.rules[0].surface' as it must be one of",
  },
  {
    rule: { result: "", turn: 0.5 },
    message: "'options.rules[0].turn' as it must be a whole number",
  },
  { rule: { result: "", times: 0 }, message: "'options.rules[0].times' as it must be at least 1" },
  {
    rule: { result: "", then: "cycle" },
    message: "'options.rules[0].then' as there is no 'sequence'",
  },
  {
    rule: { result: { content: "abc", citations: [{ start: 2, end: 1 }] } },
    message:
      "'options.rules[0].result.citations[0]' as it must be a part of a text of 3 characters",
  },
  {
    rule: { result: { content: "abc", citations: [{ url: "u" }, { end: 4 }] } },
    message: "'options.rules[0].result.citations[1]' as it must be a part of a text",
  },
  {
    rule: { result: { content: "abc", citations: [{ start: 4 }] } },
    message: "it begins at 4 and ends at 3",
  },
  {
    rule: {
      result: { blocks: [{ type: "text", text: "abc", citations: [{ start: 4, end: 9 }] }] },
    },
    message: "'options.rules[0].result.blocks[0].citations[0]' as it must be a part of a text",
  },
  {
    rule: { result: { toolCalls: [{ name: "f" }], citations: [{ url: "u" }] } },
    message: "'options.rules[0].result.citations' as there is no 'content' that they are of",
  },
  {
    rule: { response: {} },
    message: "'options.rules[0].response' as it says nothing of a response",
  },
  {
    rule: { response: { problem: { kind: "server", message: "x" }, body: "x" } },
    message: "'options.rules[0].response.body' as it stands in place of 'problem'",
  },
  {
    rule: { response: { status: 204, body: "x" } },
    message: "'options.rules[0].response.body' as a response with the status 204 has no body",
  },
  {
    rule: { response: { status: 304, problem: { kind: "server", message: "x" } } },
    message: "'options.rules[0].response.problem' as a response with the status 304 has no body",
  },
  {
    rule: { response: { delayMs: Infinity } },
    message: "'options.rules[0].response.delayMs' as it must be at least 0",
  },
  {
    rule: { sequence: [] },
    message: "'options.rules[0].sequence' as it must be a list that is not empty",
  },
  {
    rule: { sequence: [{ times: 1 }] },
    message: "'options.rules[0].sequence[0].times' as there is no such",
  },
  {
    rule: { response: { status: 99 } },
    message: "'options.rules[0].response.status' as it must be from 200",
  },
  {
    rule: { response: { problem: { kind: "bad", message: "" } } },
    message: "'options.rules[0].response.problem.kind'",
  },
  {
    rule: { response: { headers: { "bad name": "x" } } },
    message: "'options.rules[0].response.headers.bad name' as it must be a header with a name",
  },
  {
    rule: { response: { headers: { name: "x\r\nother: y" } } },
    message: "'options.rules[0].response.headers.name' as it must be a header with a name",
  },
  {
    rule: { response: { contentType: "text/html\r\nother: y" } },
    message: "'options.rules[0].response.contentType' as it must be a content type",
  },
  {
    rule: { result: "", delivery: { contentType: "" } },
    message: "'options.rules[0].delivery.contentType' as it must be a content type",
  },
  {
    rule: { embedding: [1], delivery: { timing: { firstTokenMs: 5 } } },
    message: "'options.rules[0].delivery' as it is for turns, and the rule answers with a vector",
  },
  {
    rule: { sequence: [{ embedding: [1] }], delivery: {} },
    message: "'options.rules[0].delivery' as it is for turns, and the rule answers with a vector",
  },
  {
    rule: { sequence: [{ embedding: [1], delivery: {} }] },
    message: "'options.rules[0].sequence[0].delivery' as it is for turns",
  },
  {
    rule: { sequence: [{ response: { status: 503 } }], delivery: {} },
    message:
      "'options.rules[0].delivery' as it is for turns, and the rule answers with responses, whose 'delayMs'",
  },
  {
    rule: { result: "", headers: { "bad name": /x/ } },
    message: "'options.rules[0].headers.bad name' as it must be a header with a name",
  },
];

Deno.test("MockGPT() refuses a result that is nested too deeply, as that of a hostile file", () => {
  const content = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
  assertThrows(
    () => new MockGPT({ rules: [{ result: { content } }] }),
    TypeError,
    "'options.rules[0].result.content' as it is nested too deeply",
  );
});

for (const { rule, message } of BAD) {
  Deno.test(`MockGPT() refuses a rule: ${message}`, () => {
    assertThrows(() => new MockGPT({ rules: [rule as Rule] }), Error, message);
  });
}
