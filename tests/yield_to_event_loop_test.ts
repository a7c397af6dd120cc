import { assert } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { yieldToEventLoop } from "../src/yield_to_event_loop.ts";

/** What gives the turns, which runtimes and tests change. */
const runtime = globalThis as { setImmediate?: unknown; setTimeout: unknown };

Deno.test("yieldToEventLoop() lets timers run", async () => {
  let hasRun = false;
  setTimeout(() => hasRun = true, 0);
  while (!hasRun) await yieldToEventLoop();
});

Deno.test("yieldToEventLoop() ends under a fake clock", async () => {
  using time = new FakeTime();
  await yieldToEventLoop();
  assert(!time.next());
});

Deno.test("yieldToEventLoop() ends under a fake clock that holds immediates as well", async () => {
  const { setImmediate, setTimeout } = runtime;
  Object.assign(runtime, { setImmediate: () => {}, setTimeout: () => {} });
  try {
    await yieldToEventLoop();
  } finally {
    Object.assign(runtime, { setImmediate, setTimeout });
  }
});

Deno.test("yieldToEventLoop() lets timers run where there are no immediates", async () => {
  const { setImmediate } = runtime;
  delete runtime.setImmediate;
  // Another copy of the module, which looks again what there is.
  const copy = new URL("../src/yield_to_event_loop.ts?no-immediates", import.meta.url).href;
  const other: { yieldToEventLoop: typeof yieldToEventLoop } = await import(copy);
  runtime.setImmediate = setImmediate;
  let hasRun = false;
  setTimeout(() => hasRun = true, 0);
  while (!hasRun) await other.yieldToEventLoop();
});
