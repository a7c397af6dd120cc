import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { countUsage } from "../../../src/mock/result/count_usage.ts";
import { limitedChoice } from "../../../src/mock/result/limited_choice.ts";
import type { ModelResult } from "../../../src/mock/result/model_result.ts";
import { regularResult } from "../../../src/mock/result/regular_result.ts";
import { splitTokens } from "../../../src/mock/tokens/split_tokens.ts";
import { modelResults } from "../../support/model_results.ts";

function limited(result: ModelResult, limits: { stop?: readonly string[]; maxTokens?: number }) {
  const { stop = [], maxTokens } = limits;
  return limitedChoice(regularResult(result), { stop, maxTokens });
}

function textOf({ blocks }: ReturnType<typeof limited>): string {
  return blocks.map((block) => block.type === "text" ? block.text : "").join("");
}

Deno.test.each([
  { name: "before it", content: "one STOP two", stop: ["STOP"], text: "one ", stopText: "STOP" },
  { name: "at the first of two", content: "a b c", stop: ["c", "b"], text: "a ", stopText: "b" },
  {
    name: "at the first, told first",
    content: "a b c",
    stop: ["b", "c"],
    text: "a ",
    stopText: "b",
  },
  // A model that has written "c" is stopped before it could write the rest of "bcd".
  {
    name: "at the one that ends first",
    content: "abcd",
    stop: ["bcd", "c"],
    text: "ab",
    stopText: "c",
  },
  {
    name: "at the longer of two that end together",
    content: "abc",
    stop: ["c", "bc"],
    text: "a",
    stopText: "bc",
  },
  { name: "with nothing left", content: "END", stop: ["END"], text: "", stopText: "END" },
  {
    name: "nowhere for an empty text",
    content: "abc",
    stop: [""],
    text: "abc",
    stopText: undefined,
  },
])("limitedChoice() ends a text $name", ({ content, stop, text, stopText }) => {
  const choice = limited({ content, finishReason: "length" }, { stop });
  assertEquals([textOf(choice), choice.stopText], [text, stopText]);
  assertEquals(choice.reason, stopText === undefined ? "length" : "stop");
});

Deno.test("limitedChoice() finds a stop text that lies across blocks, and drops what follows it", () => {
  const { blocks, reason } = limited({
    blocks: [
      { type: "text", text: "see EN" },
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "D of it" },
      { type: "tool_call", name: "find" },
    ],
  }, { stop: ["END"] });
  assertEquals(blocks, [{ type: "text", text: "see ", citations: [] }]);
  assertEquals(reason, "stop");
});

Deno.test("limitedChoice() finds a stop text in a later block", () => {
  const blocks = ["one ", "two END three"].map((text) => ({ type: "text" as const, text }));
  assertEquals(textOf(limited({ blocks }, { stop: ["END"] })), "one two ");
});

Deno.test("limitedChoice() counts reasoning against the most tokens", () => {
  const choice = limited({ reasoning: "one two three", content: "four five" }, { maxTokens: 4 });
  assertEquals(choice.blocks.map((block) => "text" in block && block.text), [
    "one two three",
    "four",
  ]);
  assertEquals(choice.reason, "length");
});

Deno.test("limitedChoice() cuts a call within its arguments, or leaves it out with its name", () => {
  const toolCalls = [{ name: "find", arguments: { q: "a b" } }];
  const tokens = splitTokens('{"q":"a b"}');
  for (let maxTokens = 1; maxTokens <= tokens.length; maxTokens++) {
    const { blocks, reason } = limited({ toolCalls }, { maxTokens });
    assertEquals(reason, "length");
    assertEquals(
      blocks.map((block) => block.type === "tool_call" && block.arguments),
      [tokens.slice(0, maxTokens - 1).join("")],
    );
  }
  const long = [{ name: "a_tool_with_a_long_name", arguments: {} }];
  assertEquals(limited({ content: "Hi", toolCalls: long }, { maxTokens: 2 }).blocks.length, 1);
  assertEquals(limited({ toolCalls }, { maxTokens: tokens.length + 1 }).reason, "tool_use");
});

Deno.test("limitedChoice() keeps no source of words that were cut away", () => {
  const citations = [{ url: "https://a", end: 3 }, { url: "https://b", start: 4, end: 9 }];
  const { blocks } = limited({ content: "one two three", citations }, { stop: [" three"] });
  assertEquals(blocks.map((block) => block.type === "text" && block.citations), [
    [{ url: "https://a", end: 3 }, { url: "https://b", start: 4, end: 7 }],
  ]);
  const cut = limited({ content: "one two three", citations }, { stop: [" two"] });
  assertEquals(cut.blocks.map((block) => block.type === "text" && block.citations), [
    [{ url: "https://a", end: 3 }],
  ]);
});

Deno.test("limitedChoice() never lets an answer have more tokens than asked for", () => {
  fc.assert(
    fc.property(modelResults(), fc.integer({ min: 1, max: 30 }), (result, maxTokens) => {
      const whole = regularResult(result);
      const choice = limitedChoice(whole, { stop: [], maxTokens });
      const request = { model: "m", messages: [{ role: "user", content: "x" }], stream: false };
      const { output, reasoning } = countUsage(request, [choice]);
      assertEquals([output <= maxTokens, reasoning <= output], [true, true]);
      const isWhole = countUsage(request, [whole]).output <= maxTokens;
      assertEquals(choice.reason, isWhole ? whole.reason : "length");
      if (isWhole) assertEquals(choice, whole);
      else assertEquals(textOf(whole).startsWith(textOf(choice)), true);
    }),
    { numRuns: 500 },
  );
});
