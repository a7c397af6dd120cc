import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { ContractViolation } from "../../../src/checks/violation.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import type { StoreUnderTest } from "../../../src/testing/contract/contract_case.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { checkAgainstModel } from "../../../src/testing/model/check_against_model.ts";
import { ALL_FAULTS } from "../../store_kill_matrix/all_faults.ts";
import type { Fault } from "../../store_kill_matrix/fault.ts";
import { allTurns } from "../../store_kill_matrix/fault.ts";

function faultNamed(name: string): Fault {
  const fault = ALL_FAULTS.find((one) => one.name === name);
  assert(fault !== undefined, `there is no fault named ${name}`);
  return fault;
}

Deno.test("checkAgainstModel() cannot tell the store in memory from the model, with both clocks", async () => {
  await checkAgainstModel(() => ({ store: new MemoryTraceStore() }), { numRuns: 30 });
  await checkAgainstModel(() => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    const store = new MemoryTraceStore({ clock });
    return { store, advance: (ms) => clock.advance(ms) };
  }, { numRuns: 60 });
});

for (
  const name of [
    "append: one count for all streams",
    "append: threads are scanned by prefix",
    "append: a refused append burns its numbers",
    "append: only positions that are behind are refused",
    "read: backwards is forwards",
    "follow: a delete wakes nobody",
    "follow: a load leaves followers with the old thread",
    "follow: a cursor beyond the end is moved to it",
    "delete: a delete takes all ids that begin alike",
    "delete: positions are checked against the deleted thread",
    "lease: an expired lease must be released first",
    "lease: a lease opens every thread",
    "lease: renew() goes by the owner",
    "lease: a load leaves the lease",
    "load: a loaded thread keeps its place",
    "load: an empty log changes nothing",
    "threads: the oldest comes first",
    "values: empty lists become objects",
    "values: NUL is stripped",
  ]
) {
  Deno.test(`checkAgainstModel() finds the fault [${name}]`, async () => {
    const { open } = faultNamed(name);
    const error = await assertRejects(
      () =>
        checkAgainstModel(() => open(new ManualClock(Date.UTC(2026, 0, 1))), {
          seed: 7,
          numRuns: 300,
          timeoutMs: 200,
        }),
      ContractViolation,
    );
    await allTurns();
    assertEquals(error.rule, "model");
  });
}

Deno.test("checkAgainstModel() shows the shortest sequence, and its replay fails alike", async () => {
  const { open } = faultNamed("lease: a load leaves the lease");
  const check = (options: { seed: number; path?: string }) =>
    assertRejects(
      () => checkAgainstModel(() => open(new ManualClock()), { numRuns: 300, ...options }),
      ContractViolation,
    );
  const error = await check({ seed: 3 });
  assertMatch(error.excerpt ?? "", /^ {2}1\. acquire\(.*\)\n {2}2\. load\(thread: .*\)$/);
  const path = /path: "([\d:]+)"/.exec(error.replay ?? "")?.[1] ?? "";
  assertEquals((await check({ seed: 3, path })).excerpt, error.excerpt);
});

Deno.test("checkAgainstModel() refuses wrong arguments and says what was expected", async () => {
  const open = () => ({ store: new MemoryTraceStore() });
  for (
    const [call, error, message] of [
      [() => checkAgainstModel(7 as never), TypeError, "'open' must be a function"],
      [() => checkAgainstModel(open, { runs: 1 } as never), TypeError, 'no option "runs"'],
      [() => checkAgainstModel(open, { numRuns: 0 }), RangeError, "must be a positive integer"],
      [() => checkAgainstModel(open, { seed: 0.5 }), RangeError, "an integer of 32 bits"],
      [() => checkAgainstModel(open, { path: 7 as never }), TypeError, "'path' must be a text"],
    ] as const
  ) {
    assertStringIncludes((await assertRejects(call, error)).message, message);
  }
});

Deno.test("checkAgainstModel() waits no longer for an open() that hangs later on", async () => {
  let opened = 0;
  const open = () =>
    opened++ < 3 ? { store: new MemoryTraceStore() } : new Promise<StoreUnderTest>(() => {});
  const { message } = await assertRejects(
    () => checkAgainstModel(open, { timeoutMs: 50, seed: 1 }),
    ContractViolation,
  );
  assertStringIncludes(message, "Expected open() to answer within 50 ms, but it did not");
});
