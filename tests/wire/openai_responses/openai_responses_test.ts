import { assert, assertEquals } from "@std/assert";
import type { Turn } from "../../../src/turn/turn.ts";
import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import { wireOf } from "../../../src/wire/wires.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { testLaws } from "../laws.ts";

const WIRE = openAiResponsesWire();

testLaws(WIRE, {
  shape: {
    finishMap: WIRE.finishMap,
    reasoning: "signed-and-redacted",
    interleaved: true,
  },
  // The wire says that a response completed, not whether for tool use.
  across: (turn): Turn => ({ ...turn, finish: { ...turn.finish, raw: "completed" } }),
  vocabulary: [
    "type",
    "response.created",
    "response.output_item.added",
    "response.output_item.done",
    "response.output_text.delta",
    "response.output_text.done",
    "response.refusal.done",
    "response.reasoning_summary_text.delta",
    "response.reasoning_text.done",
    "response.function_call_arguments.delta",
    "response.function_call_arguments.done",
    "response.custom_tool_call_input.delta",
    "response.custom_tool_call_input.done",
    "response.completed",
    "response.incomplete",
    "response.failed",
    "response",
    "item",
    "item_id",
    "output",
    "output_index",
    "content_index",
    "content",
    "delta",
    "text",
    "output_text",
    "message",
    "reasoning",
    "summary",
    "encrypted_content",
    "function_call",
    "custom_tool_call",
    "call_id",
    "name",
    "arguments",
    "input",
    "status",
    "completed",
    "usage",
    "input_tokens",
    "error",
    "toString",
  ],
  sample: [
    thought("Let me 想"),
    thought("", { signature: "c2ln" }),
    thought("", { redacted: "cmVk" }),
    text("Hello, "),
    text("wörld 🎈"),
    call(0, '{"city":', { id: "call_a", name: "weather" }),
    call(0, '"Łódź"}'),
    call(1, "", { id: "call_b", name: "now" }),
    finish("tool_use", { raw: "completed", usage: usage(12, 34, 5, 6) }),
  ],
});

Deno.test("openAiResponsesWire() is known by its id", () => {
  assertEquals(wireOf("openai-responses").id, "openai-responses");
});

Deno.test("openAiResponsesWire() accepts the tool names that OpenAI accepts", () => {
  for (const name of ["get_weather", "a-1", "A".repeat(64), "1tool"]) {
    assert(WIRE.toolName.test(name), name);
  }
  for (const name of ["", "get weather", "fs/read", "résumé", "a.b", "a".repeat(65), "a\n"]) {
    assert(!WIRE.toolName.test(name), name);
  }
});
