import { assertEquals } from "@std/assert";
import type { Turn } from "../../../src/turn/turn.ts";
import { ollamaWire } from "../../../src/wire/ollama/ollama.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
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

Deno.test("ollamaWire() accepts the tool names that OpenAI does", () => {
  const accepted = ["f", "get_weather", "a-b", "1tool", "a".repeat(64)];
  const refused = ["", "a b", "a.b", "a\n", "é", "a".repeat(65)];
  assertEquals(accepted.filter((name) => !WIRE.toolName.test(name)), []);
  assertEquals(refused.filter((name) => WIRE.toolName.test(name)), []);
});

Deno.test("ollamaWire() needs done: true, whatever the terminator option says", () => {
  assertEquals([WIRE.endsAt, WIRE.framing], ["marker", "ndjson"]);
  const decoder = WIRE.decoder({ terminator: "optional" });
  const data = '{"message":{"content":"Hi"},"done":false,"done_reason":"stop"}';
  decoder.push({ event: undefined, data, id: undefined, unterminated: false });
  let code: unknown;
  try {
    decoder.end();
  } catch (error) {
    code = (error as { code?: unknown }).code;
  }
  assertEquals(code, "INCOMPLETE");
});
