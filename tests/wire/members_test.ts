import { assertEquals, assertThrows } from "@std/assert";
import { ModelError } from "../../src/errors.ts";
import { entriesIn, listIn, objectIn, textIn } from "../../src/wire/members.ts";

Deno.test("members that are missing or null are empty", () => {
  for (const none of [undefined, null]) {
    assertEquals(textIn(none, "m"), "");
    assertEquals(objectIn(none, "m"), {});
    assertEquals(listIn(none, "m"), []);
    assertEquals(entriesIn(none, "m"), []);
  }
  assertEquals(entriesIn([null, { a: 1 }, undefined], "m"), [{ a: 1 }]);
  // PHP writes an object without members as a list.
  assertEquals(objectIn([], "m"), {});
});

Deno.test("members of a wrong kind are errors that name them", () => {
  const rows: [() => unknown, string][] = [
    [() => textIn(5, "m"), "The 'm' of a chunk must be a text or null: it is of type number"],
    [() => textIn(["x"], "m"), "The 'm' of a chunk must be a text or null: it is a list"],
    [
      () => objectIn("x", "m"),
      "The 'm' of a chunk must be an object or null: it is of type string",
    ],
    [() => objectIn(["x"], "m"), "The 'm' of a chunk must be an object or null: it is a list"],
    [() => listIn({}, "m"), "The 'm' of a chunk must be a list or null: it is of type object"],
    [
      () => entriesIn([5], "m"),
      "The 'm' of a chunk must be an object or null: it is of type number",
    ],
  ];
  for (const [read, message] of rows) assertThrows(read, ModelError, message);
});
