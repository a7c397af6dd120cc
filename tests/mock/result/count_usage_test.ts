import { assertEquals } from "@std/assert";
import { countInput, countUsage } from "../../../src/mock/result/count_usage.ts";
import { regularResult } from "../../../src/mock/result/regular_result.ts";

const request = {
  model: "demo",
  messages: [{ role: "user", content: "Hello, world!" }],
  stream: false,
};

Deno.test("countUsage() counts reasoning, text, refusal and calls of all choices", () => {
  const first = regularResult({ reasoning: "one two", content: "three" });
  const second = regularResult({ refusal: "no", toolCalls: [{ name: "find" }] });
  assertEquals(countUsage(request, [first, second]), {
    input: 8,
    output: 2 + 1 + 1 + 1 + 2,
    reasoning: 2,
    cacheRead: 0,
    cacheWrite: 0,
  });
});

Deno.test("countUsage() lets what the result states win", () => {
  const choice = regularResult({ reasoning: "one two three", content: "four" });
  const stated = { output: 2, cacheRead: 5 };
  assertEquals(countUsage(request, [choice], { stated }), {
    input: 3,
    output: 2,
    reasoning: 2,
    cacheRead: 5,
    cacheWrite: 0,
  });
});

Deno.test("countInput() counts an image as an image, whatever its bytes are", () => {
  const part = {
    type: "image_url",
    image_url: { url: `data:image/png;base64,${"A".repeat(9999)}` },
  };
  const content = [{ type: "text", text: "What is it?" }, part];
  assertEquals(countInput({ messages: [{ role: "user", content }] }), 4 + 4 + 85);
});
