import { assertEquals, assertInstanceOf, assertMatch, assertThrows } from "@std/assert";
import {
  asEvent,
  asResult,
  copyEvent,
  NotAnEventError,
} from "../../../src/checks/consumer/as_event.ts";
import { NotAnAdapterError } from "../../../src/checks/consumer/open_stream.ts";
import { BAD_EVENTS, NO_EVENTS, NO_RESULTS } from "../../support/bad_values.ts";
import { call, finish, text, thought } from "../../support/events.ts";

Deno.test("asEvent() takes events as they are", () => {
  const events = [
    text("a"),
    thought("b", { signature: "s" }),
    call(0, "{}", { id: "x" }),
    finish(),
  ];
  assertEquals(events.map(asEvent), events);
});

for (const [name, value] of Object.entries(NO_EVENTS)) {
  Deno.test(`asEvent() refuses ${name} by an error that says so`, () => {
    const error = assertThrows(() => asEvent(value), NotAnEventError);
    assertInstanceOf(error, NotAnAdapterError);
    assertMatch(error.actual, /^current value is |^reading it threw Error: (Getter|Trap)$/);
  });
}

for (const [name, value] of Object.entries(BAD_EVENTS)) {
  Deno.test(`asEvent() leaves ${name} to the rules`, () => void asEvent(value));
}

Deno.test("copyEvent() gives plain data that no later change reaches", () => {
  const event = { type: "text", text: "a" };
  const copy = copyEvent(event);
  event.text = "b";
  assertEquals(copy, { type: "text", text: "a" });
  const unknown = { type: "delta" };
  assertEquals(copyEvent(unknown), unknown);
});

Deno.test("asResult() takes what next() gives", () => {
  assertEquals(asResult({ done: false, value: 1 }), [1]);
  assertEquals(asResult({ value: undefined }), [undefined]);
  assertEquals(asResult({ done: true, value: 1 }), []);
});

for (const [name, value] of Object.entries(NO_RESULTS)) {
  Deno.test(`asResult() refuses ${name} by an error that says so`, () => {
    const error = assertThrows(() => asResult(value), NotAnEventError);
    assertMatch(error.message, /it gave |reading it threw Error: (Getter|Trap)$/);
  });
}
