import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { Scenario } from "../../../src/agent/resume/agent_runtime.ts";
import { checkResumeEquivalence } from "../../../src/agent/resume/check_resume_equivalence.ts";
import { ResumeMismatchError } from "../../../src/agent/resume/resume_mismatch_error.ts";
import { workerProcess, workerUrl } from "../../../src/agent/worker/worker_process.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import { isTraceStoreError } from "../../../src/store/trace_store_error.ts";
import type { Entry } from "../../../src/store/trace_event.ts";
import { ScriptedChatModel } from "../../../src/testing/doubles/scripted_chat_model.ts";
import { systemClock } from "../../../src/clock.ts";
import { isWholeturnError } from "../../../src/find_wholeturn_error.ts";
import { process } from "./module_agent.ts";

const MODULE = new URL("./module_agent.ts", import.meta.url);
const INPUTS = ["Hi", "Bye"];
const OPTIONS = { stops: ["after"] } as const;

function newModel(): ScriptedChatModel {
  return new ScriptedChatModel([{ content: "1" }, { content: "2" }]);
}

const inWorkers: Scenario = () => workerProcess(MODULE, { model: newModel() });

Deno.test("a pure agent passes with a worker for each process", async () => {
  const report = await checkResumeEquivalence(inWorkers, "pure", INPUTS, OPTIONS);
  assertEquals(report.records, 6);
});

Deno.test("what a module keeps is found with a worker for each process, and only so", async () => {
  const here: Scenario = () => {
    const world = { model: newModel() };
    return (store) => process(store, world);
  };
  await checkResumeEquivalence(here, "keeping", INPUTS, OPTIONS);
  await assertRejects(
    () => checkResumeEquivalence(inWorkers, "keeping", INPUTS, OPTIONS),
    ResumeMismatchError,
    'the requests differ first at messages[0].content: expected "Prompt 1", found "Prompt 0"',
  );
});

Deno.test("a process in a worker tells errors of the store and of doubles as they are", async () => {
  const store = new MemoryTraceStore();
  const model = new ScriptedChatModel([]);
  const runtime = await workerProcess(MODULE, { model })(store);
  try {
    const over = await assertRejects(async () => await runtime.thread("t", "pure").send("Hi"));
    assertEquals(isWholeturnError(over, "SCRIPT_OVER"), true);
    const lease = await store.acquire("t", "another", 1000);
    const held = await assertRejects(async () => await runtime.thread("t", "pure").resume());
    assertEquals(isTraceStoreError(held, "LEASE_HELD"), true);
    assertEquals((held as { info?: { owner?: string } }).info?.owner, "another");
    await store.release(lease);
    await runtime.thread("u", "failing").send("Hi");
    const { value } = await store.readBackwards("u").next() as { value: Entry };
    assertEquals(value.event.type, "failure");
    await assertRejects(
      async () => await runtime.thread("u", "none").send("Hi"),
      Error,
      "there is no such agent",
    );
  } finally {
    await runtime.close?.();
  }
  await assertRejects(async () => await runtime.thread("t", "pure").resume(), Error, "has ended");
});

Deno.test.each([
  {
    agent: "failing",
    type: TypeError,
    says: "must build a graph with 'steps' and 'next': got null",
  },
  { agent: "pathless", type: RangeError, says: "no such step" },
  {
    agent: "asking",
    type: TypeError,
    says: "Cannot call 'other.complete' as the world has no such",
  },
  { agent: "none", type: RangeError, says: "there is no such agent" },
])(
  "an agent of the wrong form in a worker fails the check: $says",
  async ({ agent, type, says }) => {
    await assertRejects(
      () => checkResumeEquivalence(inWorkers, agent, INPUTS, OPTIONS),
      type,
      says,
    );
  },
);

/** What a worker does as long as it lives. */
function newHeart() {
  let beats = 0;
  const first = Promise.withResolvers<void>();
  const heart = {
    beat: () => {
      beats++;
      first.resolve();
    },
  };
  const ends = async () => {
    // What was under way still comes.
    for (let known = -1; known !== beats;) {
      known = beats;
      await systemClock.sleep(50);
    }
  };
  return { heart, begins: first.promise, ends };
}

/** The URL of a module whose process lives and does something. */
function moduleOf(process: string): string {
  const source = `export const process = (store, { heart }) => {
    setInterval(() => heart.beat(), 1);
    ${process}
  };`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

Deno.test("a process that never comes to be fails the check in time, and its worker is ended", async () => {
  const { heart, begins, ends } = newHeart();
  const scenario = () => workerProcess(moduleOf("return new Promise(() => {});"), { heart });
  // Long enough for a worker to begin on a busy machine.
  await assertRejects(
    () => checkResumeEquivalence(scenario, "pure", INPUTS, { timeoutMs: 2000 }),
    Error,
    "Cannot check as the start of a process did not end within 2000 ms",
  );
  await begins;
  await ends();
});

Deno.test("a worker is ended also if the store does not let go of a reader", async () => {
  const { heart, begins, ends } = newHeart();
  const module = moduleOf("store.read('t').next(); return { thread: () => {} };");
  const never = new Promise<never>(() => {});
  const reading = Promise.withResolvers<void>();
  const next = () => {
    reading.resolve();
    return never;
  };
  const store = Object.assign(new MemoryTraceStore(), {
    read: () => ({ next, return: () => never }),
  });
  const runtime = await workerProcess(module, { heart })(store as never);
  await Promise.all([reading.promise, begins]);
  void runtime.close?.();
  await ends();
});

Deno.test("workerProcess() says what was expected", async () => {
  const start = (module: unknown, world: unknown) => workerProcess(module as URL, world as never);
  assertThrows(() => start("./agent.ts", {}), TypeError, "whole URL");
  assertThrows(() => start(MODULE, null), TypeError, "world must be an object");
  for (const odd of [undefined, null, 7, "x"]) {
    assertThrows(() => start(MODULE, { odd }), TypeError, "'odd' of its world must be an object");
  }
  const store = new MemoryTraceStore();
  const other = new URL("../support/shop.ts", import.meta.url);
  await assertRejects(
    async () => await start(other, {})(store),
    TypeError,
    "must export a function 'process'",
  );
});

Deno.test("a worker is started also if this package was loaded from afar", async () => {
  assertEquals(workerUrl("file:///a.ts").href, "file:///a.ts");
  const { href } = workerUrl("https://example.com/a.ts");
  assertEquals(
    decodeURIComponent(href.replace(/^[^,]+,/, "")),
    'import "https://example.com/a.ts";',
  );
  const error = await import(workerUrl("node:no-such-module").href).catch((error) => error);
  assertEquals(String(error).includes("no-such-module"), true);
});
