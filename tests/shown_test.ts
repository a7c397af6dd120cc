import { assertEquals } from "@std/assert";
import { shown } from "../src/shown.ts";

Deno.test.each([
  { value: undefined, text: "undefined" },
  { value: null, text: "null" },
  { value: 7, text: "7" },
  { value: 7n, text: "7" },
  { value: false, text: "false" },
  { value: Symbol("a"), text: "Symbol(a)" },
  { value: "", text: '""' },
  { value: 'a "b"\n', text: '"a \\"b\\"\\n"' },
  { value: "\u202e", text: '"\\u202e"' },
  { value: "x".repeat(300), text: `"${"x".repeat(200)}…"` },
  { value: 10n ** 299n, text: `1${"0".repeat(199)}` },
  { value: [], text: "a list" },
  { value: Object.create(null), text: "an object" },
  { value: () => {}, text: "a function" },
  { value: class {}, text: "a function" },
])("shown() says $text", ({ value, text }) => {
  assertEquals(shown(value), text);
});
