import { assertEquals } from "@std/assert";
import { goDuration } from "../../../../src/mock/providers/openai/go_duration.ts";

Deno.test.each([
  { ms: 0, text: "0s" },
  { ms: 0.9, text: "0s" },
  { ms: -5, text: "0s" },
  { ms: 120, text: "120ms" },
  { ms: 1000, text: "1s" },
  { ms: 1500, text: "1.5s" },
  { ms: 360_000, text: "6m0s" },
  { ms: 86_116_126, text: "23h55m16.126s" },
  { ms: 3_600_000, text: "1h0m0s" },
])("goDuration() spells $ms ms as $text", ({ ms, text }) => {
  assertEquals(goDuration(ms), text);
});
