import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { ContiguousCalls } from "../../src/wire/contiguous_calls.ts";
import { call, finish, text, thought } from "../support/events.ts";
import { assembleAll } from "../support/reading.ts";
import { turnEvents } from "../support/turns.ts";

function reorder(events: readonly TurnEvent[]): TurnEvent[] {
  const stage = new ContiguousCalls();
  const out: TurnEvent[] = [];
  for (const event of events) stage.push(event, out);
  return stage.end(out);
}

Deno.test("ContiguousCalls passes a turn on as it is if its calls do not interleave", () => {
  const stage = new ContiguousCalls();
  const events = [thought("Hm"), text("Hi"), call(0, "{", { id: "a", name: "f" }), call(0, "}")];
  for (const event of events) assertEquals(stage.push(event), [event]);
});

Deno.test("ContiguousCalls brings the pieces of each call together", () => {
  const events = reorder([
    text("Hi"),
    call(1, "{", { id: "a", name: "f" }),
    call(0, "[", { id: "b", name: "g" }),
    text("!"),
    call(1, "}"),
    call(0, "]"),
    finish("tool_use"),
  ]);
  assertEquals(events, [
    text("Hi"),
    call(1, "{", { id: "a", name: "f" }),
    call(1, "}"),
    call(0, "[", { id: "b", name: "g" }),
    call(0, "]"),
    text("!"),
    finish("tool_use"),
  ]);
});

Deno.test("ContiguousCalls waits for the id and the name of a call", () => {
  const stage = new ContiguousCalls();
  assertEquals(stage.push(call(0, "{", { id: "a" })), []);
  assertEquals(stage.push(call(0, "}", { name: "f" })), [
    call(0, "{", { id: "a", name: "f" }),
    call(0, "}"),
  ]);
});

Deno.test("ContiguousCalls waits no longer than to the end for an id or a name", () => {
  assertEquals(reorder([call(0, "{}", { name: "f" }), call(1, "", { id: "b" }), finish()]), [
    call(0, "{}", { name: "f" }),
    call(1, "", { id: "b" }),
    finish(),
  ]);
});

Deno.test("ContiguousCalls gives what waits if the turn does not finish", () => {
  const events = [call(0, "{", { id: "a", name: "f" }), text("Hi")];
  assertEquals(reorder(events), events);
});

Deno.test("ContiguousCalls never changes what a turn says", () => {
  const shape = { interleaved: true, reasoning: "signed-and-redacted" } as const;
  fc.assert(
    fc.property(turnEvents(shape), (events) => {
      assertEquals(assembleAll(reorder(events)), assembleAll(events));
    }),
    { numRuns: 1000 },
  );
});
