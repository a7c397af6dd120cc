import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { RetryBudget } from "../../../src/proxy/backoff/retry_budget.ts";

function drain(budget: RetryBudget, nowMs: number): number {
  let count = 0;
  while (budget.withdraw(nowMs)) count++;
  return count;
}

Deno.test("RetryBudget lets so many more be sent as its part of the requests that came in", () => {
  const budget = new RetryBudget({ ratio: 0.2, perSecond: 0 });
  for (let at = 0; at < 100; at++) budget.deposit(at * 10);
  assertEquals(drain(budget, 1000), 20);
});

Deno.test("RetryBudget adds up tenths exactly", () => {
  const budget = new RetryBudget({ ratio: 0.1, perSecond: 0 });
  for (let at = 0; at < 10; at++) {
    assertEquals(budget.withdraw(0), false);
    budget.deposit(0);
  }
  assertEquals([budget.balance(0), budget.withdraw(0), budget.withdraw(0)], [1, true, false]);
});

Deno.test("RetryBudget has a reserve for times of few requests, over ten seconds", () => {
  const budget = new RetryBudget({ ratio: 0, perSecond: 2 });
  assertEquals([drain(budget, 0), drain(budget, 9999), drain(budget, 10_000)], [20, 0, 20]);
});

Deno.test("RetryBudget forgets after ten seconds what was paid in and drawn out", () => {
  const budget = new RetryBudget({ ratio: 1, perSecond: 0 });
  for (let at = 0; at < 5; at++) budget.deposit(0);
  for (let at = 0; at < 3; at++) budget.deposit(5000);
  assertEquals([0, 9999, 10_000, 14_999, 15_000].map((at) => budget.balance(at)), [8, 8, 3, 3, 0]);
});

Deno.test("RetryBudget goes on when the clock is set back, by little or by much", () => {
  const budget = new RetryBudget({ ratio: 1, perSecond: 0 });
  budget.deposit(100_000);
  budget.deposit(97_000);
  assertEquals(budget.balance(98_000), 2);
  assertEquals(budget.balance(0), 0);
  budget.deposit(0);
  assertEquals([budget.balance(9999), budget.balance(10_000)], [1, 0]);
});

Deno.test("RetryBudget holds within every ten seconds, whatever comes when", () => {
  const steps = fc.array(
    fc.record({ waitMs: fc.nat(4000), isRetry: fc.boolean() }),
    { maxLength: 200 },
  );
  fc.assert(fc.property(steps, (all) => {
    const budget = new RetryBudget({ ratio: 0.5, perSecond: 0.2 });
    const sent: { second: number; isRetry: boolean }[] = [];
    let nowMs = 0;
    for (const { waitMs, isRetry } of all) {
      nowMs += waitMs;
      const second = Math.floor(nowMs / 1000);
      const window = sent.filter((one) => one.second > second - 10);
      const retries = window.filter((one) => one.isRetry).length;
      const expected = (window.length - retries) * 0.5 + 2 - retries;
      assertEquals(budget.balance(nowMs), expected);
      if (!isRetry) budget.deposit(nowMs);
      else {
        const granted = budget.withdraw(nowMs);
        assert(granted === expected >= 1);
        if (!granted) continue;
      }
      sent.push({ second, isRetry });
    }
  }));
});
