import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { ModelError } from "../../src/errors.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { readTurn } from "../../src/wire/read_turn.ts";
import type { ReadTurnOptions } from "../../src/wire/read_turn.ts";
import { wireOf } from "../../src/wire/wires.ts";
import type { Wire } from "../../src/wire/wire.ts";
import { countedSignal, probeBody, settled } from "../adapter/probe_body.ts";
import type { ProbeBody, Step } from "../adapter/probe_body.ts";
import { finish, text } from "../support/events.ts";

const WIRE = wireOf("openai-chat");
const A = 'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n';
const B = 'data: {"choices":[{"index":0,"delta":{"content":"b"}}]}\n\n';
const STOP = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const DONE = "data: [DONE]\n\n";
const AFTER_END = { done: true, value: undefined } as const;

function read(steps: readonly Step[], options?: ReadTurnOptions) {
  const body = probeBody(steps);
  return { body, events: readTurn(body.stream, WIRE, options) };
}

async function collect(events: AsyncIterable<TurnEvent>) {
  const got: TurnEvent[] = [];
  let error: unknown;
  try {
    for await (const event of events) got.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { got, error };
}

function codeOf(error: unknown): string {
  return error instanceof ModelError ? error.code : `not a ModelError: ${error}`;
}

Deno.test("readTurn() gives the events of a whole turn and then ends", async () => {
  const { events } = read([A, B, STOP, DONE]);
  assertEquals(await collect(events), {
    got: [text("a"), text("b"), finish()],
    error: undefined,
  });
  assertEquals(await events.next(), AFTER_END);
});

Deno.test("readTurn() ends at the marker and cancels the body when the connection stays open", async () => {
  const { body, events } = read([A + STOP + DONE, "STALL"]);
  const { got, error } = await collect(events);
  assertEquals([got, error], [[text("a"), finish()], undefined]);
  assertEquals([body.reads(), body.cancels.length], [1, 1]);
});

Deno.test("readTurn() releases the body at the marker, before its last events are taken", async () => {
  const { body, events } = read([A + B + STOP + DONE, "STALL"]);
  await events.next();
  assertEquals(body.cancels.length, 1);
  await events.return?.();
});

Deno.test.each([
  { name: "a cut", steps: [A], code: "INCOMPLETE" },
  { name: "a reset", steps: [A, { error: new TypeError("reset") }], code: "NETWORK" },
  {
    name: "a bad frame in the same chunk",
    steps: [A + "data: {\n\n" + B],
    code: "STREAM_PROTOCOL",
  },
])("readTurn() gives what came before $name, then throws once", async ({ steps, code }) => {
  const { events } = read(steps);
  assertEquals(await events.next(), { done: false, value: text("a") });
  const error = await assertRejects(() => events.next());
  assertEquals(codeOf(error), code);
  assertEquals(await events.next(), AFTER_END);
});

Deno.test("readTurn() keeps the error of the connection as the cause", async () => {
  const cause = new TypeError("reset");
  const { events } = read([{ error: cause }]);
  const error = await assertRejects(() => events.next(), ModelError);
  assertStrictEquals(error.cause, cause);
});

Deno.test("readTurn() reports an empty body as incomplete", async () => {
  const { got, error } = await collect(read([]).events);
  assertEquals([got, codeOf(error)], [[], "INCOMPLETE"]);
});

Deno.test("readTurn() refuses a body whose chunks are no bytes", async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue("data: [DONE]\n\n");
    },
  });
  await assertRejects(() => readTurn(body, WIRE).next(), TypeError, "one is of String");
});

Deno.test("readTurn() never lets a wire end a turn without a finish", async () => {
  const silent: Wire = {
    ...WIRE,
    decoder: () => ({ done: false, push: (_frame, out = []) => out, end: (out = []) => out }),
  };
  const { got, error } = await collect(readTurn(probeBody([A]).stream, silent));
  assertEquals([got, codeOf(error)], [[], "INCOMPLETE"]);
});

Deno.test("readTurn() reads no more than what is asked for", async () => {
  const { body, events } = read([A, B, A, B, STOP, DONE]);
  assertEquals(body.reads(), 0);
  for (let asked = 1; asked <= 3; asked++) {
    await events.next();
    assertEquals(body.reads(), asked);
  }
  await events.return?.();
});

Deno.test("readTurn() gives events in order to calls of next() that overlap", async () => {
  const { events } = read([A + B, STOP, DONE]);
  const all = await Promise.all([events.next(), events.next(), events.next(), events.next()]);
  assertEquals(all.map(({ value }) => value), [text("a"), text("b"), finish(), undefined]);
});

Deno.test.each([
  { name: "the loop breaks", leave: (events: AsyncIterable<TurnEvent>) => breakAfterOne(events) },
  {
    name: "the loop throws",
    leave: async (events: AsyncIterable<TurnEvent>) => {
      await assertRejects(() => breakAfterOne(events, new Error("mine")), Error, "mine");
    },
  },
  {
    name: "return() comes before the first next()",
    leave: async (events: AsyncIterator<TurnEvent>) => {
      assertEquals(await events.return?.(), AFTER_END);
    },
  },
  {
    name: "throw() is called",
    leave: async (events: AsyncIterator<TurnEvent>) => {
      const mine = new Error("mine");
      assertStrictEquals(await assertRejects(() => events.throw!(mine)), mine);
    },
  },
])("readTurn() cancels the body when $name", async ({ leave }) => {
  const { signal, listeners } = countedSignal();
  const { body, events } = read([A + B, "STALL"], { signal });
  await leave(events);
  assertEquals(body.cancels.length, 1);
  assertEquals(listeners(), 0);
  assertEquals(await events.next(), AFTER_END);
});

async function breakAfterOne(events: AsyncIterable<TurnEvent>, error?: Error) {
  for await (const event of events) {
    assertEquals(event, text("a"));
    if (error) throw error;
    break;
  }
}

Deno.test("readTurn() settles return() and the pending next() at once when the body stalls", async () => {
  const { body, events } = read(["STALL"]);
  const pending = events.next();
  await body.read(0);
  assertEquals(await settled(events.return!()), { value: AFTER_END });
  assertEquals(await settled(pending), { value: AFTER_END });
  assertEquals(body.cancels.length, 1);
});

Deno.test.each([
  {
    name: "return()",
    leave: (_: AbortController, events: AsyncIterator<unknown>) => events.return!(),
  },
  { name: "an abort", leave: (controller: AbortController) => controller.abort() },
])("readTurn() gives nothing of a chunk that arrives in the moment of $name", async ({ leave }) => {
  let stream!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (own) => void (stream = own) });
  const { controller, signal } = countedSignal();
  const events = readTurn(body, WIRE, { signal });
  const pending = events.next();
  await new Promise((resolve) => setTimeout(resolve, 0));
  stream.enqueue(new TextEncoder().encode(A + B));
  leave(controller, events);
  const state = await settled(pending);
  assert(state !== "pending");
  if ("error" in state) assertStrictEquals(state.error, signal.reason);
  else assertEquals(state.value, AFTER_END);
  assertEquals(await events.next(), AFTER_END);
});

Deno.test("readTurn() does not wait for a body that is slow to be cancelled", async () => {
  const body = probeBody([A, "STALL"], () => new Promise(() => {}));
  const events = readTurn(body.stream, WIRE);
  await events.next();
  assertEquals(await settled(events.return!()), { value: AFTER_END });
});

Deno.test("readTurn() stays quiet when cancelling the body fails", async () => {
  const body = probeBody([A, "STALL"], () => Promise.reject(new Error("cannot cancel")));
  const events = readTurn(body.stream, WIRE);
  await events.next();
  await events.return?.();
  assertEquals(body.cancels.length, 1);
});

Deno.test.each([
  { name: "it is aborted already", when: "before" },
  { name: "it aborts before the first next()", when: "unread" },
  { name: "it aborts between two events of a chunk", when: "between" },
  { name: "it aborts while the body stalls", when: "stalled" },
])("readTurn() fails with the signal's reason when $name", async ({ when }) => {
  const { controller, signal, listeners } = countedSignal();
  const reason = { mine: true };
  if (when === "before") controller.abort(reason);
  const { body, events } = read([A + B, "STALL"], { signal });
  if (when === "before") assertEquals(body.cancels, [reason], "nobody has to ask first");
  if (when === "between") assertEquals(await events.next(), { done: false, value: text("a") });
  if (when === "stalled") await takeTwo(events, body);
  const pending = when === "stalled" ? [events.next(), events.next()] : [];
  if (when === "stalled") await body.read(1);
  if (when !== "before") controller.abort(reason);
  if (pending.length === 0) pending.push(events.next());
  for (const state of await Promise.all(pending.map(settled))) {
    assert(state !== "pending" && "error" in state, "an abort never ends a stream like its end");
    assertStrictEquals(state.error, reason);
  }
  assertEquals(await events.next(), AFTER_END);
  assertEquals([body.cancels.length, listeners()], [1, 0]);
  assertStrictEquals(body.cancels[0], reason);
});

async function takeTwo(events: AsyncIterator<TurnEvent>, body: ProbeBody) {
  assertEquals((await events.next()).value, text("a"));
  assertEquals((await events.next()).value, text("b"));
  assertEquals(body.reads(), 1);
}

Deno.test("readTurn() withholds even a finish that was read before the abort", async () => {
  const { controller, signal } = countedSignal();
  const { events } = read([A + STOP + DONE], { signal });
  await events.next();
  controller.abort();
  assertStrictEquals(await assertRejects(() => events.next()), signal.reason);
});

Deno.test("readTurn() takes no notice of an abort after the last event was taken", async () => {
  const { controller, signal } = countedSignal();
  const { events } = read([A + STOP + DONE], { signal });
  assertEquals((await collect(events)).error, undefined);
  controller.abort();
  assertEquals(await events.next(), AFTER_END);
});

Deno.test("readTurn() gives nothing to a next() from an abort listener that runs before its own", async () => {
  const { controller, signal } = countedSignal();
  const early: Promise<unknown>[] = [];
  signal.addEventListener("abort", () => early.push(events.next()));
  const { events } = read([A + B, "STALL"], { signal });
  await events.next();
  controller.abort();
  assertStrictEquals(await assertRejects(() => early[0]!), signal.reason);
});

Deno.test("readTurn() fails with the reason when the body fails because of the abort", async () => {
  const { controller, signal } = countedSignal();
  const body = new ReadableStream({
    start(stream) {
      signal.addEventListener("abort", () => stream.error(new TypeError("aborted")));
    },
  });
  const events = readTurn(body, WIRE, { signal });
  const pending = events.next();
  controller.abort();
  assertStrictEquals(await assertRejects(() => pending), signal.reason);
});

Deno.test.each([
  { name: "the end", steps: [A, STOP, DONE] },
  { name: "a cut", steps: [A] },
  { name: "a reset", steps: [A, { error: new TypeError("reset") }] },
])("readTurn() leaves no listener on the signal after $name", async ({ steps }) => {
  const { signal, listeners } = countedSignal();
  const { events } = read(steps, { signal });
  assertEquals(listeners(), 1);
  await collect(events);
  assertEquals(listeners(), 0);
});

Deno.test.each(
  [
    { name: "in one chunk", steps: [A + B + B, "STALL"] },
    { name: "event by event", steps: [A, B, B, "STALL"] },
    { name: "one byte a chunk", steps: [...(A + B + B)] },
  ] as const,
)("readTurn() gives what fits and then refuses a body over the limit, $name", async ({ steps }) => {
  const body = probeBody(steps);
  const events = readTurn(body.stream, WIRE, { maxBytes: (A + B).length });
  const { got, error } = await collect(events);
  assertEquals([got, codeOf(error)], [[text("a"), text("b")], "TOO_LARGE"]);
  assertEquals(body.cancels.length, 1);
});

Deno.test("readTurn() counts nothing that follows the marker", async () => {
  const whole = A + STOP + DONE;
  const { events } = read([whole + A + A + A], { maxBytes: whole.length });
  assertEquals((await collect(events)).error, undefined);
});

Deno.test("readTurn() honours the terminator option", async () => {
  const { got, error } = await collect(read([A, STOP], { terminator: "optional" }).events);
  assertEquals([got, error], [[text("a"), finish()], undefined]);
});

Deno.test.each([0, -1, 1.5, NaN, Infinity])(
  "readTurn() refuses a limit of %s bytes",
  (maxBytes) => {
    const { stream } = probeBody([]);
    assertThrows(() => readTurn(stream, WIRE, { maxBytes }), RangeError, `${maxBytes}`);
    assert(!stream.locked);
  },
);

Deno.test("readTurn() refuses a locked body", () => {
  const { stream } = probeBody([]);
  stream.getReader();
  assertThrows(() => readTurn(stream, WIRE), TypeError, "Cannot read a body");
});
