import { TIMED_OUT, withDeadline } from "../../clock.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { asResult, copyEvent, NotAnEventError } from "../consumer/as_event.ts";
import type { OtherRuleId } from "../other_rules.ts";
import { ContractViolation } from "../violation.ts";
import type { BodySource } from "./body_source.ts";
import type { Emit, SseReader } from "./emit.ts";

/** How many failures a reader may throw before it counts as one that never ends. */
const MOST_ERRORS = 3;

/** How many events a reader may give for each byte of the body, and besides. */
const EMITS_A_BYTE = 4;
const SPARE_EMITS = 1000;

/** How long a reader may take for the next emit of a body that is whole in memory, in milliseconds. */
const DEADLINE_MS = 5000;

/**
 * Keeps everything a reader gives, also what comes after an error or a finish.
 *
 * @param reader The reader.
 * @param source The body.
 * @param bodyBytes How long the body is.
 * @throws {ContractViolation} If the reader hangs, or does not stop.
 */
export async function readEmits(
  reader: SseReader,
  source: BodySource,
  bodyBytes: number,
): Promise<Emit[]> {
  const emits: Emit[] = [];
  const most = EMITS_A_BYTE * bodyBytes + SPARE_EMITS;
  const iterator = iterate(reader, source);
  let errors = 0;
  while (errors < MOST_ERRORS) {
    const step = await takeNext(iterator);
    if (step.done) break;
    emits.push(step.emit);
    if ((step.emit as Emit | null | undefined)?.type === "error") errors++;
    if (emits.length > most) unsettled(`it gave ${emits.length} events and did not stop`);
  }
  return emits;
}

/** Opens a reader's stream. What a reader throws at once is the failure of its first step. */
export function iterate(reader: SseReader, source: BodySource): AsyncIterator<TurnEvent> {
  let iterator: unknown;
  let events: unknown;
  let open: unknown;
  try {
    events = reader(source.stream);
    open = (events as Partial<AsyncIterable<TurnEvent>> | null)?.[Symbol.asyncIterator];
    if (typeof open === "function") iterator = open.call(events);
  } catch (error) {
    return failing(error);
  }
  if (typeof open === "function") {
    const { next } = (iterator ?? {}) as Partial<AsyncIterator<TurnEvent>>;
    if (typeof next === "function") return iterator as AsyncIterator<TurnEvent>;
    throw new TypeError(
      "Cannot check the reader as the iterator of its events must have a function next(): it is " +
        `of type ${typeof iterator}`,
    );
  }
  throw new TypeError(
    "Cannot check the reader as it must give an async iterable of events; wrap one that sends them " +
      `in pushReader(): it gave ${typeof events}`,
  );
}

type Step = { readonly done: true } | { readonly done: false; readonly emit: Emit };

/** Takes a step, and waits no longer than the deadline. */
export async function takeNext(iterator: AsyncIterator<TurnEvent>): Promise<Step> {
  let next: unknown;
  try {
    next = await withDeadline(DEADLINE_MS, Promise.resolve<unknown>(iterator.next()));
  } catch (error) {
    return { done: false, emit: { type: "error", error } };
  }
  if (next === TIMED_OUT) return unsettled(`it gave nothing for ${DEADLINE_MS} ms`);
  try {
    const given = asResult(next);
    // What kind of event it is, and what it holds, is for the rules to judge.
    return given.length === 0 ? { done: true } : { done: false, emit: copyEvent(given[0]) as Emit };
  } catch (error) {
    return noEvent(error);
  }
}

function noEvent(error: unknown): never {
  if (!(error instanceof NotAnEventError)) throw error;
  const { expected, actual } = error;
  const rule = "sse-event" satisfies OtherRuleId;
  throw new ContractViolation({ rule, expected, actual, cause: error });
}

function unsettled(actual: string): never {
  throw new ContractViolation({
    rule: "sse-settles" satisfies OtherRuleId,
    expected: "the reader to settle on a body that is whole in memory",
    actual,
  });
}

/** A stream that failed before it began. */
function failing(error: unknown): AsyncIterator<TurnEvent> {
  let failed = false;
  return {
    next() {
      if (failed) return Promise.resolve({ done: true, value: undefined });
      failed = true;
      return Promise.reject(error);
    },
  };
}
