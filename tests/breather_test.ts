import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Breather, STEPS_PER_BREATH } from "../src/breather.ts";

/** Steps up to the next pause, and how many those were. */
function pauseOf(breather: Breather): { readonly steps: number; readonly pause: Promise<void> } {
  for (let steps = 1;; steps++) {
    const pause = breather.step();
    if (pause) return { steps, pause };
  }
}

Deno.test("Breather pauses once in so many steps, for a turn of the event loop", async () => {
  const breather = new Breather();
  for (let round = 0; round < 3; round++) {
    const { steps, pause } = pauseOf(breather);
    assertEquals(steps, STEPS_PER_BREATH);
    let hadTurn = false;
    setTimeout(() => hadTurn = true, 0);
    await pause;
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert(hadTurn);
  }
});

Deno.test("Breather pauses also under a fake clock, and once in as many steps as it was told", async () => {
  using _time = new FakeTime();
  const { steps, pause } = pauseOf(new Breather(3));
  assertEquals(steps, 3);
  await pause;
});
