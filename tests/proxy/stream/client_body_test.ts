import { assertEquals, assertRejects } from "@std/assert";
import { type Bytes, toBytes } from "../../../src/bytes.ts";
import { cutFailure } from "../../../src/proxy/failure/own_failures.ts";
import type { AnswerStream, StreamStep } from "../../../src/proxy/stream/answer_stream.ts";
import { clientBody, type StreamEnd } from "../../../src/proxy/stream/client_body.ts";
import { Alarms } from "../../../src/proxy/time/alarms.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

const decoder = new TextDecoder();
const bytes = (text: string): StreamStep => ({ type: "bytes", bytes: toBytes(text) });
const END: StreamStep = { type: "end" };
const FAILED: StreamStep = { type: "failed", failure: cutFailure() };

/** The body of a stream that has some steps, each after a time. */
function lab(
  steps: readonly (readonly [waitMs: number, step: StreamStep])[],
  keepaliveMs?: number,
) {
  const clock = new ManualClock();
  const told = { asked: 0, cancels: 0, ends: [] as StreamEnd[] };
  const left = [...steps];
  const stream = {
    isOver: false,
    async next(): Promise<StreamStep> {
      told.asked++;
      const [waitMs, step] = left.shift()!;
      await clock.sleep(waitMs);
      return step;
    },
    cancel: () => void told.cancels++,
  };
  const body = clientBody({
    stream: stream as Partial<AnswerStream> as AnswerStream,
    errorEvent: ({ kind }) => toBytes(`error: ${kind}`),
    stallMs: 100,
    keepaliveMs,
    clock,
    alarms: new Alarms(clock),
    onEnd: (end) => told.ends.push(end),
  });
  const reader = body.getReader();
  return { clock, told, reader, read: () => textOf(reader.read()) };
}

async function textOf(reading: Promise<ReadableStreamReadResult<Bytes>>): Promise<string> {
  const { done, value } = await reading;
  return done ? "(end)" : decoder.decode(value);
}

Deno.test("clientBody() asks the upstream for as much as its client reads, and for nothing ahead", async () => {
  const { clock, told, read } = lab([[0, bytes("a")], [0, bytes("b")], [0, END]]);
  await clock.advance(10);
  assertEquals(told.asked, 0);
  const first = read();
  await clock.advance(10);
  assertEquals([await first, told.asked], ["a", 1]);
  const rest = [read(), read()];
  await clock.advance(10);
  assertEquals(await Promise.all(rest), ["b", "(end)"]);
  assertEquals([told.ends, clock.sleeping], [[{ outcome: "whole" }], 0]);
});

Deno.test("clientBody() does not blame a client that reads for an upstream that is silent", async () => {
  const { clock, told, read } = lab([[0, bytes("a")], [1000, bytes("b")], [0, END]]);
  const orBroken = () => read().catch(() => "(broken)");
  const all = [orBroken(), orBroken(), orBroken()];
  await clock.advance(1100);
  assertEquals(await Promise.all(all), ["a", "b", "(end)"]);
  assertEquals(told.ends, [{ outcome: "whole" }]);
});

Deno.test("clientBody() lets go of the upstream when its client reads nothing for too long", async () => {
  const { clock, told, reader } = lab([[0, bytes("a")], [0, END]]);
  const first = reader.read();
  await clock.advance(0);
  await first;
  await clock.advance(99);
  assertEquals([told.cancels, told.ends], [0, []]);
  await clock.advance(1);
  assertEquals([told.cancels, told.ends], [1, [{ outcome: "stalled" }]]);
  await assertRejects(() => reader.read(), Error, "does not read");
  assertEquals(clock.sleeping, 0);
});

Deno.test("clientBody() lets go of the upstream when its client never begins to read", async () => {
  const { clock, told } = lab([[0, END]]);
  await clock.advance(100);
  assertEquals([told.cancels, told.ends], [1, [{ outcome: "stalled" }]]);
});

Deno.test("clientBody() lets go of the upstream when its client reads nothing behind a comment", async () => {
  const { clock, told, read } = lab([[10_000, bytes("late")], [0, END]], 50);
  const first = read();
  await clock.advance(50);
  assertEquals(await first, ": keepalive\n\n");
  await clock.advance(100);
  assertEquals([told.cancels, told.ends], [1, [{ outcome: "stalled" }]]);
});

Deno.test("clientBody() gives what comes behind a comment once", async () => {
  const { clock, told, read } = lab([[120, bytes("late")], [0, END]], 50);
  const all = [read(), read(), read(), read()];
  await clock.advance(200);
  const comment = ": keepalive\n\n";
  assertEquals(await Promise.all(all), [comment, comment, "late", "(end)"]);
  assertEquals(told.asked, 2);
});

Deno.test("clientBody() ends what failed by its error event and a broken transfer, and tells of it once", async () => {
  const { clock, told, reader, read } = lab([[0, bytes("a")], [0, FAILED]]);
  const all = [read(), read()];
  const broken = assertRejects(() => reader.read(), Error, "ended before the turn did");
  await clock.advance(0);
  assertEquals(await Promise.all(all), ["a", "error: cut"]);
  await broken;
  await clock.advance(1000);
  assertEquals(told.ends.map(({ outcome }) => outcome), ["failed"]);
  assertEquals(clock.sleeping, 0);
});

Deno.test("clientBody() lets go of the upstream when its client leaves, and tells of it once", async () => {
  const { clock, told, reader } = lab([[10_000, bytes("late")]]);
  const reading = reader.read();
  await clock.advance(10);
  await reader.cancel();
  assertEquals((await reading).done, true);
  await clock.advance(10_000);
  assertEquals([told.cancels, told.ends], [1, [{ outcome: "left" }]]);
});
