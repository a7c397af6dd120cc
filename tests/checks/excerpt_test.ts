import { assertEquals } from "@std/assert";
import { toBytes } from "../../src/bytes.ts";
import { excerptAt, excerptFrames, excerptOf, excerptTaken } from "../../src/checks/excerpt.ts";
import { frameOf } from "../../src/wire/frame.ts";

Deno.test("excerptAt() shows what stands around a place, and where it is", () => {
  assertEquals(
    excerptAt(toBytes('data: {"a":1}\n\ndata: {"b":2}\n\n'), 15),
    'cut at byte 15 of 30: data: {"a":1}\\n\\n ✂ data: {"b":2}\\n\\n',
  );
  const long = toBytes("x".repeat(200));
  const shown = excerptAt(long, 100, "chunk ends");
  assertEquals(
    shown,
    `chunk ends at byte 100 of 200: …${"x".repeat(72)} ✂ ${"x".repeat(24)}…`,
  );
});

Deno.test("excerptAt() shows the two ends of a body", () => {
  assertEquals(excerptAt(toBytes("abc"), 0), "cut at byte 0 of 3:  ✂ abc");
  assertEquals(excerptAt(toBytes("abc"), 3), "cut at byte 3 of 3: abc ✂ ");
});

Deno.test("excerptOf() shows a short body whole, and both ends of a long one", () => {
  assertEquals(excerptOf(toBytes("")), "body: (empty)");
  assertEquals(excerptOf(toBytes("one\ntwo")), "body: one\\ntwo");
  const long = toBytes(`${"a".repeat(100)}${"b".repeat(100)}`);
  assertEquals(
    excerptOf(long, 40),
    `body: ${"a".repeat(30)} … ${"b".repeat(10)} (from byte 190 of 200)`,
  );
});

Deno.test("excerptFrames() shows the payloads, and of many the last ones", () => {
  const frames = [frameOf({ a: 1 }), frameOf({ b: 2 }, "named"), frameOf("[DONE]")];
  assertEquals(excerptFrames(frames), 'frames:\n  {"a":1}\n  named: {"b":2}\n  [DONE]');
  const many = Array.from({ length: 9 }, (_, index) => frameOf({ index }));
  assertEquals(
    excerptFrames(many).split("\n").slice(0, 2),
    ["frames (the last 6 of 9):", '  {"index":3}'],
  );
});

Deno.test("excerptFrames() shows both ends of a long payload", () => {
  const [, shown] = excerptFrames([frameOf(`${"a".repeat(200)}${"z".repeat(200)}`)]).split("\n");
  assertEquals(shown, `  ${"a".repeat(48)} … ${"z".repeat(160)}`);
});

Deno.test("excerptTaken() shows how far a body was read, and what followed", () => {
  const recent = toBytes("data: a\n\n");
  assertEquals(
    excerptTaken(9, recent, "then it ended"),
    "body read up to byte 9: data: a\\n\\n ✂ then it ended",
  );
  assertEquals(
    excerptTaken(90, recent, "it is open"),
    "body read up to byte 90: …data: a\\n\\n ✂ it is open",
  );
  assertEquals(
    excerptTaken(0, new Uint8Array(0), "it is open"),
    "body: (nothing was read), it is open",
  );
});
