import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { deliver } from "../../../src/mock/delivery/deliver.ts";
import type { Timing } from "../../../src/mock/delivery/delivery_plan.ts";
import { paceOf } from "../../../src/mock/delivery/pace.ts";
import { randomRow } from "../../../src/mock/random.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { delivered, frame, FRAMES } from "./bodies.ts";

function dues(timing: Timing, frames = FRAMES, beginMs = 0): number[] {
  const pace = paceOf(timing, beginMs, randomRow(7));
  return frames.map((item) => pace?.(item) ?? 0);
}

Deno.test("paceOf() gives no pace where nothing waits", () => {
  for (const timing of [undefined, {}, { firstTokenMs: 0 }, { recordedMs: [9], speed: 0 }]) {
    assertEquals(paceOf(timing, 0, randomRow(1)), undefined);
  }
});

Deno.test("paceOf() lets frames wait for the last of their tokens, and others for none", () => {
  // The tokens are 0, 2, 2, 1, 1, 0, 0; one comes every 100 ms.
  const timing = { firstTokenMs: 500, tokensPerSecond: 10 };
  assertEquals(dues(timing), [0, 600, 800, 900, 1000, 1000, 1000]);
});

Deno.test("paceOf() lets each frame wait alike where it is told to", () => {
  assertEquals(dues({ frameMs: 20 }), [20, 40, 60, 80, 100, 120, 140]);
  assertEquals(dues({ frameMs: 20, firstTokenMs: 100 }).slice(0, 3), [20, 120, 140]);
});

Deno.test("paceOf() has the same end however a text is cut", () => {
  const timing = { firstTokenMs: 300, tokensPerSecond: 20 };
  const cuts = [[1, 1, 1, 1, 1, 1], [2, 4], [3, 3], [6]];
  const ends = cuts.map((tokens) =>
    dues(timing, tokens.map((n) => frame("content", "", n))).at(-1)
  );
  assertEquals(ends, [550, 550, 550, 550]);
});

Deno.test("paceOf() waits for the first token even where an answer has no content", () => {
  const frames = [frame("open", ""), frame("finish", ""), frame("marker", "")];
  assertEquals(dues({ firstTokenMs: 50 }, frames), [0, 50, 50]);
});

Deno.test("paceOf() lets nothing be due before the answer was there", () => {
  assertEquals(dues({ firstTokenMs: 50, tokensPerSecond: 1000 }, FRAMES, 80).slice(0, 3), [
    80,
    81,
    83,
  ]);
  assertEquals(dues({ recordedMs: [10, 10] }, FRAMES.slice(0, 3), 80), [80, 90, 90]);
});

Deno.test("paceOf() keeps recorded waits, at the speed that is asked for", () => {
  const recordedMs = [100, 0, 50];
  assertEquals(dues({ recordedMs }, FRAMES.slice(0, 4)), [100, 100, 150, 150]);
  assertEquals(dues({ recordedMs, speed: 10 }, FRAMES.slice(0, 4)), [10, 10, 15, 15]);
});

const TOKENS = Array.from({ length: 20_000 }, () => frame("content", "", 1));

function gaps(timing: Timing): number[] {
  const at = dues(timing, TOKENS);
  return at.slice(1).map((due, index) => due - at[index]!);
}

Deno.test("paceOf() keeps the mean with jitter, within its bounds", () => {
  const found = gaps({ tokensPerSecond: 100, jitter: 0.5 });
  assert(found.every((gap) => gap > 4.999 && gap < 15.001));
  assert(new Set(found).size > 1000);
  assertAlmostEquals(found.reduce((sum, gap) => sum + gap) / found.length, 10, 0.1);
});

Deno.test("paceOf() keeps the mean with bursts", () => {
  const found = gaps({ tokensPerSecond: 100, burst: 0.75 });
  const together = found.filter((gap) => gap === 0).length / found.length;
  assertAlmostEquals(together, 0.75, 0.02);
  assertAlmostEquals(found.reduce((sum, gap) => sum + gap) / found.length, 10, 0.5);
});

Deno.test("paceOf() is decided by its row of numbers", () => {
  const timing = { tokensPerSecond: 50, jitter: 0.3, burst: 0.3 };
  assertEquals(dues(timing), dues(timing));
});

Deno.test("deliver() gives each frame at its time on a clock that is moved by hand", async () => {
  const clock = new ManualClock(1_000_000);
  const delivery = { timing: { firstTokenMs: 500, tokensPerSecond: 10 } };
  const { body, settled } = delivered({ clock, delivery });
  const seen: (readonly [number, number])[] = [];
  const reading = (async () => {
    for await (const { length } of body) seen.push([clock.now() - 1_000_000, length]);
  })();
  for (let step = 0; step < 21; step++) await clock.advance(50);
  await reading;
  const bytes = FRAMES.map(({ data }) => new TextEncoder().encode(`data: ${data}\n\n`).length);
  const [open, first, second, third, last, finish, marker] = bytes as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  assertEquals(seen, [
    [0, open],
    [600, first],
    [800, second],
    [900, third],
    [1000, last + finish + marker],
  ]);
  assertEquals([settled.map(({ end }) => end), clock.sleeping], [["served"], 0]);
});

Deno.test("deliver() counts its times from the request", async () => {
  const clock = new ManualClock(5_000);
  const delivery = { timing: { firstTokenMs: 500 } };
  const { body } = delivered({ clock, delivery, startedMs: 4_800 }, FRAMES.slice(1));
  let isOver = false;
  const reading = (async () => {
    for await (const _ of body);
    isOver = true;
  })();
  await clock.advance(299);
  assertEquals(isOver, false);
  await clock.advance(1);
  assertEquals(isOver, true);
  await reading;
});

Deno.test("deliver() gives a slow reader together what has become due", async () => {
  const clock = new ManualClock();
  const { body } = delivered({ clock, delivery: { timing: { tokensPerSecond: 10 } } });
  const reader = body.getReader();
  await reader.read();
  await clock.advance(10_000);
  const chunks = [await reader.read(), await reader.read()];
  assertEquals(chunks.map(({ done }) => done), [false, true]);
});

Deno.test("deliver() runs on the machine's clock under FakeTime", async () => {
  using time = new FakeTime();
  const timing = { firstTokenMs: 1000, tokensPerSecond: 30, jitter: 0.1 };
  const { body, settled } = delivered({ delivery: { timing } });
  let bytes = 0;
  const reading = (async () => {
    for await (const { length } of body) bytes += length;
  })();
  await time.tickAsync(800);
  const early = bytes;
  for (let step = 0; step < 20; step++) await time.tickAsync(50);
  await reading;
  assertEquals(early, new TextEncoder().encode(`data: ${FRAMES[0]!.data}\n\n`).length);
  assertEquals(settled.map(({ end, frames }) => [end, frames]), [["served", 7]]);
});

Deno.test("deliver() draws from the call's row once, and only for what varies", () => {
  const drawn = [{}, { tokensPerSecond: 5 }, { tokensPerSecond: 5, jitter: 0.5 }].map((timing) => {
    let draws = 0;
    const row = randomRow(1);
    deliver(FRAMES, {
      framing: "sse",
      delivery: { timing },
      clock: new ManualClock(),
      random: () => (draws++, row()),
      signal: undefined,
      problemFrames: () => [],
      onSettled() {},
    });
    return draws;
  });
  assertEquals(drawn, [0, 0, 1]);
});
