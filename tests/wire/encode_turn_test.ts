import { assert, assertEquals, assertThrows } from "@std/assert";
import { ZERO_USAGE } from "../../src/turn/usage.ts";
import { encodeTurn } from "../../src/wire/encode_turn.ts";
import type { EncodeOptions } from "../../src/wire/wire.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { ALL_WIRES } from "../adapter/fake_fetch.ts";
import { text } from "../support/events.ts";

const FINISH = { reason: "stop", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE };

function ending(changes: object): unknown {
  return { type: "finish", finish: { ...FINISH, ...changes } };
}

/** What JavaScript may give for an event, and what is said of it. */
const NO_EVENTS: readonly { readonly event: unknown; readonly says: string }[] = [
  { event: null, says: "An event must be an object: it is null" },
  { event: "hi", says: "An event must be an object: it is hi" },
  { event: { type: "done" }, says: "Unknown event type: done" },
  { event: { type: "text" }, says: "The 'text' of a \"text\" event must be a string" },
  { event: { type: "finish" }, says: "The 'finish' of a turn must be an object: it is undefined" },
  {
    event: ending({ usage: undefined }),
    says: "The 'usage' of a finish must be an object, as ZERO_USAGE is: it is undefined",
  },
  {
    event: ending({ discarded: undefined }),
    says: "The 'discarded' of a finish must be an object, as ZERO_USAGE is: it is undefined",
  },
  {
    event: ending({ usage: { input: 3, output: 2 } }),
    says: "The 'cacheRead' of the 'usage' of a finish must be a number: it is undefined",
  },
  {
    event: ending({ usage: { ...ZERO_USAGE, output: NaN } }),
    says: "The 'output' of the 'usage' of a finish must be a number: it is NaN",
  },
];

for (const wire of ALL_WIRES) {
  Deno.test(`encodeTurn() refuses on ${wire.id} what is no event, by name`, () => {
    for (const { event, says } of NO_EVENTS) {
      const given = [text("a"), event] as TurnEvent[];
      assertThrows(() => [...encodeTurn(wire, given)], TypeError, says);
    }
  });

  Deno.test(`encodeTurn() gives on ${wire.id} what came before the fault`, () => {
    const frames = encodeTurn(wire, [text("a"), null as unknown as TurnEvent]);
    const before: string[] = [];
    assertThrows(() => {
      for (const { data } of frames) before.push(data);
    }, TypeError);
    assert(before.some((data) => data.includes('"a"')));
  });

  Deno.test(`encodeTurn() refuses on ${wire.id} options of the wrong kind, at once`, () => {
    for (
      const [options, says] of [
        [null, "its options must be an object: got null"],
        [{ id: 7 }, "its 'id' must be a string: got 7"],
        [{ model: null }, "its 'model' must be a string: got null"],
        [{ createdSeconds: "now" }, `its 'createdSeconds' must be a number of seconds`],
        [{ createdSeconds: NaN }, "got NaN"],
        [{ createdSeconds: 1e13 }, "got 10000000000000"],
        [{ usage: 7 }, "The 'usage' of the options must be an object: it is 7"],
        [{ usage: { input: 1 } }, "The 'output' of the 'usage' of the options must be a number"],
      ] as const
    ) {
      const given = options as unknown as EncodeOptions;
      assertThrows(() => encodeTurn(wire, [], given), TypeError, says);
    }
  });
}

Deno.test("encodeTurn() takes all options a response may say of itself", () => {
  const usage = { ...ZERO_USAGE, input: 1 };
  const options = { id: "a", model: "m", createdSeconds: 8.64e12, usage };
  for (const wire of ALL_WIRES) {
    const frames = [...encodeTurn(wire, [text("a")], options)];
    assertEquals(frames.length > 0, true);
  }
});

Deno.test.each([
  { events: null, says: "got null" },
  { events: 7, says: "got 7" },
  { events: {}, says: "got an object" },
])("encodeTurn() refuses events that cannot be iterated at once: $says", ({ events, says }) => {
  const given = events as unknown as TurnEvent[];
  assertThrows(() => encodeTurn(ALL_WIRES[0]!, given), TypeError, says);
});
