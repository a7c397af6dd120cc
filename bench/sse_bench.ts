/**
 * How fast `SseDecoder` turns bytes into events, beside `eventsource-parser`'s `feed()` behind a
 * `TextDecoder`, and beside a bare `TextDecoder` loop, which is the limit for both.
 *
 * @module
 */
import { createParser } from "npm:eventsource-parser@4.1.3";
import type { Bytes } from "../src/bytes.ts";
import { SseDecoder } from "../src/sse/sse_decoder.ts";
import { compare } from "./support/compare.ts";
import {
  isWanted,
  megabytesPerSecond,
  printHead,
  printRow,
  runtimeName,
} from "./support/report.ts";
import { shapes } from "./support/shapes.ts";

function byFeed(chunks: readonly Bytes[]): number {
  let chars = 0;
  const decoder = new TextDecoder();
  const parser = createParser({ onEvent: (event) => chars += event.data.length });
  for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }));
  return chars;
}

function bySseDecoder(chunks: readonly Bytes[]): number {
  let chars = 0;
  const decoder = new SseDecoder();
  for (const chunk of chunks) {
    for (const event of decoder.push(chunk)) chars += event.data.length;
  }
  return chars;
}

function byTextDecoder(chunks: readonly Bytes[]): number {
  let chars = 0;
  const decoder = new TextDecoder();
  for (const chunk of chunks) chars += decoder.decode(chunk, { stream: true }).length;
  return chars;
}

printHead([
  `bytes to events, ${runtimeName()}`,
  "feed()",
  "ours",
  "TextDecoder",
  "ours / feed()",
  "TextDecoder / ours",
]);
for (const { name, chunks } of shapes()) {
  if (!isWanted(name)) continue;
  const chars = bySseDecoder(chunks);
  const [feed, text, ours] = await compare([
    { name: "feed()", run: () => byFeed(chunks) },
    { name: "TextDecoder", run: () => byTextDecoder(chunks) > 0 ? chars : NaN },
    { name: "SseDecoder", run: () => bySseDecoder(chunks) },
  ]);
  printRow([
    name,
    ...[feed!, ours!, text!].map((timing) => megabytesPerSecond(chunks, timing)),
    ours!.speed.toFixed(2),
    (text!.speed / ours!.speed).toFixed(2),
  ]);
}
