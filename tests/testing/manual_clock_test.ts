import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ManualClock } from "../../src/testing/manual_clock.ts";

Deno.test("ManualClock wakes sleepers in the order of their times, each at its own time", async () => {
  const clock = new ManualClock(100);
  const log: [string, number][] = [];
  const late = clock.sleep(20).then(() => log.push(["late", clock.now()]));
  const early = clock.sleep(10).then(() => log.push(["early", clock.now()]));
  await clock.advance(50);
  await Promise.all([early, late]);
  assertEquals(log, [["early", 110], ["late", 120]]);
  assertEquals(clock.now(), 150);
});

Deno.test("ManualClock lets what wakes sleep again within the same move", async () => {
  const clock = new ManualClock();
  const times: number[] = [];
  const loop = (async () => {
    for (let round = 0; round < 3; round++) {
      await clock.sleep(10);
      times.push(clock.now());
    }
  })();
  await clock.advance(30);
  await loop;
  assertEquals(times, [10, 20, 30]);
});

Deno.test("ManualClock leaves those asleep whose time has not come", async () => {
  const clock = new ManualClock();
  const abort = new AbortController();
  const sleep = clock.sleep(10, abort.signal);
  await clock.advance(9);
  assertEquals(clock.sleeping, 1);
  abort.abort();
  await assertRejects(() => sleep);
  assertEquals(clock.sleeping, 0);
});

Deno.test("ManualClock.sleep() rejects with the signal's reason, at once or later", async () => {
  const clock = new ManualClock();
  const reason = new Error("Enough");
  const abort = new AbortController();
  const sleep = clock.sleep(10, abort.signal);
  abort.abort(reason);
  assertStrictEquals(await assertRejects(() => sleep), reason);
  assertStrictEquals(await assertRejects(() => clock.sleep(10, abort.signal)), reason);
});

Deno.test("ManualClock.advance() refuses to go back", async () => {
  await assertRejects(() => new ManualClock().advance(-1), RangeError, "current value is -1");
  await assertRejects(() => new ManualClock().advance(NaN), RangeError, "current value is NaN");
});

Deno.test("ManualClock is moved also while the clock of the machine is a fake one", async () => {
  using _time = new FakeTime();
  const clock = new ManualClock();
  let isAwake = false;
  const sleep = clock.sleep(10).then(() => isAwake = true);
  await clock.advance(10);
  assertEquals(isAwake, true);
  await sleep;
});
