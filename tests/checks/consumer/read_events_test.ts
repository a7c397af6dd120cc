import { assertEquals, assertRejects } from "@std/assert";
import { NotAnEventError } from "../../../src/checks/consumer/as_event.ts";
import { readEvents } from "../../../src/checks/consumer/read_events.ts";
import type { Model } from "../../../src/turn/request.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { text } from "../../support/events.ts";

/** A model whose steps are given, and a list of what happened to its iterator. */
function stepping(steps: readonly (() => unknown)[]): {
  readonly model: Model;
  readonly calls: string[];
} {
  const calls: string[] = [];
  const left = [...steps];
  const iterator = {
    next() {
      calls.push("next");
      return Promise.resolve(left.shift()?.() as IteratorResult<TurnEvent>);
    },
    return() {
      calls.push("return");
      return Promise.resolve({ done: true as const, value: undefined });
    },
  };
  return { model: { stream: () => ({ [Symbol.asyncIterator]: () => iterator }) }, calls };
}

const A = (): unknown => ({ done: false, value: text("a") });
const END = (): unknown => ({ done: true, value: undefined });

Deno.test("readEvents() gives the events, and does not leave a stream that has ended", async () => {
  const { model, calls } = stepping([A, A, END]);
  assertEquals(await Array.fromAsync(readEvents(model, {})), [text("a"), text("a")]);
  assertEquals(calls, ["next", "next", "next"]);
});

Deno.test("readEvents() leaves a stream that its consumer leaves", async () => {
  const { model, calls } = stepping([A, A]);
  for await (const _ of readEvents(model, {})) break;
  assertEquals(calls, ["next", "return"]);
});

Deno.test("readEvents() does not leave a stream that throws, nor one whose next() gives no result", async () => {
  const failing = stepping([() => {
    throw new Error("Broken");
  }]);
  await assertRejects(() => Array.fromAsync(readEvents(failing.model, {})), Error, "Broken");
  const empty = stepping([() => undefined]);
  await assertRejects(() => Array.fromAsync(readEvents(empty.model, {})), NotAnEventError);
  assertEquals([failing.calls, empty.calls], [["next"], ["next"]]);
});

Deno.test("readEvents() leaves a stream that gives what is no event", async () => {
  const { model, calls } = stepping([() => ({ done: false, value: null })]);
  await assertRejects(() => Array.fromAsync(readEvents(model, {})), NotAnEventError);
  assertEquals(calls, ["next", "return"]);
});
