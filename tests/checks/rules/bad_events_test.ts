import { assert, assertEquals, assertMatch } from "@std/assert";
import { modelChecks } from "../../../src/checks/model_checks.ts";
import { runChecks } from "../../../src/checks/run_checks.ts";
import type { CheckResult } from "../../../src/checks/run_checks.ts";
import type { Model } from "../../../src/turn/request.ts";
import { BAD_EVENTS, NO_EVENTS, NO_RESULTS } from "../../support/bad_values.ts";
import { finish } from "../../support/events.ts";
import { send } from "./tiny_adapter.ts";

type Env = Parameters<Parameters<typeof modelChecks>[0]>[0];

/** What every rule makes of an adapter; the cuts at every byte add nothing here but time. */
async function resultsOf(stream: (env: Env) => unknown): Promise<readonly CheckResult[]> {
  const newModel = (env: Env) => ({ stream: () => stream(env) }) as Model;
  const checks = modelChecks(newModel, "openai-chat", { deadlineMs: 60, server: false });
  const { results } = await runChecks(checks.filter(({ name }) => !name.endsWith("every byte")));
  return results;
}

function expectVerdicts(results: readonly CheckResult[]): void {
  const broken = results.filter(({ verdict }) => verdict === "broken");
  assertEquals(broken.map(({ name, error }) => `${name}: ${error}`), []);
  assert(results.some(({ verdict }) => verdict === "failed"));
}

function messageOf(results: readonly CheckResult[], rule: string): string {
  return String(results.find((one) => one.rule === rule && one.verdict === "failed")?.error);
}

for (const [name, event] of Object.entries({ ...NO_EVENTS, ...BAD_EVENTS })) {
  Deno.test(`every rule has a verdict on an adapter that gives ${name} for an event`, async () => {
    const results = await resultsOf(async function* (env) {
      await (await send(env)).body?.cancel();
      yield event;
      yield finish();
    });
    expectVerdicts(results);
    if (!Object.hasOwn(NO_EVENTS, name)) return;
    assertMatch(
      messageOf(results, "whole-turn"),
      /\[whole-turn\] Expected (an event \{ type, … \} .*, but current value is |the event to be plain data, but reading it threw Error: (Getter|Trap))/,
    );
  });
}

for (const [name, result] of Object.entries(NO_RESULTS)) {
  Deno.test(`every rule has a verdict on an adapter whose next() gives ${name}`, async () => {
    const results = await resultsOf((env) => ({
      [Symbol.asyncIterator]: () => ({
        async next() {
          await (await send(env)).body?.cancel();
          return result;
        },
      }),
    }));
    expectVerdicts(results);
    for (const rule of ["whole-turn", "truncation", "slow-consumer", "parallel-streams"]) {
      assertMatch(
        messageOf(results, rule),
        /Expected (next\(\) to give \{ done, value \}.*, but it gave |the result of next\(\) to be plain data, but reading it threw Error: (Getter|Trap))/,
      );
    }
  });
}
