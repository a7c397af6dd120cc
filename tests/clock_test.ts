import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { Clock } from "../src/clock.ts";
import { systemClock, TIMED_OUT, withDeadline } from "../src/clock.ts";

/** A clock whose sleeps end only by hand, so that no test waits for time. */
function handClock() {
  const ends: (() => void)[] = [];
  const sleeps: number[] = [];
  let stopped = 0;
  const clock: Clock = {
    now: () => 0,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      return new Promise((resolve, reject) => {
        ends.push(resolve);
        signal?.addEventListener("abort", () => {
          stopped++;
          reject(signal.reason);
        });
      });
    },
  };
  return { clock, sleeps, wake: () => ends.forEach((end) => end()), stopped: () => stopped };
}

Deno.test("systemClock.now() gives the time of the machine", () => {
  const before = Date.now();
  const now = systemClock.now();
  assert(before <= now && now <= Date.now());
});

Deno.test("systemClock.sleep() ends, and takes its listener off the signal", async () => {
  const abort = new AbortController();
  const added: unknown[] = [];
  const removed: unknown[] = [];
  const { signal } = abort;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: unknown, options?: unknown) => {
    added.push(listener);
    add(type, listener as EventListener, options as AddEventListenerOptions);
  };
  signal.removeEventListener = (type: string, listener: unknown) => {
    removed.push(listener);
    remove(type, listener as EventListener);
  };
  await systemClock.sleep(0, signal);
  assertEquals(added.length, 1);
  assertEquals(removed, added);
});

Deno.test("systemClock.sleep() rejects with the signal's own reason, and leaves no timer", async () => {
  const abort = new AbortController();
  const reason = new Error("Enough");
  const sleep = systemClock.sleep(3_600_000, abort.signal);
  abort.abort(reason);
  assertStrictEquals(await assertRejects(() => sleep), reason);
});

Deno.test("systemClock.sleep() rejects at once when the signal is aborted already", async () => {
  const reason = new Error("Enough");
  const sleep = () => systemClock.sleep(3_600_000, AbortSignal.abort(reason));
  assertStrictEquals(await assertRejects(sleep), reason);
});

Deno.test("systemClock.sleep() lasts longer than one timer can count", async () => {
  // Timers count up to 2^31 - 1 ms, under 25 days, and end at once beyond that.
  const day = 24 * 3_600_000;
  const time = new FakeTime();
  try {
    let ended = false;
    const sleep = systemClock.sleep(60 * day).then(() => ended = true);
    await time.tickAsync(60 * day - 1);
    assertEquals(ended, false);
    await time.tickAsync(1);
    assertEquals(await sleep, true);
  } finally {
    time.restore();
  }
});

Deno.test("systemClock.sleep() can be ended in any of its timers", async () => {
  const day = 24 * 3_600_000;
  const abort = new AbortController();
  const time = new FakeTime();
  try {
    const sleep = systemClock.sleep(60 * day, abort.signal);
    await time.tickAsync(30 * day);
    abort.abort(new Error("Enough"));
    await assertRejects(() => sleep, Error, "Enough");
    assertEquals(time.next(), false);
  } finally {
    time.restore();
  }
});

Deno.test("withDeadline() gives what the task gives, and stops its timer", async () => {
  const { clock, sleeps, stopped } = handClock();
  assertEquals(await withDeadline(15, Promise.resolve("done"), clock), "done");
  assertEquals([sleeps, stopped()], [[15], 1]);
});

Deno.test("withDeadline() gives TIMED_OUT when the time is up first", async () => {
  const { clock, wake } = handClock();
  const outcome = withDeadline(15, new Promise<string>(() => {}), clock);
  wake();
  assertStrictEquals(await outcome, TIMED_OUT);
});

Deno.test("withDeadline() passes the task's rejection on, and stops its timer", async () => {
  const { clock, stopped } = handClock();
  const outcome = withDeadline(15, Promise.reject(new Error("failed")), clock);
  await assertRejects(() => outcome, Error, "failed");
  assertEquals(stopped(), 1);
});

Deno.test("withDeadline() swallows a rejection that comes too late", async () => {
  const { clock, wake } = handClock();
  let fail: (error: Error) => void = () => {};
  const task = new Promise<never>((_, reject) => fail = reject);
  const outcome = withDeadline(15, task, clock);
  wake();
  assertStrictEquals(await outcome, TIMED_OUT);
  fail(new Error("late"));
  await Promise.resolve();
});

Deno.test("withDeadline() is made of short sleeps, so that a busy event loop stretches it", async () => {
  const sleeps: number[] = [];
  const clock = {
    now: () => 0,
    sleep(ms: number) {
      sleeps.push(ms);
      return Promise.resolve();
    },
  };
  assertStrictEquals(await withDeadline(50, new Promise<never>(() => {}), clock), TIMED_OUT);
  assertEquals(sleeps, [20, 20, 10]);
});

Deno.test("withDeadline() runs on the machine's clock by default, and leaves no timer", async () => {
  assertEquals(await withDeadline(3_600_000, Promise.resolve(7)), 7);
  assertStrictEquals(await withDeadline(1, new Promise<never>(() => {})), TIMED_OUT);
});
