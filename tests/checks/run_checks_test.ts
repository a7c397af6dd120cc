import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type { Check } from "../../src/checks/check.ts";
import { runChecks } from "../../src/checks/run_checks.ts";
import type { CheckResult } from "../../src/checks/run_checks.ts";
import { ContractViolation } from "../../src/checks/violation.ts";

function check(name: string, run: Check["run"], skip?: string): Check {
  return { rule: "mine", name, run, skip };
}

const violation = new ContractViolation({ rule: "mine", expected: "a", actual: "b" });

const passing = check("passing", () => Promise.resolve());
const failing = check("failing", () => Promise.reject(violation));
const broken = check("broken", () => Promise.reject(new TypeError("no adapter")));
const skipped = check("skipped", () => Promise.reject(violation), "needs a port");

Deno.test("runChecks() tells passed, failed, broken and skipped apart, in the list's order", async () => {
  const report = await runChecks([passing, failing, broken, skipped]);
  assertEquals(report.ok, false);
  assertEquals(report.results.map(({ name, verdict }) => [name, verdict]), [
    ["passing", "passed"],
    ["failing", "failed"],
    ["broken", "broken"],
    ["skipped", "skipped"],
  ]);
  assertStrictEquals(report.results[1]?.error, violation);
  assertEquals(report.results[3]?.skip, "needs a port");
});

Deno.test("runChecks() is ok when nothing failed or broke", async () => {
  assertEquals((await runChecks([passing, skipped])).ok, true);
  assertEquals((await runChecks([passing, failing])).ok, false);
  assertEquals((await runChecks([passing, broken])).ok, false);
});

Deno.test("runChecks() is not ok when nothing was checked", async () => {
  const error = await assertRejects(() => runChecks([]), RangeError);
  assertEquals(
    error.message,
    "Cannot run the checks as there are none: 'checks' is an empty list, and where nothing is " +
      "checked nothing has passed",
  );
  assertEquals((await runChecks([skipped])).ok, false);
});

Deno.test("runChecks() knows a violation of another copy of the package by its fields", async () => {
  const foreign = Object.assign(new Error("x"), {
    origin: "wholeturn",
    code: "mine",
    rule: "mine",
  });
  const report = await runChecks([check("foreign", () => Promise.reject(foreign))]);
  assertEquals(report.results[0]?.verdict, "failed");
});

Deno.test("runChecks() catches what a check throws at once", async () => {
  const report = await runChecks([check("throws", () => {
    throw violation;
  })]);
  assertEquals(report.results[0]?.verdict, "failed");
});

Deno.test("runChecks() runs as many at once as it is told", async () => {
  for (const concurrency of [1, 3]) {
    let running = 0;
    let most = 0;
    const run = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 0));
      running--;
    };
    await runChecks(Array.from({ length: 7 }, (_, index) => check(`${index}`, run)), {
      concurrency,
    });
    assertEquals(most, concurrency);
  }
});

Deno.test("runChecks() shows progress as checks end", async () => {
  const seen: [string, number, number][] = [];
  const onResult = ({ name }: CheckResult, done: number, total: number) => {
    seen.push([name, done, total]);
  };
  await runChecks([passing, failing, skipped], { concurrency: 1, onResult });
  assertEquals(seen, [["passing", 1, 3], ["failing", 2, 3], ["skipped", 3, 3]]);
});

Deno.test("runChecks() measures with the clock it is given", async () => {
  let now = 0;
  const clock = { now: () => now += 7, sleep: () => Promise.resolve() };
  const report = await runChecks([passing], { clock });
  assertEquals(report.results[0]?.durationMs, 7);
});

Deno.test("runChecks() refuses a concurrency that is no positive integer", async () => {
  for (const concurrency of [0, -1, 1.5, NaN]) {
    await assertRejects(() => runChecks([], { concurrency }), RangeError, `${concurrency}`);
  }
});

Deno.test("runChecks() keeps what a check had to say in this run", async () => {
  const notes: string[] = [];
  const noted: Check = {
    ...check("noted", () => Promise.resolve(void notes.push("lenient"))),
    notes,
  };
  const report = await runChecks([noted, passing]);
  notes.length = 0;
  assertEquals(report.results.map((result) => result.notes), [["lenient"], undefined]);
});
