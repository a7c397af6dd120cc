import type { Bytes } from "../../../src/bytes.ts";
import { systemClock } from "../../../src/clock.ts";
import { deliver } from "../../../src/mock/delivery/deliver.ts";
import type { DeliverOptions } from "../../../src/mock/delivery/deliver.ts";
import type { Delivered } from "../../../src/mock/delivery/delivered.ts";
import type { Frame, FramePart } from "../../../src/mock/delivery/frame.ts";
import { randomRow } from "../../../src/mock/random.ts";

/** Makes a frame. */
export function frame(part: FramePart, data: string, tokens = 0, event?: string): Frame {
  return { event, data, part, tokens };
}

/** A stream as most wires have it: 0 opens, 1 to 4 are content, 5 finishes, 6 is the marker. */
export const FRAMES: readonly Frame[] = [
  frame("open", '{"role":"assistant"}'),
  frame("content", '{"text":"服务"}', 2),
  frame("content", '{"text":"在线"}', 2),
  frame("content", '{"text":" 🙂"}', 1),
  frame("content", '{"text":"end"}', 1),
  frame("finish", '{"finish":"stop"}'),
  frame("marker", '"over"'),
];

/** A body, and what is told of it. */
export interface Watched {
  readonly body: ReadableStream<Bytes>;
  /** What was told; one entry if all is well. */
  readonly settled: Delivered[];
}

/** Delivers frames as an event stream at once, unless told otherwise. */
export function delivered(
  options: Partial<DeliverOptions> = {},
  frames: Iterable<Frame> = FRAMES,
): Watched {
  const settled: Delivered[] = [];
  const body = deliver(frames, {
    framing: "sse",
    delivery: {},
    clock: systemClock,
    random: randomRow(1),
    signal: undefined,
    problemFrames: ({ message }) => [frame("problem", JSON.stringify({ error: message }))],
    onSettled: (end) => settled.push(end),
    ...options,
  });
  return { body, settled };
}

/** What a reader gets of a body. */
export interface Received {
  readonly bytes: Bytes;
  readonly text: string;
  /** The chunks as they came, in bytes. */
  readonly sizes: readonly number[];
  /** What the body failed with. */
  readonly error: unknown;
}

/** Reads a body to its end, or to where it fails. */
export async function received(body: ReadableStream<Bytes>): Promise<Received> {
  const chunks: Bytes[] = [];
  let error: unknown;
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (reason) {
    error = reason;
  }
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { bytes, text, sizes: chunks.map(({ length }) => length), error };
}
