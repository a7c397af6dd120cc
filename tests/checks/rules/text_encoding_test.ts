import { assertEquals, assertMatch } from "@std/assert";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { failuresOf } from "./tiny_adapter.ts";

const RULE = "text-encoding";

Deno.test("text-encoding fails an adapter with a new decoder for each chunk", async () => {
  const anew = faulty(() => ({ toText: (bytes) => bytes ? new TextDecoder().decode(bytes) : "" }));
  const failures = await failuresOf(RULE, anew);
  assertEquals(Object.keys(failures), ["characters cut in two by chunks"]);
  assertMatch(
    failures["characters cut in two by chunks"]!,
    /Expected a turn with text "Grüße, 世界 🌍\.", but it gave a whole turn: text "Gr��ße, .*; 9 of 9 places go wrong$/,
  );
});

Deno.test("text-encoding fails an adapter that reads bytes as Latin-1", async () => {
  const latin = faulty(() => ({
    toText: (bytes) => Array.from(bytes ?? [], (byte) => String.fromCharCode(byte)).join(""),
  }));
  assertEquals(Object.keys(await failuresOf(RULE, latin)), [
    "characters cut in two by chunks",
    "characters that end lines elsewhere",
  ]);
});

Deno.test("text-encoding fails an adapter that ends lines where other formats do", async () => {
  const unicode = faulty((loop) => ({
    toText(bytes) {
      return Loop.prototype.toText.call(loop, bytes).replace(/[\u2028\u2029\u0085]/g, "\n");
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, unicode)), [
    "characters that end lines elsewhere",
  ]);
});

Deno.test("text-encoding fails an adapter that does not unescape", async () => {
  const raw = faulty(() => ({
    parse: (data) => JSON.parse(data.replaceAll("\\u", "\\\\u")),
  }));
  assertEquals(
    Object.keys(await failuresOf(RULE, raw)).includes("characters as JSON escapes"),
    true,
  );
});

Deno.test("text-encoding passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
