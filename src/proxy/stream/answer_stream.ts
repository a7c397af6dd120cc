import { type Bytes, concatBytes } from "../../bytes.ts";
import { type Clock, TIMED_OUT, withDeadline } from "../../clock.ts";
import type { TimeoutsPlan } from "../config/plan.ts";
import type { Failure } from "../failure/failure.ts";
import { cutFailure, emptyFailure } from "../failure/own_failures.ts";
import { LateError, type Phase } from "../time/late_error.ts";
import type { UpstreamBody } from "../transport/transport.ts";
import type { Watchdog } from "../time/watchdog.ts";
import type { EventFlow } from "./event_flow.ts";

/** How much may be held back before the first real output, in bytes. */
const MAX_HELD_BYTES = 256 * 1024;

/** How long the end of a body is waited for once its turn is over, in milliseconds: its connection can serve again. */
const LET_GO_MS = 100;

/** What a stream depends on. */
export interface AnswerStreamOptions {
  /** The bytes of the upstream. */
  readonly body: UpstreamBody;
  /** What becomes of them. */
  readonly flow: EventFlow;
  /** Its deadlines. One that passes makes `body.read()` reject with a `LateError`. */
  readonly time: Pick<Watchdog<Phase>, "set" | "clear">;
  /** How long they are. */
  readonly timeouts: TimeoutsPlan;
  /** Makes a failure of an error of `body.read()`. */
  readonly failureOf: (error: unknown) => Failure;
  /** Makes a failure of an error that an event tells of. */
  readonly failureOfEvent: (error: unknown) => Failure;
  /** Whether an answer without any output counts as one. */
  readonly allowEmpty: boolean;
  /** Where time comes from. */
  readonly clock: Clock;
}

/** What to do next with a client. */
export type StreamStep =
  | { readonly type: "bytes"; readonly bytes: Bytes }
  | { readonly type: "end" }
  | { readonly type: "failed"; readonly failure: Failure };

/**
 * The stream of one attempt. Until it is committed, by its first real output, nothing of it may reach the client;
 * after that nothing may be sent again.
 *
 * Thoughts are real output, also where they are thrown away and the client gets nothing for them: an upstream that
 * thinks works, and has to be paid. Only so does the limit for the first output, which is one for silence, not end a
 * long thought, and only so does nobody think, and be paid, twice.
 */
export class AnswerStream {
  readonly #options: AnswerStreamOptions;
  readonly #ready: Bytes[] = [];
  /** How much of the grace is left: only the time counts in which the upstream is waited for. */
  #graceMs: number;
  /** How many bytes are ready. */
  #held = 0;
  #end: Exclude<StreamStep, { readonly type: "bytes" }> | undefined;

  /** @param options What it depends on. */
  constructor(options: AnswerStreamOptions) {
    this.#options = options;
    this.#graceMs = options.timeouts.graceMs;
  }

  /**
   * Reads until there is real output.
   *
   * @returns How it failed before that; `undefined` once it is committed.
   */
  async commit(): Promise<Failure | undefined> {
    const { flow } = this.#options;
    while (this.#end === undefined && !flow.watch.isReal && this.#held < MAX_HELD_BYTES) {
      await this.#readOn();
    }
    return this.#end?.type === "failed" ? this.#end.failure : undefined;
  }

  /** Gives what the client gets next. */
  async next(): Promise<StreamStep> {
    for (;;) {
      this.#held = 0;
      const bytes = joined(this.#ready.splice(0));
      if (bytes !== undefined) return { type: "bytes", bytes };
      if (this.#end !== undefined) return this.#end;
      await this.#readOn();
    }
  }

  /** Whether all there is was given out and the end is known, so that nobody has to ask for it. */
  get isOver(): boolean {
    return this.#ready.length === 0 && this.#end?.type === "end";
  }

  /** Reads no more, and closes the way to the upstream. */
  cancel(): void {
    this.#end ??= { type: "end" };
    this.#options.body.cancel();
  }

  async #readOn(): Promise<void> {
    const { flow, failureOf, failureOfEvent } = this.#options;
    let chunk: Bytes | null;
    try {
      chunk = await this.#readInTime();
    } catch (error) {
      return this.#broke(error);
    }
    if (chunk === null) return this.#closed();
    try {
      this.#give(flow.push(chunk));
    } catch (error) {
      return this.#fail(failureOf(error));
    }
    if (flow.watch.error !== undefined) this.#fail(failureOfEvent(flow.watch.error.value));
    else if (flow.watch.done) this.#finish();
  }

  /** Time counts only while something is waited for, and a sign of life does not lengthen the grace. */
  async #readInTime(): Promise<Bytes | null> {
    const { body, flow, time, timeouts, clock } = this.#options;
    const phase = flow.watch.finished ? "grace" : "idle";
    const startedMs = clock.now();
    time.set(phase, phase === "grace" ? this.#graceMs : timeouts.idleMs);
    try {
      return await body.read();
    } finally {
      time.clear(phase);
      if (phase === "grace") this.#graceMs -= clock.now() - startedMs;
    }
  }

  #give(pieces: readonly Bytes[]): void {
    for (const bytes of pieces) {
      this.#ready.push(bytes);
      this.#held += bytes.length;
    }
  }

  /** No more bytes come, which says nothing of the turn. */
  #closed(): void {
    const { flow, failureOfEvent } = this.#options;
    this.#give(flow.end());
    if (flow.watch.error !== undefined) this.#fail(failureOfEvent(flow.watch.error.value));
    else if (flow.isWhole) this.#endWhole();
    else this.#end = { type: "failed", failure: cutFailure() };
  }

  /** The bytes broke off, or took too long. After the finish, only the count of tokens can be missing. */
  #broke(error: unknown): void {
    const { body, flow, failureOf } = this.#options;
    // A limit of ours says nothing against a turn that has finished.
    const isLate = error instanceof LateError;
    if (!isLate || !flow.isWhole) return this.#fail(failureOf(error));
    this.#closed();
    body.cancel();
  }

  #fail(failure: Failure): void {
    this.#give(this.#options.flow.flush());
    this.#end = { type: "failed", failure };
    this.#options.body.cancel();
  }

  /** The turn is over, whether or not the upstream closes. */
  #finish(): void {
    this.#give(this.#options.flow.flush());
    this.#endWhole();
    void this.#letGo();
  }

  /** The turn is whole; if it says nothing, it is no answer, and the marker of its end does not go out. */
  #endWhole(): void {
    const { flow, allowEmpty } = this.#options;
    if (flow.watch.isReal || allowEmpty) this.#end = { type: "end" };
    else {
      this.#ready.length = 0;
      this.#end = { type: "failed", failure: emptyFailure() };
    }
  }

  async #letGo(): Promise<void> {
    const { body, clock } = this.#options;
    const end = await withDeadline(LET_GO_MS, readToEnd(body), clock);
    if (end === TIMED_OUT) body.cancel();
  }
}

async function readToEnd(body: UpstreamBody): Promise<void> {
  try {
    while (await body.read() !== null);
  } catch {
    // Nothing that comes now is a part of the turn.
  }
}

function joined(pieces: readonly Bytes[]): Bytes | undefined {
  return pieces.length > 1 ? concatBytes(pieces) : pieces[0];
}
