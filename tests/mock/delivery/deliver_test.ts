import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type { Clock } from "../../../src/clock.ts";
import { systemClock } from "../../../src/clock.ts";
import type { Frame } from "../../../src/mock/delivery/frame.ts";
import { delivered, frame, FRAMES, received } from "./bodies.ts";

/** A clock on which nothing may wait. */
const NO_TIMERS: Clock = {
  now: () => 0,
  sleep: () => Promise.reject(new Error("Something sleeps")),
};

const WHOLE = FRAMES.map(({ data }) => `data: ${data}\n\n`).join("");

Deno.test("deliver() hands frames without delay over together and without a timer", async () => {
  const { body, settled } = delivered({ clock: NO_TIMERS });
  const { text, sizes } = await received(body);
  assertEquals([text, sizes.length], [WHOLE, 1]);
  const bytes = new TextEncoder().encode(WHOLE).length;
  assertEquals(settled, [{ frames: 7, bytes, faults: [], end: "served", error: undefined }]);
});

Deno.test("deliver() asks for frames at the pace of the reader", async () => {
  let asked = 0;
  function* frames(): Generator<Frame> {
    for (; asked < 10_000; asked++) yield frame("content", "x".repeat(1000), 1);
  }
  const { body } = delivered({}, frames());
  assertEquals(asked, 0);
  const reader = body.getReader();
  await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert(asked < 100, `${asked} frames were asked for`);
  await reader.cancel();
});

for (
  const [framing, text, empty] of [
    ["sse", WHOLE, ""],
    ["ndjson", FRAMES.map(({ data }) => `${data}\n`).join(""), ""],
    ["json-array", `[${FRAMES.map(({ data }) => data).join("\n,")}\n\n]`, "[]"],
    ["whole", FRAMES.map(({ data }) => data).join(""), ""],
  ] as const
) {
  Deno.test(`deliver() frames a body as ${framing}`, async () => {
    assertEquals((await received(delivered({ framing }).body)).text, text);
    assertEquals((await received(delivered({ framing }, []).body)).text, empty);
  });
}

Deno.test("deliver() names the events that have names", async () => {
  const frames = [frame("open", "{}", 0, "start"), frame("marker", "{}")];
  const { text } = await received(delivered({}, frames).body);
  assertEquals(text, "event: start\ndata: {}\n\ndata: {}\n\n");
});

Deno.test("deliver() fails at once with the reason of a signal that has aborted", async () => {
  const reason = new Error("too late");
  const { body, settled } = delivered({ signal: AbortSignal.abort(reason) });
  assertEquals(settled, []);
  const { error, bytes } = await received(body);
  assertStrictEquals(error, reason);
  assertEquals(bytes.length, 0);
  assertEquals(settled, [{ frames: 0, bytes: 0, faults: [], end: "aborted", error: reason }]);
});

Deno.test("deliver() fails with the reason of a signal that aborts, and tells what was given", async () => {
  const abort = new AbortController();
  let isClosed = false;
  function* frames(): Generator<Frame> {
    try {
      for (;;) yield frame("content", "x".repeat(1000), 1);
    } finally {
      isClosed = true;
    }
  }
  const { body, settled } = delivered({ signal: abort.signal }, frames());
  const reader = body.getReader();
  const first = await reader.read();
  const reason = new Error("enough");
  abort.abort(reason);
  assertStrictEquals(await reader.read().catch((error) => error), reason);
  const bytes = first.value!.length;
  assertEquals(settled, [{
    frames: bytes / 1008,
    bytes,
    faults: [],
    end: "aborted",
    error: reason,
  }]);
  assert(isClosed);
});

Deno.test("deliver() ends a wait when the signal aborts or the reader leaves", async () => {
  const delivery = { timing: { firstTokenMs: 1_000_000 } };
  for (const how of ["abort", "cancel"] as const) {
    const abort = new AbortController();
    const { body, settled } = delivered({ delivery, signal: abort.signal });
    const reader = body.getReader();
    const opening = await reader.read();
    const pending = reader.read();
    const reason = new Error(how);
    if (how === "cancel") await reader.cancel(reason);
    else abort.abort(reason);
    const result = await pending.catch((error) => error);
    if (how === "abort") assertStrictEquals(result, reason);
    const bytes = opening.value!.length;
    assertEquals(settled, [{ frames: 1, bytes, faults: [], end: "aborted", error: reason }]);
  }
});

Deno.test("deliver() lets go of a signal that outlives the body", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, args);
  };
  const { body } = delivered({ signal });
  assertEquals(listeners, 1);
  await received(body);
  assertEquals(listeners, 0);
});

Deno.test("deliver() gives a whole body whatever onSettled() throws", async () => {
  let times = 0;
  const { body } = delivered({
    onSettled() {
      times++;
      throw new Error("Not interested");
    },
  });
  const { text, error } = await received(body);
  assertEquals([text, error, times], [WHOLE, undefined, 1]);
});

Deno.test("deliver() fails with what the frames throw, and says so", async () => {
  const failure = new Error("No more");
  function* frames(): Generator<Frame> {
    yield FRAMES[0]!;
    throw failure;
  }
  for (const delivery of [{}, { timing: { firstTokenMs: 1 } }]) {
    const { body, settled } = delivered({ delivery }, frames());
    assertStrictEquals((await received(body)).error, failure);
    assertEquals(settled.map(({ end, error }) => [end, error]), [["failed", failure]]);
  }
});

Deno.test("deliver() fails with what the clock throws", async () => {
  const clock = { ...NO_TIMERS, now: systemClock.now };
  const { body, settled } = delivered({ clock, delivery: { timing: { firstTokenMs: 1000 } } });
  const reader = body.getReader();
  await reader.read();
  await assertRejects(() => reader.read(), Error, "Something sleeps");
  assertEquals(settled.map(({ end, frames }) => [end, frames]), [["failed", 1]]);
});
