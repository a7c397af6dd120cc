import { assertEquals, assertRejects } from "@std/assert";
import { type Alarm, Alarms } from "../../../src/proxy/time/alarms.ts";
import { inTime, LATE } from "../../../src/proxy/time/in_time.ts";
import { Watchdog } from "../../../src/proxy/time/watchdog.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

/** Alarms on a clock that starts at 0, and what they rang. */
function lab() {
  const clock = new ManualClock(0);
  const alarms = new Alarms(clock);
  const rung: string[] = [];
  const alarm = (name: string, atMs: number): Alarm => {
    const one = {
      place: 0,
      atMs,
      ring() {
        rung.push(`${name} at ${clock.now()}`);
        alarms.remove(one);
      },
    };
    alarms.add(one);
    return one;
  };
  const dog = () =>
    new Watchdog<string>(alarms, (phase) => rung.push(`${phase} at ${clock.now()}`));
  return { clock, alarms, rung, alarm, dog };
}

Deno.test("Alarms wakes each at its time, whatever their order, by one timer", async () => {
  const { clock, rung, alarm } = lab();
  alarm("late", 300);
  alarm("first", 100);
  alarm("second", 200);
  alarm("with it", 200);
  await clock.advance(0);
  assertEquals(clock.sleeping, 1);
  await clock.advance(99);
  assertEquals(rung, []);
  await clock.advance(1);
  assertEquals(rung, ["first at 100"]);
  await clock.advance(100);
  assertEquals(rung, ["first at 100", "second at 200", "with it at 200"]);
  await clock.advance(100);
  assertEquals(rung.at(-1), "late at 300");
  assertEquals(clock.sleeping, 0);
});

Deno.test("Alarms leaves no timer behind when the last is removed, and wakes who comes after that", async () => {
  const { clock, alarms, rung, alarm } = lab();
  const one = alarm("one", 100);
  const other = alarm("other", 200);
  alarms.remove(one);
  await clock.advance(0);
  assertEquals(clock.sleeping, 1);
  alarms.remove(other);
  await clock.advance(0);
  assertEquals(clock.sleeping, 0);
  alarm("next", 300);
  await clock.advance(300);
  assertEquals(rung, ["next at 300"]);
});

Deno.test("Alarms wakes at once whose time has passed", async () => {
  const { clock, rung, alarm } = lab();
  await clock.advance(100);
  alarm("passed", 50);
  await clock.advance(0);
  assertEquals(rung, ["passed at 100"]);
});

Deno.test("Watchdog tells of the first deadline that passes, once, and then of nothing", async () => {
  const { clock, rung, dog } = lab();
  const one = dog();
  one.set("total", 300);
  one.set("idle", 100);
  await clock.advance(1000);
  assertEquals(rung, ["idle at 100"]);
  assertEquals(clock.sleeping, 0);
});

Deno.test("Watchdog tells of a deadline that stands behind one that was moved or taken away", async () => {
  const { clock, rung, dog } = lab();
  const one = dog();
  one.set("total", 300);
  one.set("idle", 100);
  await clock.advance(50);
  one.set("idle", 100);
  await clock.advance(60);
  one.clear("idle");
  await clock.advance(189);
  assertEquals(rung, []);
  await clock.advance(1);
  assertEquals(rung, ["total at 300"]);
});

Deno.test("Watchdog tells of a deadline that is moved before the one it waits for", async () => {
  const { clock, rung, dog } = lab();
  const one = dog();
  one.set("total", 300);
  one.set("total", 100);
  await clock.advance(100);
  assertEquals(rung, ["total at 100"]);
});

Deno.test("Watchdog tells of nothing when it was stopped or has no deadline, and keeps no timer", async () => {
  const { clock, rung, dog } = lab();
  const stopped = dog();
  stopped.set("total", 100);
  stopped.stop();
  await clock.advance(0);
  assertEquals(clock.sleeping, 0);
  const without = dog();
  without.set("total", 100);
  without.clear("total");
  await clock.advance(100);
  assertEquals([rung, clock.sleeping], [[], 0]);
  without.set("total", 100);
  await clock.advance(100);
  assertEquals(rung, ["total at 200"]);
});

Deno.test("Watchdogs of one clock do not disturb one another", async () => {
  const { clock, rung, dog } = lab();
  const [one, other] = [dog(), dog()];
  one.set("one", 100);
  other.set("other", 200);
  one.stop();
  await clock.advance(200);
  assertEquals(rung, ["other at 200"]);
});

Deno.test("inTime() gives what the task gives, or LATE, and keeps no timer", async () => {
  const { clock, alarms } = lab();
  assertEquals(await inTime(alarms, 100, Promise.resolve("done")), "done");
  await assertRejects(() => inTime(alarms, 100, Promise.reject(new Error("no"))), Error, "no");
  await clock.advance(0);
  assertEquals(clock.sleeping, 0);
  const { promise, reject } = Promise.withResolvers<string>();
  const waited = inTime(alarms, 100, promise);
  await clock.advance(100);
  assertEquals(await waited, LATE);
  // Nobody is there to be told, and nobody is.
  reject(new Error("late"));
  await clock.advance(0);
  assertEquals(clock.sleeping, 0);
});
