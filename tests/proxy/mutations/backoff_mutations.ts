import type { Mutation } from "./mutation.ts";

const SCOPE = ["backoff/backoff_scope_test.ts"];
const FILE = "backoff/backoff_scope.ts";

/** Breakages of how upstreams rest. */
export const BACKOFF_MUTATIONS: readonly Mutation[] = [
  {
    name: "a rest does not grow",
    file: "backoff/backoff_delay.ts",
    replace: "baseMs * factor ** (level - 1)",
    by: "baseMs",
    tests: SCOPE,
  },
  {
    name: "a rest grows beyond its cap",
    file: "backoff/backoff_delay.ts",
    replace: "delayMs < capMs ? delayMs : capMs",
    by: "delayMs",
    tests: SCOPE,
  },
  {
    name: "a rest includes its end",
    file: FILE,
    replace: "return nowMs < this.#untilMs;",
    by: "return nowMs <= this.#untilMs;",
    tests: SCOPE,
  },
  {
    name: "each failure of one outage counts",
    file: FILE,
    replace: "const isNew = pass.rests === this.#rests;",
    by: "const isNew = true;",
    tests: SCOPE,
  },
  {
    name: "an answer from before an outage ends the rest",
    file: FILE,
    replace: "if (pass.rests === this.#rests) this.#close();",
    by: "this.#close();",
    tests: SCOPE,
  },
  {
    name: "a success does not end the rests",
    file: FILE,
    replace: "if (pass.rests === this.#rests) this.#close();",
    by: "",
    tests: SCOPE,
  },
  {
    name: "what a replica says shortens a rest",
    file: FILE,
    replace: "if (!(untilMs > nowMs && untilMs > this.#untilMs)) return;",
    by: "if (!(untilMs > nowMs)) return;",
    tests: SCOPE,
  },
  {
    name: "the hint of a failure that counts no more is lost",
    file: FILE,
    replace:
      "if (isNew || (restMs > 0 && nowMs + restMs > this.#untilMs)) this.#rest(nowMs + restMs);",
    by: "if (isNew) this.#rest(nowMs + restMs);",
    tests: SCOPE,
  },
  {
    name: "many probe at once",
    file: FILE,
    replace: "this.#level === 0 || !this.#isProbedAt(nowMs)",
    by: "true",
    tests: SCOPE,
  },
  {
    name: "a probe never gives its leave back",
    file: FILE,
    replace: "if (this.#probe?.pass === pass) this.#probe = undefined;",
    by: "",
    tests: SCOPE,
  },
  {
    name: "a probe that tells nothing keeps others away for ever",
    file: FILE,
    replace: "this.#probe !== undefined && nowMs < this.#probe.endMs",
    by: "this.#probe !== undefined",
    tests: SCOPE,
  },
  {
    name: "a hint has no bound",
    file: FILE,
    replace: "Math.min(positive(failed.hintMs), this.#defaults.maxHintMs)",
    by: "positive(failed.hintMs)",
    tests: SCOPE,
  },
  {
    name: "a hint shortens a rest",
    file: FILE,
    replace: "return Math.max(delayMs, this.#askedRest(failed));",
    by: "return this.#askedRest(failed) || delayMs;",
    tests: SCOPE,
  },
  {
    name: "a failure behind the first output does not count",
    file: FILE,
    replace: 'this.#stage === "over") return;\n    this.#stage = "over";\n    this.#judge.fail',
    by: 'this.#stage !== "running") return;\n    this.#stage = "over";\n    this.#judge.fail',
    tests: SCOPE,
  },
];
