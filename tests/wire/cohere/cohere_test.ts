import { assertEquals } from "@std/assert";
import { cohereWire } from "../../../src/wire/cohere/cohere.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { testLaws } from "../laws.ts";

const WIRE = cohereWire();

testLaws(WIRE, {
  shape: { finishMap: WIRE.finishMap, interleaved: true, usage: "no-cache-write" },
  vocabulary: [
    "type",
    "message-start",
    "content-start",
    "content-delta",
    "tool-plan-delta",
    "tool-call-start",
    "tool-call-delta",
    "message-end",
    "index",
    "delta",
    "message",
    "content",
    "text",
    "thinking",
    "tool_calls",
    "function",
    "name",
    "arguments",
    "id",
    "finish_reason",
    "COMPLETE",
    "usage",
    "tokens",
    "billed_units",
    "error",
    "__proto__",
  ],
  sample: [
    thought("Thinking of Köln"),
    text("Hello 🎈\n"),
    text("world"),
    call(0, '{"city":', { id: "a", name: "weather" }),
    call(0, '"Köln"}'),
    call(1, "{}", { id: "b", name: "time" }),
    finish("tool_use", { raw: "TOOL_CALL", usage: usage(10, 5, 3) }),
  ],
});

Deno.test("cohereWire() needs message-end, whatever the terminator option says", () => {
  assertEquals([WIRE.endsAt, WIRE.framing], ["marker", "sse"]);
  let code: unknown;
  try {
    WIRE.decoder({ terminator: "optional" }).end();
  } catch (error) {
    code = (error as { code?: unknown }).code;
  }
  assertEquals(code, "INCOMPLETE");
});
