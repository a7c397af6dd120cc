import { assertEquals } from "@std/assert";
import { interleaved } from "../../../src/mock/providers/interleaved.ts";

function* row(name: string, length: number) {
  for (let at = 0; at < length; at++) yield name + at;
}

Deno.test.each([
  { lengths: [], items: "" },
  { lengths: [3], items: "a0 a1 a2" },
  { lengths: [1, 3, 0, 2], items: "a0 b0 d0 b1 d1 b2" },
])("interleaved() takes rows of $lengths in turns", ({ lengths, items }) => {
  const rows = lengths.map((length, index) => row("abcd"[index]!, length));
  assertEquals([...interleaved(rows)].join(" "), items);
});
