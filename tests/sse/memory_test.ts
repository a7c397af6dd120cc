import { assert } from "@std/assert";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Bytes, toBytes } from "../../src/bytes.ts";
import { SseDecoder } from "../../src/sse/sse_decoder.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** How many bytes a decoder holds for the chunk, pushed so many times. */
function heldBytes(decoder: SseDecoder, chunk: Bytes, times: number): number {
  const before = heapBytes();
  for (let i = 0; i < times; i++) decoder.push(chunk);
  const held = heapBytes() - before;
  decoder.end();
  return held;
}

const CHARS = 1024 * 1024;

/** Some bytes that have nothing to do with how long the line or the event is. */
const SLACK = 200_000;

// A list of single pieces would cost eight bytes for each, and a string of them over twenty.
for (const pieceChars of [1, 16]) {
  Deno.test(`SseDecoder holds little but the characters of a line in ${pieceChars}-byte chunks`, () => {
    const decoder = new SseDecoder();
    const piece = toBytes("x".repeat(pieceChars));
    // A line before it must leave nothing behind that keeps the next from being held well.
    for (let i = 0; i < 100_000; i++) decoder.push(piece);
    decoder.push(toBytes("\n"));
    // Nor must big chunks at its beginning.
    for (let i = 0; i < 300; i++) decoder.push(toBytes("x".repeat(1024)));
    const held = heldBytes(decoder, piece, CHARS / pieceChars);
    assert(held < 1.5 * CHARS + SLACK, `${held} bytes for ${CHARS} characters`);
  });
}

Deno.test("SseDecoder holds little but the characters of an event of many lines", () => {
  const held = heldBytes(new SseDecoder(), toBytes("data:x\n"), CHARS / 2);
  assert(held < 1.5 * CHARS + SLACK, `${held} bytes for ${CHARS} characters`);
});

for (const piece of [": ping\n", "id: 123456789012345\n\n", "data: 1\n\n"]) {
  Deno.test(`SseDecoder holds nothing of an endless stream of ${JSON.stringify(piece)}`, () => {
    const held = heldBytes(new SseDecoder(), toBytes(piece.repeat(100)), 1000);
    assert(held < SLACK, `${held} bytes`);
  });
}

Deno.test("SseDecoder holds nothing of a line that was too long", () => {
  const decoder = new SseDecoder({ maxLineChars: CHARS });
  const piece = toBytes("x".repeat(1024));
  const before = heapBytes();
  let failed = 0;
  for (let i = 0; i < 3000; i++) {
    try {
      decoder.push(piece);
    } catch {
      failed++;
    }
  }
  const held = heapBytes() - before;
  assert(failed > 1900, `failed ${failed} times`);
  assert(held < SLACK, `${held} bytes after the failure`);
});
