import { assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import {
  NotAnAdapterError,
  openIterator,
  openStream,
} from "../../../src/checks/consumer/open_stream.ts";
import type { Model } from "../../../src/turn/request.ts";
import { text } from "../../support/events.ts";

/** A model whose `stream()` gives anything. */
function giving(value: unknown): Model {
  return { stream: () => value } as Model;
}

const NO_STREAMS: readonly (readonly [name: string, make: () => unknown, said: string])[] = [
  ["nothing", () => undefined, "current value is undefined"],
  ["null", () => null, "current value is null"],
  ["a text", () => "text", "current value is string"],
  ["a list", () => [text("a")], "current value is object"],
  ["a promise", () => Promise.resolve(), "current value is a promise (await it inside"],
  ["a promise that rejects", () => Promise.reject(new Error("Late")), "current value is a promise"],
];

for (const [name, make, said] of NO_STREAMS) {
  Deno.test(`openStream() throws when stream() gives ${name}`, () => {
    assertThrows(() => openStream(giving(make())), NotAnAdapterError, said);
    assertThrows(() => openIterator(giving(make())), NotAnAdapterError, said);
  });
}

Deno.test("openStream() gives a stream that throws when stream() throws", async () => {
  const failure = new Error("At once");
  const model: Model = {
    stream() {
      throw failure;
    },
  };
  const read = async () => {
    for await (const _ of openStream(model));
  };
  assertStrictEquals(await read().catch((error: unknown) => error), failure);
  await assertRejects(() => openIterator(model).next(), Error, "At once");
});

Deno.test("openStream() hands the signal on", () => {
  const { signal } = new AbortController();
  let seen: unknown;
  const model: Model = {
    async *stream(_, options) {
      seen = options?.signal;
      yield text("a");
    },
  };
  openStream(model, { signal });
  void openIterator(model, { signal }).next();
  assertStrictEquals(seen, signal);
});

Deno.test("openIterator() throws when the iterator is none", () => {
  for (const value of [undefined, {}, { next: 1 }]) {
    const model = giving({ [Symbol.asyncIterator]: () => value });
    assertThrows(() => openIterator(model), NotAnAdapterError, "must have a function next()");
  }
});

Deno.test("openIterator() gives one that throws when there is no getting one", async () => {
  const model = giving({
    [Symbol.asyncIterator]() {
      throw new Error("Taken");
    },
  });
  await assertRejects(() => openIterator(model).next(), Error, "Taken");
});
