import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { rebuildFromChunks } from "../../../src/proxy/answer/rebuild_from_chunks.ts";
import type { JsonObject } from "../../../src/wire/json.ts";

function chunkOf(delta: unknown, more: JsonObject = {}): JsonObject {
  return { choices: [{ index: 0, delta, ...more }] };
}

/** The choices that chunks make up. */
function choicesOf(...chunks: readonly JsonObject[]): unknown {
  return rebuildFromChunks(chunks).choices;
}

function callOf(id: string, name: string, text: string): JsonObject {
  return { id, type: "function", function: { name, arguments: text } };
}

Deno.test("rebuildFromChunks() puts a message together", () => {
  const shared = { id: "c", created: 5, model: "m" };
  const answer = rebuildFromChunks([
    { ...shared, ...chunkOf({ role: "assistant", content: "" }) },
    { ...shared, ...chunkOf({ reasoning_content: "a" }), usage: null },
    { ...shared, ...chunkOf({ reasoning_content: "b", content: "c" }) },
    { ...shared, ...chunkOf({ content: "d" }, { finish_reason: "stop" }) },
    { ...shared, choices: [], usage: { total_tokens: 3 } },
  ]);
  assertEquals(answer, {
    ...shared,
    object: "chat.completion",
    choices: [{
      index: 0,
      message: { role: "assistant", content: "cd", reasoning_content: "ab" },
      finish_reason: "stop",
    }],
    usage: { total_tokens: 3 },
  });
});

Deno.test("rebuildFromChunks() tolerates null choices", () => {
  assertEquals(choicesOf({ choices: null }, {}, { choices: [null] }, { choices: "x" }), []);
});

Deno.test("rebuildFromChunks() tolerates null where a delta, a text or calls are expected", () => {
  const chunks = [
    chunkOf(null),
    chunkOf({ content: null, tool_calls: null, role: null }),
    chunkOf({
      tool_calls: [null, { function: null }, { index: 0, id: null, function: { name: null } }],
    }),
    chunkOf({ content: "a" }, { finish_reason: "" }),
    chunkOf(undefined, { finish_reason: null }),
  ];
  assertEquals(choicesOf(...chunks), [{
    index: 0,
    message: { role: "assistant", content: "a", tool_calls: [callOf("", "", "")] },
    finish_reason: null,
  }]);
});

Deno.test("rebuildFromChunks() puts calls together by place, and begins another with another id", () => {
  const chunks = [
    [{ index: 0, id: "a", function: { name: "f", arguments: '{"x"' } }, {
      index: 1,
      id: "b",
      function: { name: "g" },
    }],
    [{ index: 0, function: { arguments: ":1}" } }, {
      index: 1,
      id: "b",
      function: { arguments: "{}" },
    }],
    [{ index: 0, id: "c", function: { name: "h", arguments: "1" } }, {
      function: { arguments: "2" },
    }],
  ].map((calls) => chunkOf({ tool_calls: calls }));
  assertEquals(choicesOf(...chunks), [{
    index: 0,
    message: {
      role: "assistant",
      content: null,
      tool_calls: [callOf("a", "f", '{"x":1}'), callOf("b", "g", "{}"), callOf("c", "h", "12")],
    },
    finish_reason: null,
  }]);
});

Deno.test("rebuildFromChunks() parts choices, and joins lists", () => {
  const details = (text: string) => ({ delta: { reasoning_details: [{ text }] } });
  const choices = choicesOf(
    { choices: [{ index: 1, ...details("x") }, { index: 0, ...details("a") }] },
    { choices: [details("b")] },
  );
  const whole = (index: number, ...texts: string[]) => ({
    index,
    message: {
      role: "assistant",
      content: null,
      reasoning_details: texts.map((text) => ({ text })),
    },
    finish_reason: null,
  });
  assertEquals(choices, [whole(0, "a", "b"), whole(1, "x")]);
});

Deno.test("rebuildFromChunks() never throws, whatever chunks there are", () => {
  const known = ["choices", "delta", "index", "tool_calls", "function", "content", "finish_reason"];
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom(null, "", "x", 0, true),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string()), tie("value"), { maxKeys: 4 }),
    ),
  })).value;
  const chunk = fc.dictionary(fc.constantFrom(...known), value, { maxKeys: 5 });
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 4 }), (chunks) => {
      rebuildFromChunks(chunks);
    }),
    { numRuns: 1000 },
  );
});
