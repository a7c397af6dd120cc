import { anthropicMessagesWire } from "../../../src/wire/anthropic_messages/anthropic_messages.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { testLaws } from "../laws.ts";

const WIRE = anthropicMessagesWire();

testLaws(WIRE, {
  shape: {
    finishMap: WIRE.finishMap,
    reasoning: "signed-and-redacted",
    interleaved: true,
  },
  vocabulary: [
    "type",
    "index",
    "message",
    "message_start",
    "content_block",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "delta",
    "text",
    "text_delta",
    "thinking",
    "thinking_delta",
    "signature",
    "signature_delta",
    "redacted_thinking",
    "data",
    "tool_use",
    "id",
    "name",
    "input",
    "input_json_delta",
    "partial_json",
    "usage",
    "input_tokens",
    "output_tokens",
    "stop_reason",
    "end_turn",
    "error",
    "toString",
  ],
  sample: [
    thought("Let me 想"),
    thought("", { signature: "c2ln" }),
    thought("", { redacted: "cmVk" }),
    text("Hello, "),
    text("wörld 🎈"),
    call(0, '{"city":', { id: "toolu_1", name: "weather" }),
    call(0, '"Łódź"}'),
    call(1, "", { id: "toolu_2", name: "now" }),
    finish("tool_use", { raw: "tool_use", usage: usage(12, 34, 5, 6) }),
  ],
});
