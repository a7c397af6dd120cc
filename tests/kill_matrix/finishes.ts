import type { Finish } from "../../src/turn/finish.ts";
import type { FinishEvent, TurnEvent } from "../../src/turn/turn.ts";
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
  return changeEvents((event) =>
    event.type === "finish"
      ? { ...event, finish: { ...event.finish, ...change(event.finish) } }
      : event
  );
}

/** Changes the events of a turn one by one. */
export function changeEvents(change: (event: TurnEvent) => TurnEvent): Change {
  return () => ({
    async *give(events) {
      for await (const event of events) yield change(event);
    },
  });
}

/** Tells a finish from the other events. */
export function isFinish(event: TurnEvent): event is FinishEvent {
  return event.type === "finish";
}
