import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { toBytes } from "../../../src/bytes.ts";
import type { FuzzInput } from "../../../src/checks/fuzz/fuzz_input.ts";
import { smallestInput } from "../../../src/checks/fuzz/smallest_input.ts";

function textOf({ body }: Pick<FuzzInput, "body">): string {
  return new TextDecoder().decode(body);
}

/** The two parts of a body that is cut, or all of it. */
function partsOf(input: FuzzInput): string[] {
  const { body } = input;
  if (input.kind !== "prefix") return [textOf(input)];
  return [body.slice(0, input.cut), body.slice(input.cut)].map((part) => textOf({ body: part }));
}

function smallest(input: FuzzInput, fails: (...parts: string[]) => boolean | "stop") {
  return smallestInput(input, (smaller) => Promise.resolve(fails(...partsOf(smaller))));
}

const words = fc.array(
  fc.constantFrom("a", "é", "🌍", "{", "}", ",", '"', "\n", "\n\n", "\r\n", "x:y", "bb"),
  { maxLength: 30 },
).map((parts) => parts.join(""));

Deno.test("smallestInput() leaves what fails, and no character that it does not need", async () => {
  await fc.assert(
    fc.asyncProperty(words, words, fc.boolean(), async (head, tail, isCut) => {
      // Fails while there are an "é", and two marks in this order, wherever they stand.
      const fails = (text: string) => text.includes("é") && /\{[^]*,/.test(text);
      const body = toBytes(`${head}{é${tail},${head}`);
      const input: FuzzInput = isCut
        ? { kind: "prefix", body, cut: toBytes(head).length }
        : { kind: "read", body };
      const found = await smallest(input, (...parts) => fails(parts.join("")));
      const text = textOf(found);
      assert(fails(text));
      assertEquals([...text].toSorted(), [",", "{", "é"]);
    }),
    { numRuns: 100 },
  );
});

Deno.test("smallestInput() keeps what stands before the cut there, and what follows it behind", async () => {
  const body = toBytes("data: one\n\ndata: two\n\ndata: three\n\n");
  const found = await smallest(
    { kind: "prefix", body, cut: 22 },
    (head = "", tail = "") => head.includes("two") && tail.includes("h"),
  );
  assertEquals(partsOf(found), ["two", "h"]);
});

Deno.test("smallestInput() takes a whole member away with its comma", async () => {
  const body = toBytes(
    '{"id":"x","choices":[{"index":0,"text":"y"}],"usage":{"in":{},"out":null}}',
  );
  const found = await smallest({ kind: "read", body }, (text) => {
    try {
      return JSON.parse(text!).choices[0].text !== undefined;
    } catch {
      return false;
    }
  });
  assertEquals(textOf(found), '{"choices":[{"text":""}]}');
});

Deno.test("smallestInput() stops when it is told to, and gives what it has by then", async () => {
  let tried = 0;
  const body = toBytes("a\n\nb\n\nc\n\n");
  const found = await smallest({ kind: "read", body }, () => ++tried > 1 ? "stop" : true);
  assertEquals([textOf(found), tried], ["a\n\nb\n\n", 2]);
});
