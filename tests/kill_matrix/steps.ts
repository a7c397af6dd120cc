import type { Bytes } from "../../src/bytes.ts";
import type { AdapterEnv } from "../../src/checks/lab/lab.ts";
import type { NewModel } from "../../src/checks/model_checks.ts";
import type { SseReader } from "../../src/checks/sse/emit.ts";
import type { Decoder } from "../../src/decoder.ts";
import { NdjsonDecoder } from "../../src/sse/ndjson_decoder.ts";
import { SseDecoder } from "../../src/sse/sse_decoder.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import type { TurnDecoder, Wire, WireId } from "../../src/wire/wire.ts";
import { wireOf } from "../../src/wire/wires.ts";

/** The steps of an adapter, from the request to the events. A faulty adapter has one wrong. */
export interface Steps {
  /** Reads the frames of the wire in the right way, for the steps that leave the rest to it. */
  readonly turn: TurnDecoder;
  /** Sends the request. */
  send(env: AdapterEnv, signal: AbortSignal | undefined): Promise<Response>;
  /** Refuses what is no stream. */
  accept(response: Response): void;
  /** Gives the chunks of the body, and lets go of it. */
  chunks(body: ReadableStream<Bytes>, signal: AbortSignal | undefined): AsyncIterable<Bytes>;
  /** Finds the frames in the bytes. */
  readonly frames: Decoder<Bytes, SseEvent>;
  /** Reads one frame. */
  frame(frame: SseEvent, out: TurnEvent[]): void;
  /** Tells whether the turn is over, so that nothing more is read. */
  isOver(): boolean;
  /** Reads the end of the body. */
  end(out: TurnEvent[]): void;
  /** Hands the events to the consumer. */
  give(
    events: AsyncGenerator<TurnEvent>,
    signal: AbortSignal | undefined,
  ): AsyncIterable<TurnEvent>;
}

/** What a stream is asked for with. */
export interface StreamCall {
  readonly env: AdapterEnv;
  readonly signal: AbortSignal | undefined;
}

/** Puts other steps in place of some of the right ones, anew for each stream. */
export type Change = (right: Steps, call: StreamCall) => Partial<Steps>;

/** Makes an adapter that is right, but for the steps that are changed. */
export function adapter(wire: WireId, change: Change = () => ({})): NewModel {
  return (env) => ({
    stream(_request, { signal } = {}) {
      const right = rightSteps(wireOf(wire));
      const steps = { ...right, ...change(right, { env, signal }) };
      return steps.give(run(steps, env, signal), signal);
    },
  });
}

/** Makes a reader of bodies that is right, but for the steps that are changed. */
export function reader(wire: WireId, change: Change = () => ({})): SseReader {
  return (body) => {
    const right = rightSteps(wireOf(wire));
    const steps = { ...right, ...change(right, NO_CALL) };
    return steps.give(readBody(steps, body, undefined), undefined);
  };
}

/** A reader asks nobody. */
const NO_CALL: StreamCall = { env: { baseUrl: "http://127.0.0.1:9", fetch }, signal: undefined };

function rightSteps(wire: Wire): Steps {
  const turn = wire.decoder();
  return {
    turn,
    send: (env, signal) =>
      env.fetch(env.baseUrl, { method: "POST", body: "{}", ...(signal ? { signal } : {}) }),
    accept(response) {
      const type = mediaType(response.headers.get("content-type") ?? "");
      if (type !== mediaType(wire.contentType)) throw new Error(`No stream: ${type}`);
    },
    chunks: readChunks,
    frames: wire.frames?.() ??
      (wire.framing === "sse" ? new SseDecoder() : new NdjsonDecoder()),
    frame: (frame, out) => void turn.push(frame, out),
    isOver: () => turn.done,
    end: (out) => void turn.end(out),
    give: (events) => events,
  };
}

function mediaType(contentType: string): string {
  return contentType.split(";", 1)[0]!;
}

/** Reads a body chunk by chunk, on demand, and cancels it however that ends. */
export async function* readChunks(body: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A broken body cannot be cancelled any more.
    await reader.cancel().catch(() => {});
  }
}

async function* run(
  steps: Steps,
  env: AdapterEnv,
  signal: AbortSignal | undefined,
): AsyncGenerator<TurnEvent> {
  const response = await steps.send(env, signal);
  steps.accept(response);
  yield* readBody(steps, response.body!, signal);
}

async function* readBody(
  steps: Steps,
  body: ReadableStream<Bytes>,
  signal: AbortSignal | undefined,
): AsyncGenerator<TurnEvent> {
  for await (const chunk of steps.chunks(body, signal)) {
    yield* readFrames(steps, (frames) => steps.frames.push(chunk, frames));
    if (steps.isOver()) return;
  }
  yield* readFrames(steps, (frames) => steps.frames.end(frames));
  if (steps.isOver()) return;
  const out: TurnEvent[] = [];
  steps.end(out);
  yield* out;
}

function* readFrames(steps: Steps, fill: (frames: SseEvent[]) => void): Generator<TurnEvent> {
  const frames: SseEvent[] = [];
  fill(frames);
  for (const frame of frames) {
    if (steps.isOver()) return;
    const out: TurnEvent[] = [];
    steps.frame(frame, out);
    yield* out;
  }
}
