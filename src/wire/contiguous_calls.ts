import type { Decoder } from "../decoder.ts";
import type { ReasoningEvent, TextEvent, ToolCallEvent, TurnEvent } from "../turn/turn.ts";

/** A call whose pieces are not all given on yet. */
interface HeldCall {
  readonly index: number;
  id: string;
  name: string;
  readonly fragments: string[];
  opened: boolean;
}

/**
 * Puts the pieces of each tool call next to one another, with its id and name on the first of them.
 * Some wires write a call as one block that opens with both, and never come back to it, while the
 * events of a turn may interleave.
 *
 * The first call passes at once; what comes between its pieces waits for the end of the turn, since
 * only there it is known that no further piece of the call comes.
 */
export class ContiguousCalls implements Decoder<TurnEvent, TurnEvent> {
  readonly #calls: Map<number, HeldCall> = new Map();
  #waiting: (HeldCall | TextEvent | ReasoningEvent)[] = [];

  /** Takes the next event of the turn. */
  push(event: TurnEvent, out: TurnEvent[] = []): TurnEvent[] {
    if (event.type === "finish") {
      this.#drain(out);
      out.push(event);
    } else if (event.type === "tool_call") {
      const call = this.#hold(event);
      if (this.#waiting[0] === call && call.id !== "" && call.name !== "") release(call, out);
    } else if (this.#waiting.length === 0) {
      out.push(event);
    } else {
      this.#waiting.push(event);
    }
    return out;
  }

  /** Ends the turn; gives what still waits. */
  end(out: TurnEvent[] = []): TurnEvent[] {
    this.#drain(out);
    return out;
  }

  #hold(event: ToolCallEvent): HeldCall {
    let call = this.#calls.get(event.index);
    if (!call) {
      call = { index: event.index, id: "", name: "", fragments: [], opened: false };
      this.#calls.set(event.index, call);
      this.#waiting.push(call);
    }
    call.id ||= event.id ?? "";
    call.name ||= event.name ?? "";
    call.fragments.push(event.arguments);
    return call;
  }

  #drain(out: TurnEvent[]): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const item of waiting) {
      if ("type" in item) out.push(item);
      else release(item, out);
    }
  }
}

function release(call: HeldCall, out: TurnEvent[]): void {
  for (const fragment of call.fragments.splice(0)) {
    const head = call.opened ? {} : {
      ...(call.id === "" ? {} : { id: call.id }),
      ...(call.name === "" ? {} : { name: call.name }),
    };
    call.opened = true;
    out.push({ type: "tool_call", index: call.index, ...head, arguments: fragment });
  }
}
