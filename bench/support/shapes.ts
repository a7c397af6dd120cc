import { type Bytes, concatBytes, toBytes } from "../../src/bytes.ts";

/** A body to decode, as the chunks in which it comes. */
export interface Shape {
  /** The name in the table. */
  readonly name: string;
  /** The body. */
  readonly chunks: readonly Bytes[];
}

const CHUNK_BYTES = 16 * 1024;

/** A chunk of an OpenAI chat completion, about 216 bytes as an event. */
export function chatPayload(content: string, finishReason: string | null = null): string {
  return JSON.stringify({
    id: "chatcmpl-9f2c41d07ab84e6c",
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model: "gpt-5-mini-2025-08-07",
    choices: [{ index: 0, delta: { content }, finish_reason: finishReason }],
  });
}

/** Cuts a body into chunks of equal size. */
export function cutEvery(body: Bytes, chunkBytes: number): Bytes[] {
  const chunks: Bytes[] = [];
  for (let start = 0; start < body.length; start += chunkBytes) {
    chunks.push(body.slice(start, start + chunkBytes));
  }
  return chunks;
}

function times(count: number, make: (i: number) => string): Bytes[] {
  return Array.from({ length: count }, (_, i) => toBytes(make(i)));
}

/** The shapes, named by what they guard against. */
export function shapes(): Shape[] {
  const chat = times(20_000, (i) => `data: ${chatPayload(` word${i}`)}\n\n`);
  const chatCrlf = times(20_000, (i) => `data: ${chatPayload(` word${i}`)}\r\n\r\n`);
  const chinese = times(20_000, (i) => `data: ${chatPayload(`第${i}个词语`)}\n\n`);
  const named = times(
    20_000,
    (i) => `event: content_block_delta\ndata: ${chatPayload(` word${i}`)}\n\n`,
  );
  const heartbeats = times(40_000, () => `: keep-alive\n\n`);
  const huge = toBytes(`data: ${JSON.stringify({ text: "lorem ipsum ".repeat(350_000) })}\n\n`);
  const join = (events: readonly Bytes[]) => cutEvery(concatBytes(events), CHUNK_BYTES);
  return [
    { name: "small events, 16 KiB chunks", chunks: join(chat) },
    { name: "small events, one a chunk", chunks: chat },
    { name: "one 4 MiB event, 1 KiB chunks", chunks: cutEvery(huge, 1024) },
    { name: "one 4 MiB event, 16 KiB chunks", chunks: cutEvery(huge, CHUNK_BYTES) },
    { name: "heartbeats, 16 KiB chunks", chunks: join(heartbeats) },
    { name: "heartbeats, one a chunk", chunks: heartbeats },
    { name: "CRLF, 16 KiB chunks", chunks: join(chatCrlf) },
    { name: "CRLF, one event a chunk", chunks: chatCrlf },
    { name: "Chinese, 16 KiB chunks", chunks: join(chinese) },
    { name: "Chinese, one event a chunk", chunks: chinese },
    { name: "named events, 16 KiB chunks", chunks: join(named) },
  ];
}
