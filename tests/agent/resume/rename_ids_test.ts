import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { renamed } from "../../../src/agent/resume/rename_ids.ts";

const isId = (text: string) => text.startsWith("id-");
const text = fc.oneof(fc.string(), fc.nat(5).map((number) => `id-${number}`));
const values = fc.array(
  fc.oneof(text, fc.array(text), fc.dictionary(fc.constantFrom("a", "b", "c"), text)),
);

Deno.test("renamed() gives one text for logs whose ids differ, and tells other differences", () => {
  fc.assert(fc.property(values, (log) => {
    const fresh = JSON.parse(JSON.stringify(log).replaceAll(/"id-(\d)"/g, '"id-fresh-$1"'));
    assertEquals(renamed(fresh, isId), renamed(log, isId));
  }));
});

Deno.test("renamed() numbers ids whatever the order of keys is", () => {
  assertEquals(
    renamed([{ b: "id-1", a: "id-2" }, "id-1"], isId),
    renamed([{ a: "id-2", b: "id-1" }, "id-1"], isId),
  );
  assertEquals(renamed([{ "id-9": "x" }, "id-9"], isId), [{ "id 1": "x" }, "id 1"]);
});
