import type { Finish } from "../../src/turn/finish.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import type { WireId } from "../../src/wire/wire.ts";
import { finish } from "../support/events.ts";
import type { Change } from "./steps.ts";
import { adapter } from "./steps.ts";
import type { NewModel } from "../../src/checks/model_checks.ts";

/** An adapter that takes the end of the body for the end of the turn, and gives this reason. */
export function endOfBodyIs(wire: WireId, reason: string): NewModel {
  return adapter(wire, () => ({ end: (out) => void out.push(finish(reason)) }));
}

/** An adapter that ends like the end of a loop when the body does, whatever came. */
export function endOfBodyIsSilent(wire: WireId): NewModel {
  return adapter(wire, () => ({ end: () => {} }));
}

/** Changes the finish of a turn. */
export function changeFinish(change: (finish: Finish) => Partial<Finish>): Change {
  return changeEvents((event) => withFinish(event, change));
}

/** The event; with another finish if it is one. */
export function withFinish(
  event: TurnEvent,
  change: (finish: Finish) => Partial<Finish>,
): TurnEvent {
  if (event.type !== "finish") return event;
  return { ...event, finish: { ...event.finish, ...change(event.finish) } };
}

/** Changes the events of a turn one by one. */
export function changeEvents(change: (event: TurnEvent) => TurnEvent): Change {
  return () => ({ give: (events) => mapEvents(events, change) });
}

/** Gives each event as it is after the change. */
export async function* mapEvents(
  events: AsyncIterable<TurnEvent>,
  change: (event: TurnEvent) => TurnEvent,
): AsyncGenerator<TurnEvent> {
  for await (const event of events) yield change(event);
}
