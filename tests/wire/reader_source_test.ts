import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { fetchModel } from "../../src/adapter/fetch_model.ts";
import { readExcerpt } from "../../src/adapter/read_excerpt.ts";
import type { Bytes } from "../../src/bytes.ts";
import { systemClock } from "../../src/clock.ts";
import { ModelError } from "../../src/errors.ts";
import { MAX_EMPTY_CHUNKS, ReaderSource } from "../../src/wire/reader_source.ts";
import { readTurn } from "../../src/wire/read_turn.ts";
import { wireOf } from "../../src/wire/wires.ts";
import { countedSignal } from "../adapter/probe_body.ts";
import { PLAIN } from "../adapter/requests/sample_request.ts";

const WIRE = wireOf("openai-chat");
const EMPTY = new Uint8Array(0);

/** A body of empty chunks, then one of a byte, and so on without end. */
function barren(emptyInARow = Infinity, chunk: Bytes = EMPTY) {
  let pulls = 0;
  const cancels: unknown[] = [];
  const body = new ReadableStream<Bytes>({
    pull(controller) {
      const isByte = pulls++ % (emptyInARow + 1) === emptyInARow;
      controller.enqueue(isByte ? new Uint8Array([10]) : chunk);
    },
    cancel: (reason) => void cancels.push(reason),
  }, { highWaterMark: 0 });
  return { body, cancels, pulls: () => pulls };
}

function answering(body: ReadableStream<Bytes>, status = 200) {
  const headers = { "content-type": status === 200 ? WIRE.contentType : "text/plain" };
  return fetchModel({
    wire: WIRE.id,
    baseUrl: "http://api.example",
    model: "m",
    fetch: () => Promise.resolve(new Response(body, { status, headers })),
  });
}

Deno.test("ReaderSource passes over empty chunks", async () => {
  const { body } = barren(MAX_EMPTY_CHUNKS - 1);
  const source = new ReaderSource(body);
  assertEquals(await source.read(), { done: false, value: new Uint8Array([10]) });
  source.cancel();
});

Deno.test("ReaderSource hands on what is no bytes", async () => {
  const { body } = barren(Infinity, "" as unknown as Bytes);
  const text = new ReadableStream<string>({ start: (own) => own.enqueue("a") });
  const source = new ReaderSource(text as unknown as ReadableStream<Bytes>);
  assertEquals(await source.read(), { done: false, value: "a" as unknown as Bytes });
  await body.cancel();
});

Deno.test("readTurn() ends a body of empty chunks after a bound", async () => {
  const { body, cancels, pulls } = barren();
  const error = await assertRejects(() => readTurn(body, WIRE).next(), ModelError, "empty chunks");
  assertEquals([error.code, cancels, pulls()], ["STREAM_PROTOCOL", [error], MAX_EMPTY_CHUNKS]);
});

Deno.test("fetchModel() ends a body of empty chunks after a bound", async () => {
  const { body, cancels } = barren();
  const events = answering(body).stream(PLAIN)[Symbol.asyncIterator]();
  const error = await assertRejects(() => events.next(), ModelError, "empty chunks");
  assertEquals([error.code, cancels], ["STREAM_PROTOCOL", [error]]);
});

Deno.test.each([
  { name: "empty chunks", rows: 1 << 20 },
  { name: "comments", rows: 0 },
])("fetchModel() is aborted within a body of $name that is always there", async ({ rows }) => {
  const { controller, signal, listeners } = countedSignal();
  const { body, cancels } = barren(rows);
  const events = answering(body).stream(PLAIN, { signal })[Symbol.asyncIterator]();
  setTimeout(() => controller.abort("mine"), 0);
  const error = await events.next().then(() => undefined, (reason) => reason);
  assertStrictEquals(error, "mine");
  assertEquals([cancels, listeners()], [["mine"], 0]);
});

Deno.test("fetchModel() ends the body of a failure that gives only empty chunks", async () => {
  const { body, cancels } = barren();
  const events = answering(body, 500).stream(PLAIN)[Symbol.asyncIterator]();
  const error = await assertRejects(() => events.next(), ModelError);
  assertEquals([error.code, error.status, cancels.length], ["STATUS", 500, 1]);
});

Deno.test("readExcerpt() is aborted within a body of empty chunks", async () => {
  const { controller, signal, listeners } = countedSignal();
  const { body, pulls } = barren();
  setTimeout(() => controller.abort("mine"), 0);
  assertEquals(await readExcerpt(body, { signal, clock: systemClock }), "");
  assert(pulls() < MAX_EMPTY_CHUNKS);
  assertEquals(listeners(), 0);
});
