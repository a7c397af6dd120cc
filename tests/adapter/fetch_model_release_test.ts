import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { fetchModel } from "../../src/adapter/fetch_model.ts";
import type { Bytes } from "../../src/bytes.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { encodeTurn } from "../support/bodies.ts";
import { text } from "../support/events.ts";
import { ALL_WIRES, streamed } from "./fake_fetch.ts";
import { countedSignal, probeBody, settled } from "./probe_body.ts";
import type { CountedSignal, ProbeBody, Step } from "./probe_body.ts";
import { PLAIN } from "./requests/sample_request.ts";

const WIRE = ALL_WIRES[0]!;
const SOME = encodeTurn(WIRE, [text("a"), text("b")]);
const AFTER_END = { done: true, value: undefined } as const;

/** A provider whose answer comes when the test says, whether or not the call was aborted. */
interface Provider {
  readonly calls: AbortSignal[];
  readonly answer: (response: Response) => void;
  readonly events: AsyncIterator<TurnEvent>;
}

/** One that heeds the signal, as the real `fetch` does, or one that does not. */
function provider(heedsSignal: boolean, signal?: AbortSignal): Provider {
  const calls: AbortSignal[] = [];
  let answer!: (response: Response) => void;
  const fetch = (_url: unknown, init?: RequestInit) => {
    const own = init!.signal!;
    calls.push(own);
    return new Promise<Response>((resolve, reject) => {
      answer = resolve;
      if (heedsSignal) own.addEventListener("abort", () => reject(own.reason));
    });
  };
  const model = fetchModel({ wire: WIRE.id, baseUrl: "http://api.example", model: "m", fetch });
  const events = model.stream(PLAIN, { signal })[Symbol.asyncIterator]();
  return { calls, answer: (response) => answer(response), events };
}

/** Lets what is due run. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 0));

const MOMENTS = [
  { name: "before the call is made", heeds: true, at: "unread" },
  { name: "before the headers", heeds: true, at: "headers" },
  { name: "before the headers, of a fetch that does not heed it", heeds: false, at: "headers" },
  { name: "before the first byte", heeds: true, at: "body" },
  { name: "within a stalled body", heeds: true, at: "stalled" },
  { name: "within the body of a failure", heeds: true, at: "failure" },
  { name: "within a page that is no stream", heeds: true, at: "page" },
] as const;

type Moment = typeof MOMENTS[number]["at"];

const STEPS: Readonly<Record<Moment, readonly Step[]>> = {
  unread: [],
  headers: [],
  body: ["STALL"],
  stalled: [SOME, "STALL"],
  failure: ["bad", "STALL"],
  page: ["<html>", "STALL"],
};

/** Brings a stream to a moment at which nothing more comes. */
async function bringTo(at: Moment, { answer, events }: Provider) {
  const body = probeBody(STEPS[at]);
  const pending: Promise<IteratorResult<TurnEvent>>[] = [];
  if (at !== "unread") pending.push(events.next());
  if (at === "failure") answer(new Response(body.stream, { status: 500 }));
  if (at === "page") {
    answer(new Response(body.stream, { headers: { "content-type": "text/html" } }));
  }
  if (at === "body" || at === "stalled") answer(streamed(WIRE, body.stream));
  if (at === "stalled") {
    for (const piece of ["a", "b"]) {
      assertEquals(await pending.pop(), { done: false, value: text(piece) });
      pending.push(events.next());
    }
  }
  await tick();
  return { body, pending };
}

function assertReleased({ calls }: Provider, body: ProbeBody, at: Moment) {
  const reachedBody = at !== "unread" && at !== "headers";
  assertEquals(calls.length, at === "unread" ? 0 : 1);
  assertEquals(body.cancels.length, reachedBody ? 1 : 0, "the body is cancelled once");
  if (at === "headers") assert(calls[0]!.aborted, "the call itself is ended");
}

Deno.test.each(MOMENTS)(
  "fetchModel() fails with the signal's reason and lets go, aborted $name",
  async ({ heeds, at }) => {
    const counted = countedSignal();
    const given = provider(heeds, counted.signal);
    const { body, pending } = await bringTo(at, given);
    const reason = { mine: true };
    counted.controller.abort(reason);
    if (pending.length === 0) pending.push(given.events.next());
    await assertReason(pending[0]!, reason);
    await tick();
    assertReleased(given, body, at);
    await assertQuiet(given, counted);
  },
);

async function assertReason(promise: Promise<unknown>, reason: unknown) {
  const state = await settled(promise);
  assert(state !== "pending" && "error" in state, `${JSON.stringify(state)} is no failure`);
  assertStrictEquals(state.error, reason);
}

async function assertQuiet({ events }: Provider, { listeners }: CountedSignal) {
  assertEquals(await events.next(), AFTER_END);
  assertEquals(listeners(), 0);
}

Deno.test.each(MOMENTS)(
  "fetchModel() settles return() at once and lets go, left $name",
  async ({ heeds, at }) => {
    const counted = countedSignal();
    const given = provider(heeds, counted.signal);
    const { body, pending } = await bringTo(at, given);
    assertEquals(await settled(given.events.return!()), { value: AFTER_END });
    for (const next of pending) assertEquals(await settled(next), { value: AFTER_END });
    await tick();
    assertReleased(given, body, at);
    await assertQuiet(given, counted);
  },
);

Deno.test("fetchModel() sends nothing if the signal is aborted already", async () => {
  const reason = new Error("mine");
  const given = provider(true, AbortSignal.abort(reason));
  assertStrictEquals(await assertRejects(() => given.events.next()), reason);
  assertEquals(given.calls, []);
});

Deno.test.each([
  { name: "a stream", response: (body: ReadableStream<Bytes>) => streamed(WIRE, body) },
  {
    name: "a failure",
    response: (body: ReadableStream<Bytes>) => new Response(body, { status: 500 }),
  },
])("fetchModel() lets go of $name that comes after the abort", async ({ response }) => {
  const { controller, signal } = countedSignal();
  const given = provider(false, signal);
  const pending = given.events.next();
  await tick();
  controller.abort();
  assertStrictEquals(await assertRejects(() => pending), signal.reason);
  const body = probeBody([SOME, "STALL"]);
  given.answer(response(body.stream));
  await tick();
  assertEquals(body.cancels.length, 1);
  assertEquals(await given.events.next(), AFTER_END);
});

Deno.test.each(ALL_WIRES.map((wire) => ({ id: wire.id, wire })))(
  "fetchModel() lets go of the body when its loop is left, on $id",
  async ({ wire }) => {
    const counted = countedSignal();
    const body = probeBody([encodeTurn(wire, [text("a"), text("b")]), "STALL"]);
    const model = fetchModel({
      wire: wire.id,
      baseUrl: "http://api.example",
      model: "m",
      fetch: () => Promise.resolve(streamed(wire, body.stream)),
    });
    for await (const event of model.stream(PLAIN, { signal: counted.signal })) {
      assertEquals(event.type, "text");
      break;
    }
    assertEquals(body.cancels.length, 1);
    assertEquals(counted.listeners(), 0);
  },
);

Deno.test("fetchModel() leaves no listener for a stream that is never read", () => {
  const { signal, listeners } = countedSignal();
  const model = fetchModel({ wire: WIRE.id, baseUrl: "http://api.example", model: "m" });
  for (let at = 0; at < 3; at++) {
    model.stream(PLAIN, { signal });
    model.stream(PLAIN, { signal })[Symbol.asyncIterator]();
  }
  assertEquals(listeners(), 0);
});

Deno.test("fetchModel() rejects with what is thrown into its stream, and sends nothing", async () => {
  const { signal, listeners } = countedSignal();
  const given = provider(true, signal);
  assertStrictEquals(await given.events.throw!("mine").catch((error) => error), "mine");
  assertEquals([given.calls, listeners()], [[], 0]);
  assertEquals(await given.events.next(), AFTER_END);
});
