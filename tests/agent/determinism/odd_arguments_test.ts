import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { checkDeterminism } from "../../../testing.ts";
import type { Ambient, DeterminismOptions, NondeterministicBuildError } from "../../../testing.ts";

const ts = "2026-01-01T00:00:00.000Z";
const EVENTS = [
  { type: "input", stream: "turn", payload: "Hi", seq: 0, ts },
  { type: "model_call", stream: "model", payload: { step: "answer" }, seq: 0, ts },
];
const PURE = { rebuild: () => ({ messages: [] }) };
const ODD = [null, 7, "x", {}, () => {}, Symbol("s"), 10n, Promise.resolve(1)];

async function errorOf(how: unknown, options: unknown = {}): Promise<Error> {
  const check = checkDeterminism as (...args: unknown[]) => Promise<unknown>;
  return await assertRejects(() => check(EVENTS, [how], options), Error);
}

async function requireTypeError(options: unknown, says: string): Promise<void> {
  const { name, message } = await errorOf(PURE, options);
  assertEquals(name, "TypeError");
  assertStringIncludes(message, `Cannot check determinism as ${says}: got `);
}

for (const odd of ODD) {
  const shown = Deno.inspect(odd);
  Deno.test(`options that are ${shown} are refused in words`, async () => {
    await requireTypeError({ ambient: odd }, "'ambient' must be a list, or false");
    await requireTypeError({ views: odd }, "'views' must be true or false");
    await requireTypeError({ recorded: odd }, '\'recorded\' must be "check" or "ignore"');
    if (typeof odd === "function") return;
    for (const name of ["isCall", "hashOf", "hash"]) {
      await requireTypeError({ [name]: odd }, `'${name}' must be a function`);
    }
  });

  Deno.test(`an ambient that is ${shown}, or gives that, is refused in words`, async () => {
    const says = "an ambient must have a 'name' and a method 'enter'";
    await requireTypeError({ ambient: [odd] }, says);
    await requireTypeError({ ambient: [{ name: odd, enter: odd }] }, says);
    if (typeof odd === "function") return;
    const enter = () => odd;
    await requireTypeError(
      { ambient: [{ name: "other tides", enter }] },
      "enter() of 'other tides' must give a function that leaves it",
    );
  });

  Deno.test(`a hash that is ${shown} is refused in words`, async () => {
    const hashOf = () => "h";
    if (odd !== "x") {
      await requireTypeError({ hashOf, hash: () => odd }, "'hash' must give a text");
      await requireTypeError({ hashOf: () => odd }, "'hashOf' must give a text, or undefined");
    }
  });

  Deno.test(`a configuration that gives ${shown} does not rebuild, in words`, async () => {
    const error = await errorOf(() => odd);
    assertEquals([error.name, (error as NondeterministicBuildError).fault], [
      "NondeterministicBuildError",
      "no-rebuild",
    ]);
    assertStringIncludes(error.message, "must build a graph with 'steps' and 'next': got ");
  });
}

Deno.test("a timeoutMs that is none is refused", async () => {
  for (const odd of [0, -1, NaN, Infinity, "5"]) {
    const { name, message } = await errorOf(PURE, { timeoutMs: odd });
    assertEquals(name, "RangeError");
    assertStringIncludes(message, "Cannot check determinism as 'timeoutMs' must be positive: got ");
  }
});

Deno.test("a build that never ends fails its call in time, and is not in the way of the next", async () => {
  const hangs = { rebuild: () => new Promise(() => {}) };
  const error = await errorOf(hangs, { timeoutMs: 50 });
  assertEquals((error as NondeterministicBuildError).fault, "no-rebuild");
  assertEquals(
    error.message,
    "Call 1 does not rebuild under configuration 0: It did not end within 50 ms",
  );
  assertEquals(await checkDeterminism(EVENTS, [PURE]), { calls: 1, builds: 7 });
  assertEquals(Math.abs(Date.now() - performance.timeOrigin - performance.now()) < 60_000, true);
});

Deno.test("a hash that never comes fails the check in time", async () => {
  const options: DeterminismOptions = {
    hashOf: () => "h",
    hash: () => new Promise(() => {}),
    timeoutMs: 50,
  };
  const { message } = await errorOf(PURE, options);
  assertEquals(message, "Cannot check determinism as 'hash' did not end within 50 ms");
});

Deno.test("what an ambient throws is passed on, and what was changed is put back", async () => {
  const RealDate = Date;
  const enter = () => {
    throw new Error("No tides here");
  };
  const ambient: Ambient = { name: "other tides", enter };
  assertEquals((await errorOf(PURE, { ambient: [ambient] })).message, "No tides here");
  const leaves: Ambient = { name: "other tides", enter: () => enter };
  assertEquals((await errorOf(PURE, { ambient: [leaves] })).message, "No tides here");
  assertEquals(Date, RealDate);
});
