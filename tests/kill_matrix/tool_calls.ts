import type { TurnEvent } from "../../src/turn/turn.ts";
import type { Change } from "./steps.ts";

/** What an adapter does with calls that it keeps until the turn is over. */
export interface CallPolicy {
  /** The arguments to give; `undefined` leaves the call out. */
  mend(json: string): string | undefined;
  /** What the turn ends with, after the calls, where the stream fails; by default the failure. */
  readonly atFailure?: TurnEvent;
}

/** Keeps the calls of a turn, as most adapters do, and gives them whole before the finish. */
export function keepCalls(policy: CallPolicy): Change {
  return () => ({
    give: (events) => withKeptCalls(events, policy),
  });
}

async function* withKeptCalls(
  events: AsyncIterable<TurnEvent>,
  { mend, atFailure }: CallPolicy,
): AsyncGenerator<TurnEvent> {
  const calls: { id: string; name: string; json: string }[] = [];
  const kept = function* (): Generator<TurnEvent> {
    for (const [index, { id, name, json }] of calls.entries()) {
      const args = mend(json);
      if (args === undefined) continue;
      yield { type: "tool_call", index, id: id || `call_${index}`, name, arguments: args };
    }
  };
  try {
    for await (const event of events) {
      if (event.type === "finish") yield* kept();
      if (event.type !== "tool_call") {
        yield event;
        continue;
      }
      const call = calls[event.index] ??= { id: "", name: "", json: "" };
      call.id ||= event.id ?? "";
      call.name ||= event.name ?? "";
      call.json += event.arguments;
    }
  } catch (error) {
    if (atFailure === undefined) throw error;
    yield* kept();
    yield atFailure;
  }
}
