import { assertEquals, assertStrictEquals } from "@std/assert";
import { dropFields } from "../../../src/proxy/edit/drop_fields.ts";
import { documentOf, textOf } from "./texts.ts";

const NAMES = ["reasoning_content", "reasoning_details"];

Deno.test("dropFields() removes the members from every message, and nothing else", () => {
  const document = documentOf(
    '{ "messages": [ {"role":"user", "content":"reasoning_content"}, ' +
      '{"reasoning_content":"a", "role":"assistant", "content":1.0 ,"reasoning_details":[{}] }, 7, ' +
      '{"role":"tool","x":{"reasoning_content":"in"}} ], "reasoning_content":"out" }',
  );
  assertEquals(
    textOf(dropFields(document, "messages", NAMES)),
    '{ "messages": [ {"role":"user", "content":"reasoning_content"}, ' +
      '{"role":"assistant", "content":1.0 }, 7, ' +
      '{"role":"tool","x":{"reasoning_content":"in"}} ], "reasoning_content":"out" }',
  );
});

Deno.test("dropFields() removes a member that is there twice, or written with escapes", () => {
  const document = documentOf(
    '{"messages":[{"reasoning_content":1,"role":"x","reasoning\\u005fcontent":2}]}',
  );
  assertEquals(textOf(dropFields(document, "messages", NAMES)), '{"messages":[{"role":"x"}]}');
});

Deno.test("dropFields() removes them from any list of messages", () => {
  const document = documentOf(
    '{"input":[{"reasoning_content":1}],"messages":[{"reasoning_content":1}]}',
  );
  assertEquals(
    textOf(dropFields(document, "input", NAMES)),
    '{"input":[{}],"messages":[{"reasoning_content":1}]}',
  );
});

Deno.test("dropFields() leaves one list of messages, so that no reader finds what was dropped", () => {
  const document = documentOf('{"messages":[{"reasoning_content":1}],"messages":[{"role":"x"}]}');
  assertEquals(textOf(dropFields(document, "messages", NAMES)), '{"messages":[{"role":"x"}]}');
});

Deno.test.each([
  { body: '{"messages":[{"role":"user"}]}', names: NAMES },
  { body: '{"messages":[{"reasoning_content":1}]}', names: [] },
  { body: '{"messages":{"reasoning_content":1}}', names: NAMES },
  { body: '{"input":"text"}', names: NAMES },
  { body: "[]", names: NAMES },
])("dropFields() gives the very same document for $body without $names", ({ body, names }) => {
  const document = documentOf(body);
  assertStrictEquals(dropFields(document, "messages", names), document);
});
