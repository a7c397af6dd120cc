/** Adapters that misbehave in the making and while they run: every check settles, none leaks. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { modelChecks, runChecks, toolConfigChecks } from "../../mod.ts";
import type { AdapterEnv, NewModel } from "../../mod.ts";
import { makeModel } from "../../src/checks/new_model.ts";

const ENV: AdapterEnv = { baseUrl: "http://localhost", fetch };
const never = new Promise<never>(() => {});
const text = { done: false, value: { type: "text", text: "x" } };

/** An adapter whose iterator is given. */
function iterating(iterator: object): () => unknown {
  return () => ({ stream: () => ({ [Symbol.asyncIterator]: () => iterator }) });
}

const MODELS: readonly (readonly [string, () => unknown])[] = [
  ["throws when it is made", () => {
    throw new Error("no");
  }],
  ["is none", () => null],
  ["gives a list", () => ({ stream: () => [text.value] })],
  ["gives a promise that rejects", () => ({ stream: () => Promise.reject(new Error("no")) })],
  ["throws null", iterating({ next: () => Promise.reject(null) })],
  ["gives numbers", iterating({ next: () => Promise.resolve({ done: false, value: 5 }) })],
  ["never ends, and never waits", iterating({ next: () => Promise.resolve(text) })],
  ["hangs, also when it is left", iterating({ next: () => never, return: () => never })],
  ["rejects late", iterating({ next: () => late(), return: () => late() })],
  ["throws what cannot be looked at", iterating({ next: () => Promise.reject(hostile()) })],
];

for (const [name, newModel] of MODELS) {
  Deno.test(`the checks settle on an adapter that ${name}`, async () => {
    const checks = [
      ...modelChecks(newModel as NewModel, "openai-chat", { deadlineMs: 10, server: false }),
      ...toolConfigChecks(newModel as NewModel, { deadlineMs: 10 }),
    ];
    const report = await runChecks(checks, { concurrency: 32 });
    assertEquals(report.ok, false);
    assertEquals(report.results.length, checks.length);
    // Whatever rejects late has rejected by now, and a rejection that nobody handles fails a test.
    await new Promise((resolve) => setTimeout(resolve, 40));
  });
}

Deno.test("makeModel() gives up on an adapter that never comes", async () => {
  const making = () => makeModel(() => never, ENV, 5);
  const error = await assertRejects(making, TypeError);
  assert(error.message.includes("it gave nothing for 5 ms"));
});

function late(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("late")), 15));
}

function hostile(): unknown {
  const trap = () => {
    throw new Error("trap");
  };
  return new Proxy({}, { get: trap, getPrototypeOf: trap });
}
