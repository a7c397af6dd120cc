import { assertEquals } from "@std/assert";
import { eventFault } from "../../src/turn/event_fault.ts";
import { call, finish, text, thought } from "../support/events.ts";

const LONG = "x".repeat(100_000);

for (
  const event of [
    text("a"),
    text(""),
    thought("a"),
    thought("", { signature: "s" }),
    thought("", { redacted: "r" }),
    call(0, ""),
    call(7, "{}", { id: "a", name: "f" }),
    finish(),
    { ...text("a"), shiny: 1 },
  ]
) {
  Deno.test(`eventFault() finds nothing wrong with ${JSON.stringify(event).slice(0, 60)}`, () => {
    assertEquals(eventFault(event), undefined);
  });
}

for (
  const [event, fault] of [
    [null, "An event must be an object: it is null"],
    ["text", "An event must be an object: it is text"],
    [{}, "Unknown event type: undefined"],
    [{ type: "done" }, "Unknown event type: done"],
    [{ type: LONG }, `Unknown event type: ${LONG.slice(0, 64)}`],
    [{ type: {} }, "Unknown event type: an object"],
    [{ type: "text" }, "The 'text' of a \"text\" event must be a string: it is undefined"],
    [
      { type: "text", text: [] },
      "The 'text' of a \"text\" event must be a string: it is an object",
    ],
    [
      { type: "reasoning", text: "", signature: null },
      "The 'signature' of a \"reasoning\" event must be a string: it is null",
    ],
    [
      { type: "tool_call", index: -1, arguments: "" },
      "The 'index' of a tool call must be an integer from 0: it is -1",
    ],
    [
      { type: "tool_call", index: 0, arguments: "", name: 5 },
      "The 'name' of a \"tool_call\" event must be a string: it is 5",
    ],
    [{ type: "finish" }, "The 'finish' of a turn must be an object: it is undefined"],
    [
      { type: "finish", finish: { reason: "stop" } },
      "The 'raw' of a finish must be a string: it is undefined",
    ],
    [
      { type: "finish", finish: { reason: "stop", raw: "", usage: 0 } },
      "The 'usage' of a finish must be an object, as ZERO_USAGE is: it is 0",
    ],
    [
      { type: "finish", finish: { reason: "stop", raw: "", usage: {} } },
      "The 'discarded' of a finish must be an object, as ZERO_USAGE is: it is undefined",
    ],
  ] as const
) {
  Deno.test(`eventFault() says: ${fault.slice(0, 80)}`, () => {
    assertEquals(eventFault(event), fault);
  });
}
