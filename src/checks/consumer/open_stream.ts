import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";

/**
 * What was given to check is no adapter. It is thrown at the user of the checks, and never taken for
 * a failure that the adapter reports.
 */
export class NotAnAdapterError extends TypeError {}

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
 * Asks an adapter for one turn. A `stream()` that throws gives a stream that throws at once: to a
 * consumer that is the same.
 *
 * @param model The adapter.
 * @param options How to run the call.
 * @throws {NotAnAdapterError} If `stream()` gives no async iterable.
 */
export function openStream(model: Model, options: StreamOptions = {}): AsyncIterable<TurnEvent> {
  let stream: unknown;
  try {
    stream = model.stream(ANY_REQUEST, options);
  } catch (error) {
    return failing(error);
  }
  if (isAsyncIterable(stream)) return stream;
  throw new NotAnAdapterError(
    "Cannot read the stream as stream(request, options) must return an async iterable of events: " +
      `current value is ${nameOf(stream)}`,
  );
}

/**
 * Asks an adapter for one turn, to be read by hand.
 *
 * @param model The adapter.
 * @param options How to run the call.
 * @throws {NotAnAdapterError} If what it gives cannot be read.
 */
export function openIterator(
  model: Model,
  options: StreamOptions = {},
): AsyncIterator<TurnEvent, unknown> {
  const stream = openStream(model, options);
  let iterator: AsyncIterator<TurnEvent, unknown>;
  try {
    iterator = stream[Symbol.asyncIterator]();
  } catch (error) {
    return failing(error);
  }
  if (typeof (iterator as Partial<typeof iterator> | undefined)?.next === "function") {
    return iterator;
  }
  throw new NotAnAdapterError(
    "Cannot read the stream as its iterator must have a function next(): " +
      `current value is ${nameOf(iterator)}`,
  );
}

function isAsyncIterable(value: unknown): value is AsyncIterable<TurnEvent> {
  return typeof (value as Partial<AsyncIterable<unknown>> | null | undefined)
    ?.[Symbol.asyncIterator] === "function";
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof (value as { then?: unknown } | undefined)?.then !== "function") return typeof value;
  // Nobody else will wait for it.
  Promise.resolve(value).catch(() => {});
  return "a promise (await it inside of 'async *stream()')";
}

// deno-lint-ignore require-yield -- it throws before it could
async function* failing(error: unknown): AsyncGenerator<TurnEvent, void> {
  await Promise.resolve();
  throw error;
}
