import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { concatBytes } from "../../../src/bytes.ts";
import type { SseEvent } from "../../../src/sse/sse_event.ts";
import type { Turn } from "../../../src/turn/turn.ts";
import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import { encodeTurn, frameBytes, framesOf } from "../../support/bodies.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { readTurn } from "../../support/reading.ts";
import { turnEvents } from "../../support/turns.ts";
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

/** Some gateways leave the output out of the response at the end. */
function withoutOutput(frame: SseEvent): SseEvent {
  if (frame.event !== "response.completed") return frame;
  const payload = JSON.parse(frame.data);
  return frameOf({ ...payload, response: { ...payload.response, output: [] } }, frame.event);
}

Deno.test("openai-responses decoder notices a frame that is lost, doubled or out of order", () => {
  const shape = { finishMap: WIRE.finishMap, reasoning: "signed-and-redacted" } as const;
  fc.assert(
    fc.property(turnEvents(shape), fc.nat(), fc.nat(2), fc.boolean(), (events, ...hurts) => {
      const [random, kind, isTerse] = hurts;
      const frames = framesOf(WIRE, events).map((frame) => isTerse ? withoutOutput(frame) : frame);
      const at = random % frames.length;
      const pair = frames.slice(at, at + 2);
      const hurt = frames.toSpliced(
        at,
        pair.length,
        ...[
          pair.slice(1),
          [...pair.slice(0, 1), ...pair],
          pair.toReversed(),
        ][kind]!,
      );
      const outcome = readTurn(WIRE, concatBytes(frameBytes(WIRE, hurt)));
      if (outcome.turn) assertEquals(outcome.turn, readTurn(WIRE, encodeTurn(WIRE, events)).turn);
      else assert(outcome.code !== "(foreign)");
    }),
    { numRuns: 1000 },
  );
});
