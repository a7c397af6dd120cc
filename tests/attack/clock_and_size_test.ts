/** Times that are none, and turns whose size must not make reading them slow. */
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { assemble, systemClock, wireReader } from "../../mod.ts";
import { turnResponse } from "../../mock.ts";
import type { TurnEvent } from "../../mock.ts";
import { ManualClock } from "../../testing.ts";

Deno.test("ManualClock refuses times that are none, and so never waits for ever", async () => {
  for (const odd of [NaN, Infinity, -Infinity, "5", null] as number[]) {
    assertThrows(() => new ManualClock(odd), RangeError, "'startMs'");
    await assertRejects(() => new ManualClock().advance(odd), RangeError, "'ms'");
  }
  for (const odd of [NaN, "5", null] as number[]) {
    await assertRejects(() => new ManualClock().sleep(odd), RangeError, "'ms'");
    await assertRejects(() => systemClock.sleep(odd), RangeError, "'ms'");
  }
});

Deno.test("ManualClock never goes back, also when it is moved twice at once", async () => {
  const clock = new ManualClock();
  const times: number[] = [];
  const sleeps = [5, 50].map((ms) => clock.sleep(ms).then(() => times.push(clock.now())));
  await Promise.all([clock.advance(100), clock.advance(10)]);
  await Promise.all(sleeps);
  assertEquals(times, [5, 50]);
  assertEquals(clock.now(), 110);
});

Deno.test("the Responses wire matches many calls without comparing each with each", async () => {
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
  const calls = 12_000;
  const turn: TurnEvent[] = Array.from({ length: calls }, (_, index) => {
    return { type: "tool_call", index, id: `c${index}`, name: "f", arguments: "" };
  });
  const finish = { reason: "tool_use", raw: "", usage, discarded: usage };
  const { body } = turnResponse("openai-responses", [...turn, { type: "finish", finish }]);
  // Counted, not timed: how often the calls that are left are walked through.
  const values = Set.prototype[Symbol.iterator];
  let walked = 0;
  Set.prototype[Symbol.iterator] = function () {
    walked += this.size;
    return values.call(this);
  };
  try {
    const { toolCalls } = await assemble(wireReader("openai-responses")(body!));
    assertEquals(toolCalls.length, calls);
  } finally {
    Set.prototype[Symbol.iterator] = values;
  }
  assertEquals(walked < 10 * calls, true, `${walked} steps`);
});
