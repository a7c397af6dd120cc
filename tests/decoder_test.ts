import { assertEquals, assertThrows } from "@std/assert";
import { chain, type Decoder } from "../src/decoder.ts";

/** Cuts texts into letters; fails at "!" and gives "." at the end. */
function letters(name: string): Decoder<string, string> {
  return {
    push(chunk, out = []) {
      for (const letter of chunk) {
        if (letter === "!") throw new Error(name);
        out.push(letter);
      }
      return out;
    },
    end(out = []) {
      out.push(".");
      return out;
    },
  };
}

/** Gives pairs of what it takes; fails at "?" and gives the odd one at the end. */
function pairs(): Decoder<string, string> {
  let first = "";
  return {
    push(chunk, out = []) {
      if (chunk === "?") throw new Error("pairs");
      if (first !== "") out.push(first + chunk);
      first = first === "" ? chunk : "";
      return out;
    },
    end(out = []) {
      out.push(`${first}$`);
      return out;
    },
  };
}

Deno.test("chain() hands what the first stage gives to the second, the end included", () => {
  const decoder = chain(letters("letters"), pairs());
  assertEquals(decoder.push("abc"), ["ab"]);
  assertEquals(decoder.push(""), []);
  assertEquals(decoder.end(), ["c.", "$"]);
});

Deno.test("chain() appends to the array it is given", () => {
  const out = ["before"];
  const decoder = chain(letters("letters"), pairs());
  assertEquals(decoder.push("ab", out), ["before", "ab"]);
  assertEquals(decoder.end(out), ["before", "ab", ".$"]);
});

Deno.test("chain() gives what came before a failure of the first stage", () => {
  const out: string[] = [];
  assertThrows(() => chain(letters("letters"), pairs()).push("abc!", out), Error, "letters");
  assertEquals(out, ["ab"]);
});

Deno.test("chain() gives what came before a failure of the second stage", () => {
  const out: string[] = [];
  assertThrows(() => chain(letters("letters"), pairs()).push("abc?d", out), Error, "pairs");
  assertEquals(out, ["ab"]);
});

Deno.test("chain() reports the failure that comes first in the stream", () => {
  const out: string[] = [];
  assertThrows(() => chain(letters("letters"), pairs()).push("ab?c!", out), Error, "pairs");
  assertEquals(out, ["ab"]);
});

Deno.test("chain() does not hand an item on twice after a failure", () => {
  const decoder = chain(letters("letters"), pairs());
  assertThrows(() => decoder.push("ab?", []), Error, "pairs");
  assertEquals(decoder.push("cd"), ["cd"]);
});
