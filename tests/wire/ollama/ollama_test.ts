import { assertEquals } from "@std/assert";
import type { Turn } from "../../../src/turn/turn.ts";
import { ollamaWire } from "../../../src/wire/ollama/ollama.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import { testLaws } from "../laws.ts";

const WIRE = ollamaWire();

/** Ollama itself has no word for tool use. */
function across(turn: Turn): Turn {
  if (turn.finish.reason !== "tool_use") return turn;
  return { ...turn, finish: { ...turn.finish, reason: "stop", raw: "stop" } };
}

testLaws(WIRE, {
  shape: { finishMap: WIRE.finishMap, interleaved: true, usage: "input-and-output" },
  across,
  vocabulary: [
    "model",
    "message",
    "role",
    "content",
    "thinking",
    "tool_calls",
    "function",
    "name",
    "arguments",
    "id",
    "done",
    "done_reason",
    "stop",
    "prompt_eval_count",
    "eval_count",
    "error",
    "__proto__",
  ],
  sample: [
    thought("Thinking of Köln"),
    text("Hello 🎈\n"),
    text("world"),
    call(0, '{"city":"Köln"}', { id: "a", name: "weather" }),
    call(1, "{}", { id: "b", name: "time" }),
    finish("stop", { usage: usage(10, 5) }),
  ],
});

Deno.test("ollamaWire() needs done: true, whatever the terminator option says", () => {
  assertEquals([WIRE.endsAt, WIRE.framing], ["marker", "ndjson"]);
  const decoder = WIRE.decoder({ terminator: "optional" });
  const data = '{"message":{"content":"Hi"},"done":false,"done_reason":"stop"}';
  decoder.push(frameOf(data));
  let code: unknown;
  try {
    decoder.end();
  } catch (error) {
    code = (error as { code?: unknown }).code;
  }
  assertEquals(code, "INCOMPLETE");
});
