import type { Bytes } from "../../bytes.ts";
import type { Clock } from "../../clock.ts";
import { ConnectionBreak } from "../../server/connection_break.ts";
import type { Problem } from "../providers/problem.ts";
import type { WithUsage } from "./altered_frames.ts";
import {
  type BodySource,
  instantSource,
  packetSource,
  steppedSource,
  type Taken,
} from "./body_source.ts";
import type { BodyEnd, Delivered, Handed } from "./delivered.ts";
import type { Delivery, FaultKind } from "./delivery_plan.ts";
import { faultySteps } from "./faulty_steps.ts";
import type { Frame } from "./frame.ts";
import { paceOf } from "./pace.ts";
import { type Framing, spellerOf } from "./speller.ts";
import { steps } from "./step.ts";
import { yieldToEventLoop } from "../../yield_to_event_loop.ts";

/** What a delivery needs. */
export interface DeliverOptions {
  /** What carries the frames. */
  readonly framing: Framing;
  /** How to deliver them. */
  readonly delivery: Delivery;
  /** Where time comes from. */
  readonly clock: Clock;
  /** When the request came, in milliseconds since 1970. @default {now} */
  readonly startedMs?: number | undefined;
  /** The call's own row of numbers. */
  readonly random: () => number;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal | undefined;
  /** Writes what the provider says within a stream. */
  readonly problemFrames: (problem: Problem, sentFrames: number) => Iterable<Frame>;
  /** Adds the tokens so far to a frame, on wires that can. */
  readonly withUsage?: WithUsage | undefined;
  /**
   * Told once, when the body is over, never before `deliver()` returns. A body that hangs is over when the client
   * leaves. What it throws is lost, as it is no part of the body.
   */
  readonly onSettled: (delivered: Delivered) => void;
  /** Told what was handed over so far, each time that something is, and when the body begins to hang. @default {nobody is told} */
  readonly onProgress?: ((handed: Handed) => void) | undefined;
}

/**
 * Writes the frames of an answer as a body, at the pace of its reader. What is due at once goes together, and
 * without a timer.
 *
 * A signal that aborts makes the body fail with its reason.
 *
 * @param frames The frames; asked for one by one, unless a fault must be placed among them.
 * @param options How.
 * @throws {RangeError} If a fault lies beyond the stream, or the framing cannot be spelt so.
 */
export function deliver(frames: Iterable<Frame>, options: DeliverOptions): ReadableStream<Bytes> {
  const { clock, startedMs = clock.now() } = options;
  return deliverSource(sourceOf(frames, options, startedMs), startedMs, options);
}

/** What the delivery of bytes needs. */
export type DeliverSourceOptions = Pick<
  DeliverOptions,
  "clock" | "signal" | "onSettled" | "onProgress"
>;

/**
 * Writes the bytes of a source as a body, at the pace of its reader. What the source throws the body fails with.
 *
 * @param source The bytes, each when they are due.
 * @param startedMs When the request came, in milliseconds since 1970.
 * @param options How.
 */
export function deliverSource(
  source: BodySource,
  startedMs: number,
  options: DeliverSourceOptions,
): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(new Body(source, startedMs, options), { highWaterMark: 0 });
}

function sourceOf(frames: Iterable<Frame>, options: DeliverOptions, startedMs: number): BodySource {
  const { framing, delivery, clock, random, problemFrames, withUsage } = options;
  const { faults = [], spelling } = delivery;
  const isPaced = framing !== "whole" || delivery.timing?.unstreamed !== false;
  const timing = isPaced ? delivery.timing : undefined;
  const speller = spellerOf(framing, spelling);
  const pace = paceOf(timing, Math.max(0, clock.now() - startedMs), random);
  const packetBytes = spelling?.packetBytes;
  if (faults.length === 0 && pace === undefined && packetBytes === undefined) {
    return instantSource(frames, speller);
  }
  const found = faults.length === 0
    ? steps(frames, speller, pace)
    : faultySteps([...frames], faults, { speller, pace, problemFrames, withUsage });
  return packetBytes === undefined ? steppedSource(found) : packetSource(found, packetBytes);
}

/** What a body is while it is read. */
class Body implements UnderlyingDefaultSource<Bytes> {
  readonly #source: BodySource;
  readonly #startedMs: number;
  readonly #options: DeliverSourceOptions;
  readonly #stop: AbortController = new AbortController();
  #nowMs = 0;
  #onAbort: (() => void) | undefined;
  #frames = 0;
  #bytes = 0;
  #faults: readonly FaultKind[] = [];
  #lacksEnd = false;
  #isSettled = false;
  /** How it is over, once all bytes were taken. */
  #ending: Taken | undefined;

  constructor(source: BodySource, startedMs: number, options: DeliverSourceOptions) {
    this.#source = source;
    this.#startedMs = startedMs;
    this.#options = options;
  }

  start(controller: ReadableStreamDefaultController<Bytes>): void {
    const { signal } = this.#options;
    if (signal === undefined) return;
    const onAbort = () => {
      controller.error(signal.reason);
      this.#leave(signal.reason);
    };
    if (!signal.aborted) {
      this.#onAbort = onAbort;
      return signal.addEventListener("abort", onAbort, { once: true });
    }
    controller.error(signal.reason);
    queueMicrotask(() => this.#leave(signal.reason));
  }

  async pull(controller: ReadableStreamDefaultController<Bytes>): Promise<void> {
    try {
      await this.#pull(controller);
    } catch (error) {
      if (this.#isSettled) return;
      this.#over();
      this.#settle("failed", error);
      throw error;
    }
  }

  cancel(reason: unknown): void {
    this.#leave(reason);
  }

  async #pull(controller: ReadableStreamDefaultController<Bytes>): Promise<void> {
    if (this.#ending !== undefined) {
      // An error discards what is on its way through the streams that a client pipes the body through.
      if (this.#ending.end === "reset") await yieldToEventLoop();
      return this.#endBody(controller, this.#ending);
    }
    const { clock } = this.#options;
    for (;;) {
      this.#nowMs = Math.max(this.#nowMs, clock.now() - this.#startedMs);
      const taken = this.#source.take(this.#nowMs);
      const { bytes, frames, dueMs, end, faults } = taken;
      if (end !== undefined) this.#ending = taken;
      if (bytes !== undefined) {
        controller.enqueue(bytes);
        this.#handOver(bytes.length, frames, faults);
        // What a body gave is lost if it fails before that is read.
        if (end === "whole" || end === "close") this.#endBody(controller, taken);
        return;
      }
      if (end !== undefined) return this.#endBody(controller, taken);
      await clock.sleep(dueMs - this.#nowMs, this.#stop.signal);
      // A timer may be early by a part of a millisecond; what it was set for is due all the same.
      this.#nowMs = dueMs;
    }
  }

  #handOver(bytes: number, frames: number, faults: readonly FaultKind[] = []): void {
    this.#bytes += bytes;
    this.#frames += frames;
    if (faults.length > 0) this.#faults = [...this.#faults, ...faults];
    this.#options.onProgress?.(this.#handed());
  }

  #handed(): Handed {
    const handed = { frames: this.#frames, bytes: this.#bytes, faults: this.#faults };
    return this.#lacksEnd ? { ...handed, lacksEnd: true } : handed;
  }

  #endBody(
    controller: ReadableStreamDefaultController<Bytes>,
    { end, endFaults = [], lacksEnd = false }: Taken,
  ): void | Promise<never> {
    this.#faults = [...this.#faults, ...endFaults];
    this.#lacksEnd = lacksEnd;
    switch (end) {
      case "hang":
        // How long a client waits is a part of what happened, so that the body is not over yet.
        this.#options.onProgress?.(this.#handed());
        return new Promise(() => {});
      case "reset":
        controller.error(new ConnectionBreak("A fault of the mock broke the connection off"));
        break;
      default:
        controller.close();
    }
    this.#over();
    this.#settle(end === "whole" && this.#faults.length === 0 ? "served" : "fault");
  }

  #leave(reason: unknown): void {
    this.#over();
    this.#stop.abort(reason);
    this.#source.close();
    this.#settle(this.#faults.includes("hang") ? "fault" : "aborted", reason);
  }

  /** Lets the signal go, which may outlive many bodies. */
  #over(): void {
    if (this.#onAbort) this.#options.signal?.removeEventListener("abort", this.#onAbort);
  }

  #settle(end: BodyEnd, error?: unknown): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    try {
      this.#options.onSettled({ ...this.#handed(), end, error });
    } catch {
      // It is told of the body and has no say in it.
    }
  }
}
