import type { Model, StreamOptions, TurnRequest } from "../../../src/turn/request.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { ZERO_USAGE } from "../../../src/turn/usage.ts";
import type { Usage } from "../../../src/turn/usage.ts";

/** What the tests ask for. */
export const REQUEST: TurnRequest = {
  messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "hi" }],
  tools: [{ name: "get_time", description: "The time", parameters: { type: "object" } }],
};

/** Reads a turn, and what ends it: `"end"`, or what was thrown. */
export async function read(
  model: Model,
  options: StreamOptions = {},
  request: TurnRequest = REQUEST,
): Promise<{ readonly events: readonly TurnEvent[]; readonly end: unknown }> {
  const events: TurnEvent[] = [];
  try {
    for await (const event of model.stream(request, options)) events.push(event);
    return { events, end: "end" };
  } catch (error) {
    return { events, end: error };
  }
}

/** Stands for the stream of an SDK: gives values, and keeps how it was left. */
export class FakeStream implements AsyncIterable<unknown> {
  readonly #values: readonly unknown[];
  /** How many values were asked for. */
  asked = 0;
  /** Whether it was left before its end. */
  left = false;

  /** @param values What it gives; an `Error` is thrown. */
  constructor(...values: readonly unknown[]) {
    this.#values = values;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown> {
    let isOver = false;
    try {
      for (const value of this.#values) {
        this.asked++;
        await Promise.resolve();
        if (value instanceof Error) throw value;
        yield value;
      }
      isOver = true;
    } catch (error) {
      isOver = true;
      throw error;
    } finally {
      this.left = !isOver;
    }
  }
}

/** Takes the first event and leaves. */
export async function leaveAtFirst(model: Model): Promise<void> {
  for await (const _ of model.stream(REQUEST)) return;
}

/** A function that keeps its arguments. */
export function recorder<T>(result: T): {
  readonly calls: unknown[][];
  readonly call: (...args: unknown[]) => T;
} {
  const calls: unknown[][] = [];
  return {
    calls,
    call: (...args) => {
      calls.push(args);
      return result;
    },
  };
}

/** A finish of 5 tokens read and 2 written, unless told otherwise. */
export function finish(reason: string, raw: string, usage: Partial<Usage> = {}): TurnEvent {
  const all = { ...ZERO_USAGE, input: 5, output: 2, ...usage };
  return { type: "finish", finish: { reason, raw, usage: all, discarded: ZERO_USAGE } };
}
