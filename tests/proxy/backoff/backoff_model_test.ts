import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { BackoffPass } from "../../../src/proxy/backoff/backoff_pass.ts";
import { BackoffScope } from "../../../src/proxy/backoff/backoff_scope.ts";
import type { BackoffPlan } from "../../../src/proxy/config/plan.ts";

const CAP_MS = 6000;
const PLAN: BackoffPlan = { baseMs: 1000, factor: 2, jitter: 0, maxHintMs: 9000, probeMs: 3000 };

/** An attempt, as the reference sees it: when it began is told by a number of its own, drawn from one sequence. */
interface ModelAttempt {
  began: number;
  isProbe: boolean;
  stage: "running" | "committed" | "over";
}

/** The state machine in its plainest words: it keeps what happened and looks it up, where the scope keeps counts. */
class Model {
  nowMs = 0;
  #sequence = 0;
  level = 0;
  untilMs = 0;
  failures = 0;
  /** When the last rest was set, or all was forgotten. */
  setAt = -1;
  probe: { attempt: ModelAttempt; sinceMs: number } | undefined;
  readonly attempts: ModelAttempt[] = [];

  tick(): number {
    return this.#sequence++;
  }

  mayEnter(): boolean {
    if (this.nowMs < this.untilMs) return false;
    if (this.level === 0) return true;
    return this.probe === undefined || this.nowMs - this.probe.sinceMs >= PLAN.probeMs;
  }

  enter(): ModelAttempt {
    const isProbe = this.level > 0;
    const attempt: ModelAttempt = { began: this.tick(), isProbe, stage: "running" };
    if (isProbe) this.probe = { attempt, sinceMs: this.nowMs };
    this.attempts.push(attempt);
    return attempt;
  }

  #isNew(attempt: ModelAttempt): boolean {
    return attempt.began > this.setAt;
  }

  #returnPermit(attempt: ModelAttempt): void {
    if (this.probe?.attempt === attempt) this.probe = undefined;
  }

  commit(attempt: ModelAttempt): void {
    if (attempt.stage !== "running") return;
    attempt.stage = "committed";
    this.#returnPermit(attempt);
    if (this.#isNew(attempt)) this.#allIsWell();
  }

  release(attempt: ModelAttempt): void {
    if (attempt.stage !== "running") return;
    attempt.stage = "over";
    this.#returnPermit(attempt);
  }

  fail(attempt: ModelAttempt, hintMs = 0): void {
    if (attempt.stage === "over") return;
    attempt.stage = "over";
    this.#returnPermit(attempt);
    this.failures++;
    const asked = Math.min(hintMs, PLAN.maxHintMs);
    if (this.#isNew(attempt)) {
      // 1, 2, 4 and then the cap of 6.
      this.level = Math.min(4, this.level + 1);
      this.#set(Math.max(asked, [1000, 2000, 4000, CAP_MS][this.level - 1]!));
    } else if (asked > 0 && this.nowMs + asked > this.untilMs) {
      this.level = Math.max(1, this.level);
      this.#set(asked);
    }
  }

  absorb(level: number, untilMs: number): void {
    const bounded = Math.min(untilMs, this.nowMs + 9000);
    if (bounded <= this.nowMs || bounded <= this.untilMs) return;
    this.level = Math.max(this.level, level);
    this.untilMs = bounded;
    this.setAt = this.tick();
  }

  reset(): void {
    this.setAt = this.tick();
    this.#allIsWell();
  }

  #set(restMs: number): void {
    this.untilMs = Math.max(this.untilMs, this.nowMs + restMs);
    this.setAt = this.tick();
  }

  #allIsWell(): void {
    this.level = 0;
    this.untilMs = 0;
    this.failures = 0;
    this.probe = undefined;
  }
}

interface Real {
  scope: BackoffScope;
  passes: BackoffPass[];
}
type Command = fc.Command<Model, Real>;

function check(model: Model, { scope }: Real): void {
  const { level, untilMs, failures } = scope.state();
  assertEquals([level, untilMs, failures], [model.level, model.untilMs, model.failures]);
  assertEquals(scope.canEnter(model.nowMs), model.mayEnter());
  assertEquals(scope.isCoolingAt(model.nowMs), model.nowMs < model.untilMs);
  assertEquals(scope.remainingAt(model.nowMs), Math.max(0, model.untilMs - model.nowMs));
}

function command(name: string, run: (model: Model, real: Real) => void): Command {
  return {
    check: () => true,
    run(model, real) {
      run(model, real);
      check(model, real);
    },
    toString: () => name,
  };
}

const wait = (ms: number) => command(`wait ${ms}`, (model) => void (model.nowMs += ms));
const enter = command("enter", (model, { scope, passes }) => {
  const may = model.mayEnter();
  const pass = scope.enter(model.nowMs);
  assertEquals(pass !== undefined, may);
  if (!pass) return;
  passes.push(pass);
  assertEquals(pass.isProbe, model.enter().isProbe);
});
const reset = command("reset", (model, { scope }) => {
  scope.reset();
  model.reset();
});
const absorb = (level: number, inMs: number) =>
  command(`absorb ${level} for ${inMs}`, (model, { scope }) => {
    const untilMs = model.nowMs + inMs;
    scope.absorb({ level, untilMs, failures: 9, isProbed: true }, model.nowMs);
    model.absorb(level, untilMs);
  });

type Verdict = "commit" | "release" | "fail";
const judge = (verdict: Verdict, pick: number, hintMs: number | undefined): Command => ({
  check: (model) => model.attempts.length > 0,
  run(model, real) {
    const index = pick % model.attempts.length;
    const attempt = model.attempts[index]!;
    const pass = real.passes[index]!;
    if (verdict === "fail") {
      pass.fail(model.nowMs, { hintMs });
      model.fail(attempt, hintMs);
    } else if (verdict === "commit") {
      pass.commit(model.nowMs);
      model.commit(attempt);
    } else {
      pass.release();
      model.release(attempt);
    }
    check(model, real);
  },
  toString: () => `${verdict} ${pick} ${hintMs ?? ""}`,
});

const hint = fc.option(fc.constantFrom(0, 1, 500, 1500, 5000, 9000, 50_000), { nil: undefined });
const verdict = fc.tuple(
  fc.constantFrom<Verdict>("commit", "release", "fail", "fail"),
  fc.nat(30),
  hint,
).map(([what, pick, hintMs]) => judge(what, pick, hintMs));

const commands = fc.commands([
  fc.constant(enter),
  fc.constant(enter),
  verdict,
  verdict,
  fc.constantFrom(0, 1, 499, 500, 1000, 2999, 3000, 6000).map(wait),
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(-100, 0, 700, 4000, 99_000))
    .map(([level, inMs]) => absorb(level, inMs)),
  fc.constant(reset),
], { maxCommands: 60 });

Deno.test("BackoffScope goes as its reference does, whatever attempts begin, end and tell in whatever order", () => {
  fc.assert(
    fc.property(commands, (all) => {
      fc.modelRun(() => {
        const scope = new BackoffScope({ id: "a", capMs: CAP_MS }, PLAN, () => 0.5);
        return { model: new Model(), real: { scope, passes: [] } };
      }, all);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("D20: after whatever happened it may be tried again within its longest rest and a probe's time", () => {
  fc.assert(
    fc.property(commands, (all) => {
      const model = new Model();
      const scope = new BackoffScope({ id: "a", capMs: CAP_MS }, PLAN, () => 0.5);
      fc.modelRun(() => ({ model, real: { scope, passes: [] } }), all);
      assert(scope.canEnter(model.nowMs + 9000 + PLAN.probeMs));
    }),
    { numRuns: 500 },
  );
});

Deno.test("D25: of whatever requests ask during a rest's end, never do two probe at once", () => {
  const asks = fc.array(fc.integer({ min: 0, max: PLAN.probeMs - 1 }), { minLength: 1 });
  fc.assert(fc.property(asks, (times) => {
    const scope = new BackoffScope({ id: "a", capMs: CAP_MS }, PLAN, () => 0.5);
    scope.enter(0)!.fail(0);
    const passes = times.toSorted((a, b) => a - b).filter((at) => scope.enter(1000 + at));
    assertEquals(passes.length, 1);
  }));
});
