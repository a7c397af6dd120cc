import { systemClock, TIMED_OUT, withDeadline } from "../clock.ts";
import { isWholeturnError } from "../errors.ts";
import { TurnAssembler } from "../turn/assemble.ts";
import type { Finish } from "../turn/finish.ts";
import type { Model, TurnRequest } from "../turn/request.ts";
import type { Turn, TurnEvent } from "../turn/turn.ts";

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

/** What the checks ask of every adapter; the lab answers the same whatever is asked. */
export const ANY_REQUEST: TurnRequest = {
  model: "model",
  messages: [{ role: "user", content: "hi" }],
  tools: [{
    name: "get_weather",
    description: "The weather of a city",
    parameters: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    },
  }],
};

/**
 * Asks for one turn and reads it to its end, or to the deadline.
 *
 * @param model The adapter.
 * @param deadlineMs How long it may take, in milliseconds.
 */
export async function readOutcome(model: Model, deadlineMs: number): Promise<Outcome> {
  const events: TurnEvent[] = [];
  const abort = new AbortController();
  const reading = readAll(model, events, abort.signal);
  const outcome = await withDeadline(deadlineMs, reading, systemClock);
  if (outcome !== TIMED_OUT) return outcome;
  abort.abort();
  return { kind: "hung", events: [...events] };
}

async function readAll(model: Model, events: TurnEvent[], signal: AbortSignal): Promise<Outcome> {
  const assembler = new TurnAssembler();
  let finish: Finish | undefined;
  let fault: unknown;
  try {
    for await (const event of model.stream(ANY_REQUEST, { signal })) {
      events.push(event);
      if (event.type === "finish") finish ??= event.finish;
      // A fault is kept until the end: the adapter may still report one of its own.
      try {
        assembler.push(event);
      } catch (error) {
        fault ??= error;
      }
    }
  } catch (error) {
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
  const { input, output, cacheRead, cacheWrite } = finish.usage;
  return `text ${JSON.stringify(clip(text))}, ` +
    (calls.length > 0 ? `tool calls ${calls.join(" ")}, ` : "no tool call, ") +
    `reason "${finish.reason}", usage ${input}/${output}/${cacheRead}/${cacheWrite}`;
}

/** Says what an error is, in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? String(error);
  return `${error.name} ${JSON.stringify(clip(error.message.split("\n", 1)[0] ?? ""))}`;
}

function describeEvents(events: readonly TurnEvent[]): string {
  if (events.length === 0) return "no event";
  const text = events.map((event) => event.type === "text" ? event.text : "").join("");
  const count = events.length === 1 ? "1 event" : `${events.length} events`;
  return text === "" ? count : `${count} with the text ${JSON.stringify(clip(text))}`;
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
