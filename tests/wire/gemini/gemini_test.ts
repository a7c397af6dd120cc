import { assertEquals } from "@std/assert";
import type { Turn } from "../../../src/turn/turn.ts";
import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import { testLaws } from "../laws.ts";

const WIRE = geminiWire();

/** Gemini has no word for tool use. */
function across(turn: Turn): Turn {
  if (turn.finish.reason !== "tool_use") return turn;
  return { ...turn, finish: { ...turn.finish, reason: "stop", raw: "STOP" } };
}

testLaws(WIRE, {
  shape: {
    finishMap: WIRE.finishMap,
    reasoning: "signed",
    interleaved: true,
    usage: "no-cache-write",
  },
  across,
  vocabulary: [
    "candidates",
    "content",
    "parts",
    "text",
    "thought",
    "thoughtSignature",
    "functionCall",
    "name",
    "args",
    "id",
    "partialArgs",
    "willContinue",
    "jsonPath",
    "$.a",
    "$.a[0].b",
    "stringValue",
    "numberValue",
    "finishReason",
    "STOP",
    "usageMetadata",
    "promptTokenCount",
    "promptFeedback",
    "blockReason",
    "error",
    "__proto__",
  ],
  sample: [
    thought("Thinking of Köln", { signature: "sig" }),
    text("Hello 🎈\n"),
    text("world"),
    call(0, '{"city":', { id: "a", name: "weather" }),
    call(0, '"Köln"}'),
    call(1, "{}", { id: "b", name: "time" }),
    finish("stop", { raw: "STOP", usage: usage(10, 5, 3) }),
  ],
});

Deno.test("geminiWire() ends a turn with the body, whatever the terminator option says", () => {
  assertEquals(WIRE.endsAt, "end-of-body");
  for (const terminator of ["required", "optional"] as const) {
    const decoder = WIRE.decoder({ terminator });
    const data = JSON.stringify({ candidates: [{ finishReason: "STOP" }] });
    decoder.push(frameOf(data));
    assertEquals(decoder.end().length, 1);
  }
});
