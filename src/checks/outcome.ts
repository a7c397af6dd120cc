import { systemClock, TIMED_OUT, withDeadline } from "../clock.ts";
import { isWholeturnError } from "../find_wholeturn_error.ts";
import { TurnAssembler } from "../turn/assemble.ts";
import type { Finish } from "../turn/finish.ts";
import type { Model } from "../turn/request.ts";
import type { Turn, TurnEvent } from "../turn/turn.ts";
import type { Usage } from "../turn/usage.ts";
import { NotAnAdapterError } from "./consumer/open_stream.ts";
import { readEvents } from "./consumer/read_events.ts";
import { showValue } from "./show_value.ts";

/** What an adapter made of one response. */
export type Outcome =
  /** It gave a turn that is whole by all rules of assembly. */
  | { readonly kind: "turn"; readonly events: readonly TurnEvent[]; readonly turn: Turn }
  /** It gave a finish, but what it gave is no whole turn; `error` says why. */
  | {
    readonly kind: "unusable";
    readonly events: readonly TurnEvent[];
    readonly finish: Finish;
    readonly error: unknown;
  }
  /** It threw. */
  | { readonly kind: "error"; readonly events: readonly TurnEvent[]; readonly error: unknown }
  /** It ended like a normal turn, but without a finish. */
  | { readonly kind: "silent"; readonly events: readonly TurnEvent[] }
  /** It did not end in time. */
  | { readonly kind: "hung"; readonly events: readonly TurnEvent[] };

/** After so many events in a row, timers get their turn, so that the deadline can pass. */
const EVENTS_A_TURN = 64;

/**
 * Asks for one turn and reads it to its end, or to the deadline.
 *
 * @param model The adapter.
 * @param deadlineMs How long it may take, in milliseconds.
 * @param progress Tells how far the adapter is. While that changes, the deadline begins anew: many
 * small chunks take their time on a busy machine.
 * @throws {NotAnAdapterError} If what it gives cannot be read at all.
 */
export async function readOutcome(
  model: Model,
  deadlineMs: number,
  progress: () => unknown = () => undefined,
): Promise<Outcome> {
  const events: TurnEvent[] = [];
  const abort = new AbortController();
  const reading = readAll(model, events, abort.signal);
  let before: unknown;
  do {
    before = progress();
    const outcome = await withDeadline(deadlineMs, reading);
    if (outcome !== TIMED_OUT) return outcome;
  } while (progress() !== before);
  const soFar = [...events];
  abort.abort();
  return { kind: "hung", events: soFar };
}

async function readAll(model: Model, events: TurnEvent[], signal: AbortSignal): Promise<Outcome> {
  const assembler = new TurnAssembler();
  let finish: Finish | undefined;
  let fault: unknown;
  try {
    for await (const event of readEvents(model, { signal })) {
      events.push(event);
      if (event.type === "finish") finish ??= event.finish;
      // A fault is kept until the end: the adapter may still report one of its own.
      try {
        assembler.push(event);
      } catch (error) {
        fault ??= error;
      }
      if (events.length % EVENTS_A_TURN === 0) await systemClock.sleep(0, signal);
    }
  } catch (error) {
    if (error instanceof NotAnAdapterError) throw error;
    return { kind: "error", events, error };
  }
  if (!finish) return { kind: "silent", events };
  try {
    if (fault !== undefined) throw fault;
    return { kind: "turn", events, turn: assembler.end() };
  } catch (error) {
    return { kind: "unusable", events, finish, error };
  }
}

/**
 * Tells whether an adapter reported a failure: it threw, or what it gave cannot be assembled since
 * the arguments of a call are cut, which assembly reports for it.
 */
export function isFailure(outcome: Outcome): boolean {
  return outcome.kind === "error" ||
    (outcome.kind === "unusable" && isWholeturnError(outcome.error, "TRUNCATED_TOOL_ARGUMENTS"));
}

/** Says what an adapter did, to stand after "but". */
export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "turn":
      return `it gave a whole turn: ${describeTurn(outcome.turn)}`;
    case "unusable":
      return `it finished with reason "${outcome.finish.reason}" after ${
        describeEvents(outcome.events)
      }`;
    case "error":
      return `it threw ${describeError(outcome.error)} after ${describeEvents(outcome.events)}`;
    case "silent":
      return `it ended normally, without a finish or an error, after ${
        describeEvents(outcome.events)
      }`;
    case "hung":
      return `it did not end in time; it gave ${describeEvents(outcome.events)}`;
  }
}

/** Says what a turn holds. */
export function describeTurn(turn: Turn): string {
  const { text, toolCalls, finish } = turn;
  const calls = toolCalls.map((call) => `${call.name}(${clip(call.arguments)})`);
  return `text ${JSON.stringify(clip(text))}, ` +
    (calls.length > 0 ? `tool calls ${calls.join(" ")}, ` : "no tool call, ") +
    `reason "${finish.reason}", usage ${describeUsage(finish.usage)}`;
}

/** Writes the four counts of a usage by their names. */
export function describeUsage({ input, output, cacheRead, cacheWrite }: Usage): string {
  const counts = Object.entries({ input, output, cacheRead, cacheWrite });
  return `{ ${counts.map(([name, count]) => `${name}: ${String(count)}`).join(", ")} }`;
}

/** Says what an error is, in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return showValue(error);
  return `${error.name} ${JSON.stringify(clip(String(error.message).split("\n", 1)[0] ?? ""))}`;
}

function describeEvents(events: readonly TurnEvent[]): string {
  if (events.length === 0) return "no event";
  const text = textOf(events);
  const count = events.length === 1 ? "1 event" : `${events.length} events`;
  const parts = text === "" ? [] : [`the text ${JSON.stringify(clip(text))}`];
  if (events.some(({ type }) => type === "finish")) parts.push("a finish");
  return parts.length === 0 ? count : `${count} with ${parts.join(" and ")}`;
}

/** All text of a reading; of what an adapter gives as text, only what is text. */
export function textOf(events: readonly TurnEvent[]): string {
  const texts = events.map((event) => event.type === "text" ? event.text as unknown : "");
  return texts.filter((text) => typeof text === "string").join("");
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
