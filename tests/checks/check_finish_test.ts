import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { checkFinish } from "../../src/checks/check_finish.ts";
import { ContractViolation } from "../../src/checks/violation.ts";
import type { Finish } from "../../src/turn/finish.ts";
import { ZERO_USAGE } from "../../src/turn/usage.ts";

function finish(reason: string, raw: string, discardedOutput = 0): Finish {
  const discarded = { ...ZERO_USAGE, output: discardedOutput };
  return { reason, raw, usage: ZERO_USAGE, discarded };
}

Deno.test.each(
  [
    { name: "stop of end_turn", value: finish("stop", "end_turn") },
    { name: "stop without a word of the provider", value: finish("stop", "") },
    { name: "tool_use of tool_calls", value: finish("tool_use", "tool_calls") },
    { name: "length of MAX_TOKENS", value: finish("length", "MAX_TOKENS") },
    { name: "filtered of refusal", value: finish("filtered", "refusal") },
    { name: "pause_turn passed through", value: finish("pause_turn", "pause_turn") },
  ] as const,
)("checkFinish() accepts $name", ({ value }) => checkFinish(value));

Deno.test.each(
  [
    { name: "an empty reason", value: finish("", "end_turn"), says: "never empty" },
    { name: "an empty reason and word", value: finish("", ""), says: "never empty" },
    { name: "a word in another spelling", value: finish("pause_turn", "PAUSE"), says: '"PAUSE"' },
    { name: "discarded tokens", value: finish("stop", "", 1), says: '"output":1' },
  ] as const,
)("checkFinish() refuses $name", ({ value, says }) => {
  const error = assertThrows(() => checkFinish(value), ContractViolation);
  assertEquals(error.rule, "finish");
  assertStringIncludes(error.message, says);
});

Deno.test("checkFinish() says what a finish is when it is given none", () => {
  for (const bad of [undefined, null, {}, { reason: 1, raw: "" }, "stop"]) {
    assertThrows(() => checkFinish(bad as unknown as Finish), TypeError, "{ reason, raw, usage");
  }
});
