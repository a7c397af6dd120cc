import { assertEquals } from "@std/assert";
import { excerpt } from "../../src/turn/excerpt.ts";

Deno.test("excerpt() quotes a word, and no more than 256 characters of it", () => {
  assertEquals(excerpt('a "word"'), '"a \\"word\\""');
  assertEquals(excerpt("x".repeat(300)), `"${"x".repeat(256)}"`);
});
