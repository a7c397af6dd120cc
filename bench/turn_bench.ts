/**
 * How fast bytes become `TurnEvent`s on the OpenAI chat wire, beside the stream of the `openai` SDK,
 * and beside `JSON.parse` on the payloads alone, which no reader of this wire can do without. What
 * the chunks themselves cost shows a plain loop of `TextDecoder`, `split()` and `JSON.parse`, which
 * looks for no error and knows one kind of line end.
 *
 * @module
 */
import { Stream } from "npm:openai@7.59.0/streaming";
import { type Bytes, concatBytes, toBytes } from "../src/bytes.ts";
import { BodyDecoder } from "../src/wire/body_decoder.ts";
import { openAiChatWire } from "../src/wire/openai_chat/openai_chat.ts";
import { readTurn } from "../src/wire/read_turn.ts";
import type { TurnEvent } from "../src/turn/turn.ts";
import { compare } from "./support/compare.ts";
import {
  isWanted,
  megabytesPerSecond,
  printHead,
  printRow,
  runtimeName,
} from "./support/report.ts";
import { chatPayload, cutEvery } from "./support/shapes.ts";

interface ChatChunk {
  readonly choices: readonly { readonly delta: { readonly content?: string } }[];
}

const EVENTS = 20_000;
const payloads = Array.from({ length: EVENTS }, (_, i) => chatPayload(` word${i}`));
payloads.push(chatPayload("", "stop"));
const events = [...payloads, "[DONE]"].map((payload) => toBytes(`data: ${payload}\n\n`));
const shapes = [
  { name: "16 KiB chunks", chunks: cutEvery(concatBytes(events), 16 * 1024) },
  { name: "one event a chunk", chunks: events },
];

function bodyOf(chunks: readonly Bytes[]): ReadableStream<Bytes> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  }, { highWaterMark: 0 });
}

function charsOf(event: TurnEvent): number {
  return event.type === "text" ? event.text.length : 0;
}

function byJsonParse(): number {
  let chars = 0;
  for (const payload of payloads) {
    const chunk = JSON.parse(payload) as ChatChunk;
    chars += chunk.choices[0]!.delta.content!.length;
  }
  return chars;
}

function byPlainLoop(chunks: readonly Bytes[]): number {
  let chars = 0;
  let rest = "";
  const decoder = new TextDecoder();
  for (const bytes of chunks) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = parts.pop()!;
    for (const part of parts) {
      if (part === "data: [DONE]") continue;
      const chunk = JSON.parse(part.slice(6)) as ChatChunk;
      chars += chunk.choices[0]!.delta.content!.length;
    }
  }
  return chars;
}

async function bySdk(chunks: readonly Bytes[]): Promise<number> {
  let chars = 0;
  const response = new Response(bodyOf(chunks));
  const stream = Stream.fromSSEResponse<ChatChunk>(response, new AbortController());
  for await (const chunk of stream) chars += chunk.choices[0]!.delta.content!.length;
  return chars;
}

function byDecoder(chunks: readonly Bytes[]): number {
  let chars = 0;
  const decoder = new BodyDecoder(openAiChatWire());
  for (const chunk of chunks) {
    for (const event of decoder.push(chunk)) chars += charsOf(event);
  }
  decoder.end();
  return chars;
}

async function byStream(chunks: readonly Bytes[]): Promise<number> {
  let chars = 0;
  const response = new Response(bodyOf(chunks));
  const stream = readTurn(response.body as ReadableStream<Bytes>, openAiChatWire());
  for await (const event of stream) chars += charsOf(event);
  return chars;
}

printHead([
  `bytes to turn events, ${runtimeName()}`,
  "openai SDK",
  "our stream",
  "our decoder",
  "plain loop",
  "JSON.parse",
  "stream / SDK",
  "decoder / SDK",
  "JSON.parse / decoder",
  "plain loop / decoder",
]);
for (const { name, chunks } of shapes) {
  if (!isWanted(name)) continue;
  const [sdk, json, loop, decoder, stream] = await compare([
    { name: "openai SDK", run: () => bySdk(chunks) },
    { name: "JSON.parse", run: byJsonParse },
    { name: "plain loop", run: () => byPlainLoop(chunks) },
    { name: "BodyDecoder", run: () => byDecoder(chunks) },
    { name: "readTurn()", run: () => byStream(chunks) },
  ], { rounds: 31 });
  printRow([
    name,
    ...[sdk!, stream!, decoder!, loop!, json!].map((timing) => megabytesPerSecond(chunks, timing)),
    stream!.speed.toFixed(2),
    decoder!.speed.toFixed(2),
    (json!.speed / decoder!.speed).toFixed(2),
    (loop!.speed / decoder!.speed).toFixed(2),
  ]);
}
