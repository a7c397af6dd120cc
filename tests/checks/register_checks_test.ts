import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { registerChecks } from "../../src/checks/register_checks.ts";
import type { RegisterTest } from "../../src/checks/register_checks.ts";

type Registered = [how: string, name: string, run: () => Promise<void>];

function recorder(skipAs?: "skip" | "ignore"): { test: RegisterTest; list: Registered[] } {
  const list: Registered[] = [];
  const test = (name: string, run: () => Promise<void>) => list.push(["test", name, run]);
  const skip = (name: string, run: () => Promise<void>) => list.push(["skip", name, run]);
  return { test: skipAs ? Object.assign(test, { [skipAs]: skip }) : test, list };
}

const run = () => Promise.resolve();
const checks = [
  { rule: "a", name: "a: one", run },
  { rule: "a", name: "a: two", run, skip: "needs a port" },
];

Deno.test("registerChecks() registers one test for each check, with the check's own function", () => {
  const { test, list } = recorder();
  registerChecks(checks.slice(0, 1), test);
  assertEquals(list.map(([how, name]) => [how, name]), [["test", "a: one"]]);
  assertStrictEquals(list[0]?.[2], run);
});

Deno.test("registerChecks() registers a skipped check as skipped, with its reason", () => {
  for (const skipAs of ["skip", "ignore"] as const) {
    const { test, list } = recorder(skipAs);
    registerChecks(checks, test);
    assertEquals(list.map(([how, name]) => [how, name]), [
      ["test", "a: one"],
      ["skip", "a: two (skipped: needs a port)"],
    ]);
  }
});

Deno.test("registerChecks() registers nothing for a skipped check where a runner cannot skip", () => {
  const { test, list } = recorder();
  registerChecks(checks, test);
  assertEquals(list.length, 1);
});

Deno.test("registerChecks() says what it wants when it is given no test function", () => {
  assertThrows(
    () => registerChecks([], undefined as unknown as RegisterTest),
    TypeError,
    "Deno.test",
  );
});

Deno.test("registerChecks() refuses to register nothing", () => {
  const { test, list } = recorder();
  assertThrows(
    () => registerChecks([], test),
    RangeError,
    "Cannot register the checks as there are none",
  );
  assertEquals(list, []);
});

Deno.test("registerChecks() fits Deno.test as it is", () => {
  const fits: RegisterTest = Deno.test;
  assertEquals(typeof fits, "function");
});
