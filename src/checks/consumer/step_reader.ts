import { systemClock, TIMED_OUT, withDeadline } from "../../clock.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { describeError } from "../outcome.ts";
import type { Trial } from "../rule.ts";
import { asEvent, asResult } from "./as_event.ts";
import { openIterator } from "./open_stream.ts";

/** What one step of a stream came to; `late` if it did not settle in time. */
export type Step =
  | { readonly kind: "event"; readonly event: TurnEvent }
  | { readonly kind: "end" }
  | { readonly kind: "error"; readonly error: unknown }
  | { readonly kind: "late" };

/** After so many events in a row, timers get their turn, so that deadlines can pass. */
const EVENTS_A_TURN = 64;

/** Reads a stream step by step, as code does that is written against the iterator. */
export class StepReader {
  readonly #trial: Trial;
  readonly #iterator: AsyncIterator<TurnEvent, unknown>;
  #events = 0;

  /**
   * Asks the adapter for one turn.
   *
   * @param trial The trial.
   * @param signal The signal of the call.
   * @throws {NotAnAdapterError} If that gives nothing that can be read.
   */
  constructor(trial: Trial, signal?: AbortSignal) {
    this.#trial = trial;
    this.#iterator = openIterator(trial.model, { signal });
  }

  /** How many events came so far. */
  get events(): number {
    return this.#events;
  }

  /**
   * Asks for the next event and waits without a deadline. Rejects only if what comes is no event,
   * and then nobody has to see it.
   */
  start(): Promise<Step> {
    const step = this.#step();
    step.catch(() => {});
    return step;
  }

  async #step(): Promise<Step> {
    let result: unknown;
    try {
      result = await this.#iterator.next();
    } catch (error) {
      return { kind: "error", error };
    }
    const given = asResult(result);
    if (given.length === 0) return { kind: "end" };
    const event = asEvent(given[0]);
    this.#events++;
    return { kind: "event", event };
  }

  /** Waits for a step, but not longer than the deadline. */
  async bound(step: Promise<Step>): Promise<Step> {
    const result = await withDeadline(this.#trial.settings.deadlineMs, step);
    return result === TIMED_OUT ? { kind: "late" } : result;
  }

  /** Asks for the next event, and waits no longer than the deadline. */
  next(): Promise<Step> {
    return this.bound(this.start());
  }

  /**
   * Asks for the next event, which must come.
   *
   * @throws {ContractViolation} If none does.
   */
  async mustGive(expected = "an event of the answer"): Promise<TurnEvent> {
    const step = await this.next();
    if (step.kind === "event") return step.event;
    return this.#trial.fail({
      expected,
      actual: describeStep(step, this.#trial),
      ...causeOf(step),
    });
  }

  /**
   * Reads until the stream stops giving mere pieces: to a finish, the end, an error or the deadline.
   *
   * @param first A step already begun.
   * @param take Takes the pieces.
   */
  async drain(
    first: Promise<Step> = this.start(),
    take: (event: TurnEvent) => void = () => {},
  ): Promise<Step> {
    const stop = new AbortController();
    const step = await this.bound(this.#toLast(first, take, stop.signal));
    stop.abort();
    return step;
  }

  async #toLast(
    first: Promise<Step>,
    take: (event: TurnEvent) => void,
    stop: AbortSignal,
  ): Promise<Step> {
    for (let step = await first;; step = await this.start()) {
      if (step.kind !== "event" || step.event.type === "finish" || stop.aborted) return step;
      take(step.event);
      if (this.#events % EVENTS_A_TURN === 0) await systemClock.sleep(0, stop).catch(() => {});
    }
  }

  /**
   * Leaves the stream, as a loop does that breaks.
   *
   * @throws {ContractViolation} If that does not end, or throws.
   */
  async leave(): Promise<void> {
    const trial: Trial = this.#trial;
    const { deadlineMs } = trial.settings;
    const expected = "the stream to be left";
    const left = await withDeadline(deadlineMs, this.#leave());
    if (left === TIMED_OUT) {
      trial.fail({ expected, actual: `return() had not settled after ${deadlineMs} ms` });
    }
    if (left.kind !== "error") return;
    trial.fail({
      expected,
      actual: `return() threw ${describeError(left.error)}`,
      ...causeOf(left),
    });
  }

  async #leave(): Promise<Step> {
    try {
      await this.#iterator.return?.();
      return { kind: "end" };
    } catch (error) {
      return { kind: "error", error };
    }
  }
}

/** Says what a step came to, to stand after "but". */
export function describeStep(step: Step, { settings }: Pick<Trial, "settings">): string {
  switch (step.kind) {
    case "event":
      return step.event.type === "finish"
        ? `it gave a finish with reason "${step.event.finish.reason}"`
        : `it gave a ${step.event.type} event`;
    case "end":
      return "it ended normally, without a finish or an error";
    case "error":
      return `it threw ${describeError(step.error)}`;
    case "late":
      return `it gave nothing for ${settings.deadlineMs} ms`;
  }
}

/** The error of a step as the cause of a violation. */
export function causeOf(step: Step): { readonly cause?: unknown } {
  return step.kind === "error" ? { cause: step.error } : {};
}
