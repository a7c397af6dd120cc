import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { ObjectEditor } from "../../../src/proxy/edit/object_editor.ts";
import { documentOf, name, objectText, parsed, textOf } from "./texts.ts";

function edited(text: string, edit: (editor: ObjectEditor) => void): string {
  const document = documentOf(text);
  const editor = new ObjectEditor(document, document.root);
  edit(editor);
  return textOf(document.splice(editor.splices()));
}

Deno.test.each([
  { from: '{ "a": 1, "b": 2 }', names: ["a"], to: '{ "b": 2 }' },
  { from: '{ "a": 1, "b": 2 }', names: ["b"], to: '{ "a": 1 }' },
  { from: '{ "a": 1, "b": 2 }', names: ["a", "b"], to: "{  }" },
  { from: '{"a":1 ,\n "b":2 ,\n "c":3}', names: ["b"], to: '{"a":1 ,\n "c":3}' },
  { from: '{"a":1 ,\n "b":2 ,\n "c":3}', names: ["b", "c"], to: '{"a":1}' },
  { from: '{"a":1,"b":2,"c":3,"d":4}', names: ["a", "c"], to: '{"b":2,"d":4}' },
  { from: '{"a":1,"b":2,"c":3,"d":4}', names: ["b", "c"], to: '{"a":1,"d":4}' },
  { from: '{"a":1,"b":2,"\\u0061":3}', names: ["a"], to: '{"b":2}' },
  { from: '{"b":2}', names: ["a"], to: '{"b":2}' },
  { from: "{}", names: ["a"], to: "{}" },
])("ObjectEditor makes $to of $from by removing $names", ({ from, names, to }) => {
  assertEquals(edited(from, (editor) => names.forEach((name) => editor.remove(name))), to);
});

Deno.test.each([
  { from: "{}", to: '{"x":{"é":[1]}}' },
  { from: "{ }", to: '{"x":{"é":[1]} }' },
  { from: '{ "a": 1 }', to: '{ "a": 1,"x":{"é":[1]} }' },
  { from: '{ "x" : 1, "a":2 }', to: '{ "x" : {"é":[1]}, "a":2 }' },
  { from: '{"x":1,"a":2,"\\u0078": 3}', to: '{"a":2,"\\u0078": {"é":[1]}}' },
])("ObjectEditor makes $to of $from by setting a member", ({ from, to }) => {
  assertEquals(edited(from, (editor) => editor.set("x", { é: [1] })), to);
});

Deno.test("ObjectEditor adds members where others are removed", () => {
  const to = edited('{ "a":1, "b":2 }', (editor) => {
    editor.remove("b");
    editor.set("c", 3);
    editor.set("d", 4);
  });
  assertEquals(to, '{ "a":1,"c":3,"d":4 }');
  assertEquals(
    edited('{ "a":1 }', (editor) => {
      editor.remove("a");
      editor.set("c", 3);
    }),
    '{ "c":3 }',
  );
});

Deno.test("ObjectEditor leaves one member of each name that it changes, in any object", () => {
  fc.assert(
    fc.property(objectText, fc.array(name), fc.array(name), (text, removed, set) => {
      const result = edited(text, (editor) => {
        for (const name of removed) if (!set.includes(name)) editor.remove(name);
        for (const name of new Set(set)) editor.set(name, "new");
      });
      const document = documentOf(result);
      const names = document.members(document.root).map((member) => document.nameOf(member));
      for (const name of set) assertEquals(names.filter((other) => other === name).length, 1);
      const expected = Object.entries(parsed(documentOf(text).bytes) as object)
        .filter(([name]) => !removed.includes(name) && !set.includes(name))
        .concat(set.map((name) => [name, "new"]));
      assertEquals(parsed(document.bytes), Object.fromEntries(expected));
    }),
    { numRuns: 2000 },
  );
});
