import { assertEquals } from "@std/assert";
import { finishFrom, isNeutralReason } from "../../src/turn/finish.ts";
import { ZERO_USAGE } from "../../src/turn/usage.ts";
import { usage } from "../support/events.ts";

const MAP = { end_turn: "stop", max_tokens: "length" } as const;

Deno.test("isNeutralReason() knows the four neutral reasons and no other", () => {
  for (const reason of ["stop", "tool_use", "length", "filtered"]) {
    assertEquals(isNeutralReason(reason), true);
  }
  for (const reason of ["", "end_turn", "Stop", "error", "constructor", "__proto__"]) {
    assertEquals(isNeutralReason(reason), false);
  }
});

for (
  const [raw, reason] of [
    ["end_turn", "stop"],
    ["max_tokens", "length"],
    ["pause_turn", "pause_turn"],
    ["", "stop"],
    ["constructor", "constructor"],
    ["__proto__", "__proto__"],
  ] as const
) {
  Deno.test(`finishFrom() gives "${reason}" for the provider's word "${raw}"`, () => {
    assertEquals(finishFrom(MAP, raw, usage(1, 2, 3, 4)), {
      reason,
      raw,
      usage: usage(1, 2, 3, 4),
      discarded: ZERO_USAGE,
    });
  });
}

Deno.test("finishFrom() has no usage by default", () => {
  assertEquals(finishFrom(MAP, "end_turn").usage, ZERO_USAGE);
});
