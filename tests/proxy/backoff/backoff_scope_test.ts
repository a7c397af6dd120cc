import { assert, assertEquals } from "@std/assert";
import type { BackoffPass } from "../../../src/proxy/backoff/backoff_pass.ts";
import { BackoffScope } from "../../../src/proxy/backoff/backoff_scope.ts";
import type { BackoffPlan } from "../../../src/proxy/config/plan.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DEFAULTS: BackoffPlan = {
  baseMs: 1000,
  factor: 2,
  jitter: 0,
  maxHintMs: HOUR,
  probeMs: 2 * MINUTE,
};

function scope(capMs = 15 * MINUTE, defaults: Partial<BackoffPlan> = {}): BackoffScope {
  return new BackoffScope({ id: "upstream:a/b", capMs }, { ...DEFAULTS, ...defaults }, () => 1);
}

function enter(of: BackoffScope, nowMs: number): BackoffPass {
  const pass = of.enter(nowMs);
  assert(pass, `no pass at ${nowMs}`);
  return pass;
}

/** Fails at once whenever it may send; gives the rests. */
function rests(of: BackoffScope, times: number, nowMs = 0): number[] {
  return Array.from({ length: times }, () => {
    enter(of, nowMs).fail(nowMs);
    const restMs = of.remainingAt(nowMs);
    nowMs += restMs;
    return restMs;
  });
}

Deno.test("BackoffScope doubles the rest up to the cap", () => {
  assertEquals(rests(scope(10_000), 6), [1000, 2000, 4000, 8000, 10_000, 10_000]);
  assertEquals(rests(scope(300), 2), [300, 300]);
});

Deno.test("BackoffScope begins anew after a success", () => {
  const a = scope();
  rests(a, 5);
  enter(a, HOUR).commit(HOUR);
  assertEquals(a.state(), { level: 0, untilMs: 0, failures: 0, isProbed: false });
  assertEquals(rests(a, 2, HOUR), [1000, 2000]);
});

Deno.test("BackoffScope rests to the end of its rest, the end left out", () => {
  const a = scope();
  enter(a, 5000).fail(5000);
  assertEquals([5000, 5999, 6000, 7000].map((at) => a.isCoolingAt(at)), [true, true, false, false]);
  assertEquals([5000, 5999, 6000, 7000].map((at) => a.remainingAt(at)), [1000, 1, 0, 0]);
  assertEquals(a.enter(5999), undefined);
  assert(a.enter(6000));
});

Deno.test("BackoffScope never overflows, however often it fails", () => {
  const a = scope(Number.MAX_SAFE_INTEGER, { maxHintMs: Number.MAX_SAFE_INTEGER });
  const all = rests(a, 2000);
  assert(all.every((restMs) => restMs > 0 && restMs <= Number.MAX_SAFE_INTEGER));
});

Deno.test("D1: of two ends of a rest the later one holds", () => {
  const a = scope();
  const [first, second, third] = [enter(a, 0), enter(a, 0), enter(a, 0)];
  first.fail(0, { hintMs: 5000 });
  second.fail(100);
  third.fail(100, { hintMs: 2000 });
  assertEquals(a.state().untilMs, 5000);
  const b = scope();
  const [early, late] = [enter(b, 0), enter(b, 0)];
  early.fail(0, { hintMs: 500 });
  late.fail(0, { hintMs: 7000 });
  assertEquals(b.state().untilMs, 7000);
});

Deno.test("D1: the later end of a rest holds also when the clock is set back", () => {
  const a = scope();
  rests(a, 1, 10_000);
  enter(a, 11_000).fail(5000);
  assertEquals([a.state().level, a.state().untilMs], [2, 11_000]);
});

Deno.test("D2: a rest that began here is not ended by what replicas say", () => {
  const a = scope();
  rests(a, 3);
  const before = a.state();
  a.absorb({ level: 0, untilMs: 0, failures: 0, isProbed: false }, 3000);
  a.absorb({ level: 1, untilMs: 3500, failures: 1, isProbed: false }, 3000);
  assertEquals(a.state(), before);
});

Deno.test("D2: what fails for ten minutes is asked ten times, at growing distances", () => {
  const a = scope(HOUR);
  const sent: number[] = [];
  for (let nowMs = 0; nowMs < 600_000; nowMs += 100) {
    const pass = a.enter(nowMs);
    if (!pass) continue;
    sent.push(nowMs);
    pass.fail(nowMs);
  }
  assertEquals(sent, [0, 1, 3, 7, 15, 31, 63, 127, 255, 511].map((s) => s * 1000));
});

Deno.test("D7: a hint of days is bounded, and one probe that succeeds opens it again", () => {
  const a = scope();
  enter(a, 0).fail(0, { hintMs: 1_587_827_000 });
  assertEquals(a.remainingAt(0), HOUR);
  assertEquals(a.enter(HOUR - 1), undefined);
  const probe = enter(a, HOUR);
  assert(probe.isProbe);
  probe.commit(HOUR);
  assertEquals([a.canEnter(HOUR), a.state().level], [true, 0]);
});

Deno.test("D7: a rest out of a file with a wrong date is bounded too", () => {
  const a = scope();
  a.absorb({ level: 3, untilMs: 1e15, failures: 3, isProbed: false }, 1000);
  assertEquals(a.remainingAt(1000), HOUR);
});

Deno.test("D7: a clock that is set back does not make a rest longer than any may be", () => {
  const a = scope();
  enter(a, 1e12).fail(1e12);
  assertEquals([a.canEnter(0), a.remainingAt(0)], [false, HOUR]);
  assertEquals(a.canEnter(HOUR), true);
});

Deno.test("D20: a failure with the longest waits rests for a bounded time", () => {
  const a = scope(5000, { maxHintMs: 8000 });
  enter(a, 0).fail(0, { hintMs: Infinity, minRestMs: Infinity });
  assertEquals(a.remainingAt(0), 8000);
});

Deno.test("D25: at the end of a rest one of 100 requests probes, and its success lets all in", () => {
  const a = scope();
  enter(a, 0).fail(0);
  const passes = Array.from({ length: 100 }, () => a.enter(1000)).filter((pass) => pass);
  assertEquals(passes.length, 1);
  assertEquals([a.canEnter(1000), a.isCoolingAt(1000)], [false, false]);
  passes[0]!.commit(2000);
  assert(Array.from({ length: 100 }, () => enter(a, 2000)).every((pass) => !pass.isProbe));
});

Deno.test("D25: a probe whose client leaves lets the next request probe, and tells nothing", () => {
  const a = scope();
  enter(a, 0).fail(0);
  enter(a, 1000).release();
  assertEquals([a.state().level, a.state().failures], [1, 1]);
  assert(enter(a, 1000).isProbe);
});

Deno.test("D25: a probe that tells nothing for too long keeps nobody away any more", () => {
  const a = scope();
  enter(a, 0).fail(0);
  const lost = enter(a, 1000);
  assertEquals(a.canEnter(1000 + 2 * MINUTE - 1), false);
  const next = enter(a, 1000 + 2 * MINUTE);
  lost.release();
  assertEquals(a.canEnter(1000 + 2 * MINUTE), false);
  next.release();
  assertEquals(a.canEnter(1000 + 2 * MINUTE), true);
});

Deno.test("D26: it opens, lets a probe through, and closes", () => {
  const a = scope();
  const seen: string[] = [];
  a.onChange = () => seen.push(a.state().level === 0 ? "closed" : `open ${a.state().level}`);
  enter(a, 0).fail(0);
  enter(a, 1000).fail(1000);
  enter(a, 3000).commit(3000);
  enter(a, 3000).commit(3000);
  assertEquals(seen, ["open 1", "open 2", "closed"]);
});

Deno.test("D29: ten failures of one outage count once", () => {
  const a = scope();
  const passes = Array.from({ length: 10 }, () => enter(a, 0));
  for (const [index, pass] of passes.entries()) pass.fail(index * 50);
  assertEquals(a.state(), { level: 1, untilMs: 1000, failures: 10, isProbed: false });
});

Deno.test("D29: failures that come in long after they were sent count once as well", () => {
  const a = scope();
  const [first, late] = [enter(a, 0), enter(a, 0)];
  first.fail(0);
  const probe = enter(a, 1000);
  late.fail(1500);
  assertEquals([a.state().level, a.isCoolingAt(1500)], [1, false]);
  probe.fail(1600);
  assertEquals([a.state().level, a.remainingAt(1600)], [2, 2000]);
});

Deno.test("D30: the success of a request from before the outage does not end the rest", () => {
  const a = scope();
  const [old, failed] = [enter(a, 0), enter(a, 0)];
  failed.fail(100);
  const before = a.state();
  old.commit(200);
  assertEquals(a.state(), before);
});

Deno.test("BackoffScope lets a hint that comes late lengthen the rest, also after a success", () => {
  const a = scope();
  const [first, late] = [enter(a, 0), enter(a, 0)];
  first.fail(0);
  enter(a, 1000).commit(1000);
  late.fail(1100, { hintMs: 3000 });
  assertEquals([a.state().level, a.remainingAt(1100)], [1, 3000]);
});

Deno.test("BackoffScope ignores a failure from before the rest once a success ended it", () => {
  const a = scope();
  const [first, late] = [enter(a, 0), enter(a, 0)];
  first.fail(0);
  enter(a, 1000).commit(1000);
  late.fail(1100);
  assertEquals([a.state().level, a.isCoolingAt(1100)], [0, false]);
});

Deno.test("BackoffScope grows from the least rest that a failure asks for", () => {
  const a = scope();
  enter(a, 0).fail(0, { minRestMs: MINUTE });
  assertEquals(a.remainingAt(0), MINUTE);
  enter(a, MINUTE).fail(MINUTE, { minRestMs: MINUTE });
  assertEquals(a.remainingAt(MINUTE), 2 * MINUTE);
});

Deno.test("BackoffScope rests for no longer than its cap, whatever least rest a failure asks for", () => {
  const a = scope(30_000);
  const [first, late] = [enter(a, 0), enter(a, 0)];
  first.fail(0, { minRestMs: MINUTE });
  assertEquals(a.remainingAt(0), 30_000);
  late.fail(10_000, { minRestMs: MINUTE });
  assertEquals(a.remainingAt(10_000), 30_000);
  enter(a, 40_000).fail(40_000, { minRestMs: MINUTE, hintMs: 2 * MINUTE });
  assertEquals(a.remainingAt(40_000), 2 * MINUTE);
});

Deno.test("BackoffScope takes a cut after the commit for a new failure, and what follows for nothing", () => {
  const a = scope();
  rests(a, 3);
  const pass = enter(a, MINUTE);
  pass.commit(MINUTE);
  pass.fail(2 * MINUTE);
  const after = { level: 1, untilMs: 2 * MINUTE + 1000, failures: 1, isProbed: false };
  assertEquals(a.state(), after);
  pass.fail(3 * MINUTE);
  pass.commit(3 * MINUTE);
  pass.release();
  assertEquals(a.state(), after);
});

Deno.test("BackoffScope takes only the first verdict of a pass", () => {
  const a = scope();
  const failed = enter(a, 0);
  failed.fail(0);
  failed.fail(0, { hintMs: 9000 });
  failed.commit(0);
  failed.release();
  assertEquals([a.state().level, a.state().untilMs, a.state().failures], [1, 1000, 1]);
  const released = enter(a, 1000);
  released.release();
  released.fail(1000);
  released.commit(1000);
  assertEquals(a.state().level, 1);
});

Deno.test("BackoffScope keeps how it stands under another cap, which then bounds the rest", () => {
  const a = scope(24 * HOUR, { maxHintMs: 1000 });
  rests(a, 12);
  const { untilMs } = a.state();
  a.configure({ id: a.id, capMs: 5000 }, { ...DEFAULTS, maxHintMs: 1000 });
  assertEquals(a.state().level, 12);
  const nowMs = untilMs - 100_000;
  assertEquals(a.canEnter(nowMs), false);
  assertEquals(a.remainingAt(nowMs), 5000);
  assertEquals(a.canEnter(nowMs + 5000), true);
});

Deno.test("BackoffScope goes on by steps when its cap is raised", () => {
  const a = scope(4000);
  rests(a, 100);
  a.configure({ id: a.id, capMs: HOUR }, DEFAULTS);
  assertEquals(rests(a, 2, HOUR), [8000, 16_000]);
});

Deno.test("BackoffScope counts an outage once that a replica told of already", () => {
  const a = scope();
  const pass = enter(a, 0);
  a.absorb({ level: 2, untilMs: 2500, failures: 2, isProbed: false }, 500);
  pass.fail(600);
  assertEquals([a.state().level, a.state().untilMs], [2, 2500]);
});

Deno.test("BackoffScope takes nothing over that is no number, or is over", () => {
  const a = scope();
  const was = a.state();
  for (const untilMs of [NaN, -5, 0, 999, 1000, "soon" as unknown as number]) {
    a.absorb({ level: NaN, untilMs, failures: 0, isProbed: false }, 1000);
    assertEquals(a.state(), was);
  }
  a.absorb({ level: NaN, untilMs: 2000, failures: 0, isProbed: false }, 1000);
  assertEquals(a.state().level, 1);
});

Deno.test("BackoffScope is all new after a reset, whatever the requests of before tell", () => {
  const a = scope();
  const [first, late] = [enter(a, 0), enter(a, 0)];
  first.fail(0);
  a.reset();
  late.fail(10);
  assertEquals([a.state().level, a.canEnter(10)], [0, true]);
});

Deno.test("D28: rests are spread at random, never shorter than a hint and never longer than planned", () => {
  let at = 0;
  const random = () => (at++ % 1000) / 999;
  const drawn = Array.from({ length: 1000 }, () => {
    const a = new BackoffScope({ id: "a", capMs: HOUR }, { ...DEFAULTS, jitter: 0.4 }, random);
    enter(a, 0).fail(0);
    return a.remainingAt(0);
  });
  assertEquals([Math.min(...drawn), Math.max(...drawn)], [600, 1000]);
  assert(new Set(drawn).size > 300);
  const hinted = new BackoffScope({ id: "a", capMs: HOUR }, { ...DEFAULTS, jitter: 1 }, () => 0);
  enter(hinted, 0).fail(0, { hintMs: 900 });
  assertEquals(hinted.remainingAt(0), 900);
});
