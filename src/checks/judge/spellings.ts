import { concatBytes, toBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import { encodeNdjson } from "../../sse/encode_ndjson.ts";
import { encodeSse } from "../../sse/encode_sse.ts";
import type { EncodeSseOptions, SseEventInit } from "../../sse/encode_sse.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Framing } from "../../wire/wire.ts";

/** A legal way to write the frames of a body that is not the usual one. */
export interface Spelling {
  /** What is unusual about it, in a few words. */
  readonly name: string;
  /** Whether it is the first frame that is written unusually. */
  readonly isAtStart?: boolean;
  /** Writes a body. */
  write(frames: readonly SseEvent[]): Bytes;
}

type WriteOne = (frame: SseEvent, at: number, count: number) => Bytes | readonly Bytes[];

function each(name: string, write: WriteOne): Spelling {
  return {
    name,
    write: (frames) => concatBytes(frames.flatMap((frame, at) => write(frame, at, frames.length))),
  };
}

function sse(
  name: string,
  options: EncodeSseOptions,
  fields: (at: number) => Partial<SseEventInit> = () => ({}),
): Spelling {
  return each(name, (frame, at) => encodeSse({ ...frame, ...fields(at) }, options));
}

const SSE_SPELLINGS: readonly Spelling[] = [
  // Gemini sends these.
  sse("lines end with CRLF", { lineEnd: "\r\n" }),
  sse("lines end with CR", { lineEnd: "\r" }),
  // EventSource/eventsource#326.
  each("line ends are mixed", (frame, at) => mixedEnds(encodeSse(frame), at)),
  // rexxars/eventsource-parser#41.
  {
    ...each("a byte order mark first", (frame, at) => encodeSse(frame, { bom: at === 0 })),
    isAtStart: true,
  },
  // brainlid/langchain#569: OpenRouter and DeepSeek send them while the model is queued.
  each("comments between events", (frame) => [toBytes(": PROCESSING\n\n"), encodeSse(frame)]),
  sse("comments within events", { comments: ["keep-alive", ""] }),
  sse("fields id and retry", {}, (at) => ({ id: `${at}`, retryMs: 3000 })),
  each("unknown fields", (frame) => [toBytes("trace: 1\nflag\n"), encodeSse(frame)]),
  // stalwartlabs/jmap-client#19.
  each("data in several lines", (frame) => encodeSse({ ...frame, data: inLines(frame.data) })),
  sse("no space after the colon", { spaceAfterColon: false }),
  each("more blank lines than needed", (frame) => [toBytes("\n"), encodeSse(frame)]),
  each("an event without data between others", (frame) => [
    toBytes("event: heartbeat\n\n"),
    encodeSse(frame),
  ]),
  // openai/openai-node#2725.
  each(
    "no blank line at the end",
    (frame, at, count) => encodeSse({ ...frame, unterminated: at === count - 1 }),
  ),
  each("no line end at the end", (frame, at, count) => {
    const bytes = encodeSse(frame);
    return at === count - 1 ? bytes.slice(0, -2) : bytes;
  }),
];

const NDJSON_SPELLINGS: readonly Spelling[] = [
  each("lines end with CRLF", (frame) => encodeNdjson(frame, { lineEnd: "\r\n" })),
  each("blank lines between lines", (frame) => [toBytes("\n"), encodeNdjson(frame)]),
  each("blanks around the JSON", (frame) => encodeNdjson({ data: ` ${frame.data}\t` })),
  each(
    "no line end at the end",
    (frame, at, count) => encodeNdjson({ ...frame, unterminated: at === count - 1 }),
  ),
];

/** The legal but unusual ways to write a body of this framing. */
export function spellingsOf(framing: Framing): readonly Spelling[] {
  return framing === "sse" ? SSE_SPELLINGS : NDJSON_SPELLINGS;
}

/** Gives every line another end than the line before it. */
function mixedEnds(event: Bytes, at: number): Bytes {
  let line = at;
  const text = new TextDecoder().decode(event);
  return toBytes(text.replaceAll("\n", () => ["\r\n", "\n"][line++ % 2]!));
}

/** Breaks JSON where its grammar allows blanks; a marker that is no JSON stays in one line. */
function inLines(data: string): string {
  return data.startsWith("{") ? `{\n${data.slice(1, -1)}\n}` : data;
}
