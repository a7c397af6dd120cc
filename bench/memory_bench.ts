/**
 * How much memory an unfinished line holds, by the size of the chunks in which it comes, beside
 * `eventsource-parser`; and how much a stream that never ends does.
 *
 * @module
 */
import process from "node:process";
import { createParser } from "npm:eventsource-parser@4.1.3";
import { type Bytes, toBytes } from "../src/bytes.ts";
import { SseDecoder } from "../src/sse/sse_decoder.ts";
import { isWanted, printHead, printRow, runtimeName } from "./support/report.ts";

const MEBI = 1024 * 1024;
const LINE_BYTES = 8 * MEBI;

declare const gc: (() => void) | undefined;

function heapBytes(): number {
  if (typeof gc === "undefined") throw new Error("Cannot measure memory without --expose-gc");
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}

/** How many mebibytes are held after `feed` has had `times` chunks; `keep` holds on to the reader. */
function held(feed: (chunk: Bytes) => void, chunk: Bytes, times: number, keep: () => void): string {
  const before = heapBytes();
  for (let i = 0; i < times; i++) feed(chunk);
  const after = heapBytes();
  keep();
  return ((after - before) / MEBI).toFixed(1);
}

function heldByDecoder(chunk: Bytes, times: number): string {
  const decoder = new SseDecoder();
  return held((bytes) => decoder.push(bytes), chunk, times, () => decoder.end());
}

function heldByParser(chunk: Bytes, times: number): string {
  const decoder = new TextDecoder();
  const parser = createParser({});
  // Without a field's name before it the line would be thrown away as it comes.
  parser.feed("data: ");
  const feed = (bytes: Bytes) => parser.feed(decoder.decode(bytes, { stream: true }));
  return held(feed, chunk, times, () => parser.reset());
}

printHead([`MiB held, ${runtimeName()}`, "feed()", "ours"]);
for (const chunkBytes of [1, 16, 256, 1024, 16 * 1024]) {
  const name = `8 MiB line in ${chunkBytes}-byte chunks`;
  if (!isWanted(name)) continue;
  const chunk = toBytes("x".repeat(chunkBytes));
  const times = LINE_BYTES / chunkBytes;
  printRow([name, heldByParser(chunk, times), heldByDecoder(chunk, times)]);
}
for (const piece of [": keep-alive\n\n", "id: 123456789012345\n\n", "data: 1234\n\n"]) {
  const name = `80 MB of ${JSON.stringify(piece)}`;
  if (!isWanted(name)) continue;
  const chunk = toBytes(piece.repeat(1000));
  const times = Math.round(80_000_000 / chunk.length);
  printRow([name, heldByParser(chunk, times), heldByDecoder(chunk, times)]);
}
