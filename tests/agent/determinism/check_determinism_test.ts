import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { checkDeterminism } from "../../../src/agent/determinism/check_determinism.ts";
import { builtBy } from "../../../src/agent/determinism/configuration.ts";
import { NondeterministicBuildError } from "../../../src/agent/determinism/nondeterministic_build_error.ts";
import { refusing } from "../../../src/agent/determinism/refusing.ts";
import { hashJson } from "../../../src/agent/hash_json.ts";
import type { Json, SealedEvent } from "../../../src/store/trace_event.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import { clerk, goodHabits, newShop, servedLog } from "../support/shop.ts";
import type { Shop } from "../support/shop.ts";
import { loopWorld, requestFor, saidIn } from "../support/hand_loop.ts";

const shop: Shop = {
  model: refusing("the model"),
  tools: newShop().tools,
  bank: refusing("the bank"),
};
const agent = clerk(shop);

Deno.test("checkDeterminism() passes a pure agent under resources that refuse", async () => {
  const events = await servedLog();
  const configurations = [builtBy(agent, shop), builtBy(agent, newShop())];
  const report = await checkDeterminism(events, configurations);
  // Each call: first, again, three ambients, two views; under two configurations.
  assertEquals(report, { calls: 4, builds: 4 * 7 * 2 });
});

Deno.test("checkDeterminism() builds once and again if nothing is to be varied", async () => {
  const report = await checkDeterminism(await servedLog(), [builtBy(agent, shop)], {
    ambient: false,
    views: false,
  });
  assertEquals(report, { calls: 4, builds: 8 });
});

Deno.test("checkDeterminism() tells changed code from impure code", async () => {
  const events = await servedLog();
  const changed = clerk(shop, { system: () => "You sell cars." });
  const error = await assertRejects(
    () => checkDeterminism(events, [builtBy(changed, shop)]),
    NondeterministicBuildError,
    "Call 1 has changed",
  );
  assertEquals([error.code, error.fault, error.call], ["NONDETERMINISTIC_BUILD", "changed", 1]);
  const report = await checkDeterminism(events, [builtBy(changed, shop)], { recorded: "ignore" });
  assertEquals(report.calls, 4);
});

Deno.test("checkDeterminism() names the call from 1, the configuration from 0, and the path", async () => {
  const events = await servedLog();
  const other = clerk(shop, {
    extra: (trace) => trace.length > 9 ? { temperature: 1 } : {},
  });
  const error = await assertRejects(
    () =>
      checkDeterminism(events, [builtBy(agent, shop), builtBy(agent, shop), builtBy(other, shop)]),
    NondeterministicBuildError,
    "Call 3 is impure: configuration 2 makes another request than configuration 0, at " +
      "temperature: expected nothing, found 1",
  );
  const { fault, call, configuration, path, expected, actual } = error;
  assertEquals({ fault, call, configuration, path, expected, actual }, {
    fault: "impure",
    call: 3,
    configuration: 2,
    path: "temperature",
    expected: undefined,
    actual: 1,
  });
});

Deno.test("checkDeterminism() tells what a build threw, and under which variation", async () => {
  const events = await servedLog();
  const broken = clerk(shop, {
    system: () => {
      if (Math.random() > 0.9) throw new Error("Unlucky");
      return "";
    },
  });
  const error = await assertRejects(
    () => checkDeterminism(events, [builtBy(clerk(shop, { next: () => "note" }), shop)]),
    NondeterministicBuildError,
    'Call 1 does not rebuild under configuration 0: The next step is "note", but "ask" was recorded',
  );
  assertEquals(error.fault, "no-rebuild");
  const luck = {
    name: "bad luck",
    enter: () => {
      const { random } = Math;
      Math.random = () => 1;
      return () => {
        Math.random = random;
      };
    },
  };
  const unlucky = await assertRejects(
    () => checkDeterminism(events, [builtBy(broken, shop)], { ambient: [luck] }),
    NondeterministicBuildError,
    "Call 1 does not rebuild under configuration 0, with bad luck: Unlucky",
  );
  assertEquals([unlucky.fault, unlucky.variation], ["impure", "bad luck"]);
});

Deno.test("checkDeterminism() puts back whatever it changes", async () => {
  const reads = () => [
    Date,
    performance.now,
    Math.random,
    crypto.randomUUID,
    crypto.getRandomValues,
    globalThis.fetch,
    Date.prototype.getHours,
    Date.prototype.toLocaleString,
    Intl.DateTimeFormat,
    new Date(0).toString(),
    navigator.language,
  ];
  const before = reads();
  await checkDeterminism(await servedLog(), [builtBy(agent, shop)]);
  const broken = clerk(shop, { system: () => Promise.reject(new Error("Broken")) });
  await assertRejects(async () => checkDeterminism(await servedLog(), [builtBy(broken, shop)]));
  assertEquals(reads(), before);
  assertEquals(Object.hasOwn(crypto, "randomUUID"), false);
});

Deno.test("two checkDeterminism() at once do not disturb one another", async () => {
  const events = await servedLog();
  const slow = clerk(shop, {
    system: async () => {
      const before = Date.now();
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      return before === Date.now() ? goodHabits(shop).system([]) : "Disturbed";
    },
  });
  const checks = [1, 2, 3].map(() => checkDeterminism(events, [builtBy(slow, shop)]));
  assertEquals((await Promise.all(checks)).map(({ calls }) => calls), [4, 4, 4]);
});

Deno.test("checkDeterminism() passes a runtime that is not ours, by its own rebuild", async () => {
  const store = new MemoryTraceStore();
  const runtime = await loopWorld().process(store);
  for (const input of ["Hi", "Bye"]) await runtime.thread("t", "any").send(input);
  const events: SealedEvent[] = [];
  for await (const { event } of store.read("t")) events.push(event);
  const options = {
    isCall: ({ type }: SealedEvent) => type === "reply",
    hashOf: ({ payload }: SealedEvent) => (payload as { hash: string }).hash,
  };
  const rebuild = (before: readonly SealedEvent[]) => requestFor(saidIn(before));
  assertEquals((await checkDeterminism(events, [{ rebuild }], options)).calls, 2);
  const dated = (before: readonly SealedEvent[]) => requestFor([...saidIn(before), Date()]);
  await assertRejects(
    () => checkDeterminism(events, [{ rebuild: dated }], options),
    NondeterministicBuildError,
    "another clock makes another request, at prompt",
  );
});

Deno.test("checkDeterminism() hashes as the runtime does, and does not mistake another algorithm", async () => {
  const events = (await servedLog()).map((event) =>
    event.type === "model_call"
      ? { ...event, payload: { ...event.payload as { step: string }, requestHash: "md5:1" } }
      : event
  );
  await assertRejects(
    () => checkDeterminism(events, [builtBy(agent, shop)]),
    RangeError,
    "its hash must be of sha256/c1",
  );
  const hash = async (request: Json) => (await hashJson(request)).length > 0 ? "md5:1" : "";
  assertEquals((await checkDeterminism(events, [builtBy(agent, shop)], { hash })).calls, 4);
});

Deno.test("refusing() refuses every use and names itself, but may be awaited and printed", async () => {
  const web = refusing<{ search(words: string): string }>("the web");
  assertStrictEquals(await Promise.resolve(web), web);
  assertEquals(Object.prototype.toString.call(web), "[object refusing the web]");
  const uses: readonly (() => unknown)[] = [
    () => web.search("rain"),
    () => {
      web.search = () => "";
    },
    () => "search" in web,
    () => (web as unknown as () => void)(),
    () => Reflect.construct(web as never, []),
    () => Object.keys(web),
    () => Reflect.deleteProperty(web, "search"),
    () => Object.defineProperty(web, "search", {}),
    () => Object.getOwnPropertyDescriptor(web, "search"),
    () => Object.getPrototypeOf(web),
    () => Object.setPrototypeOf(web, null),
    () => Object.isExtensible(web),
    () => Object.freeze(web),
    () => JSON.stringify(web),
    () => `${web}`,
    () => ({ ...web }),
  ];
  for (const use of uses) assertThrows(use, Error, "Cannot use the web here");
  assertThrows(() => refusing(""), TypeError, "named by a text");
});

Deno.test.each(
  [
    { args: [7, [() => {}]], type: TypeError, message: "events must be an iterable" },
    { args: [[7], [() => {}]], type: TypeError, message: "event 0 must be a sealed event" },
    { args: [[], 7], type: TypeError, message: "configurations must be a list" },
    { args: [[], []], type: RangeError, message: "there must be a configuration" },
    { args: [[], [7]], type: TypeError, message: "'rebuild'" },
    { args: [[], [() => {}], { view: 1 }], type: TypeError, message: 'did you mean "views"' },
  ],
)("checkDeterminism() says what was expected: $message", async ({ args, type, message }) => {
  const check = checkDeterminism as (...args: unknown[]) => Promise<unknown>;
  await assertRejects(() => check(...args), type, message);
  assertThrows(() => builtBy({} as never, 1), TypeError, "'build'");
});

Deno.test("checkDeterminism() leaves what it changed also when one of the changes fails", async () => {
  const before = [Date, Math.random, globalThis.fetch];
  const events = await servedLog();
  const failing = {
    name: "failing",
    enter: () => {
      throw new Error("No such place");
    },
  };
  await assertRejects(
    () => checkDeterminism(events, [builtBy(agent, shop)], { ambient: [failing] }),
    Error,
    "No such place",
  );
  assertEquals([Date, Math.random, globalThis.fetch], before);
  assertEquals((await checkDeterminism(events, [builtBy(agent, shop)])).calls, 4);
});

Deno.test("checkDeterminism() needs no navigator, which Node 20 lacks", async () => {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, "navigator")!;
  Reflect.deleteProperty(globalThis, "navigator");
  try {
    const { calls } = await checkDeterminism(await servedLog(), [builtBy(agent, shop)]);
    assertEquals(calls, 4);
  } finally {
    Object.defineProperty(globalThis, "navigator", descriptor);
  }
});
