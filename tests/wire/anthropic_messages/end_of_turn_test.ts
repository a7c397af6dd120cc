import { assertEquals } from "@std/assert";
import { ModelError } from "../../../src/errors.ts";
import { anthropicMessagesWire } from "../../../src/wire/anthropic_messages/anthropic_messages.ts";
import { sseBody } from "../../support/bodies.ts";
import { usage } from "../../support/events.ts";
import { readBody, readTurn } from "../../support/reading.ts";
import { summary, testCases } from "../cases.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import {
  called,
  calls,
  closes,
  ends,
  opens,
  piece,
  PING,
  said,
  says,
  starts,
  STOP,
} from "./frames.ts";

const WIRE = anthropicMessagesWire();

testCases(WIRE, "a truncated stream", [
  { name: "nothing at all", ref: "langgraphjs#2718", body: "", expected: "INCOMPLETE" },
  { name: "comments only", ref: "9router#3051", body: ": x\n\n: y\n\n", expected: "INCOMPLETE" },
  {
    name: "the start alone",
    ref: "griffinwork40/agent-afk#635",
    body: [starts(), PING],
    expected: "INCOMPLETE",
  },
  {
    name: "text and a clean end",
    ref: "vercel/ai#19165, anomalyco/opencode#26170, coder/xum#3415",
    body: [starts(), ...says("Hi")],
    expected: "INCOMPLETE",
  },
  {
    name: "a whole block and a clean end",
    ref: "anthropics/anthropic-sdk-typescript#893",
    body: [starts(), ...said("Hi")],
    expected: "INCOMPLETE",
  },
  {
    name: "half the arguments and a clean end",
    ref: "anthropics/anthropic-sdk-typescript#842, CommandCodeAI/command-code#785",
    body: [starts(), ...calls(0, "a", "f", '{"city":"fa')],
    expected: "INCOMPLETE",
  },
  {
    name: "a whole call and a clean end",
    ref: "xiaoyu-work/claw-os#11",
    body: [starts(), ...called(0, "a", "f", "{}")],
    expected: "INCOMPLETE",
  },
  {
    name: "a stop reason, but no message_stop",
    ref: "BerriAI/litellm#32686",
    body: [starts(), ...said("Hi"), ends()],
    expected: "INCOMPLETE",
  },
  {
    name: "usage of the whole turn, but no stop reason",
    ref: "BerriAI/litellm#32159",
    body: [starts(), ...said("Hi"), ends(null, { output_tokens: 9 })],
    expected: "INCOMPLETE",
  },
  {
    name: "a gateway's [DONE] in place of the end",
    ref: "bigduu/Bamboo-agent#383",
    body: [starts(), ...said("Hi"), "[DONE]"],
    expected: "INCOMPLETE",
  },
  {
    name: "a marker cut within its frame",
    ref: "tashfeenahmed/freellmapi#1288",
    body: `data: ${JSON.stringify(starts())}\n\ndata: ${JSON.stringify(ends())}\n\n` +
      'event: message_stop\ndata: {"type":"message_sto',
    expected: "INCOMPLETE",
  },
  {
    name: "a marker that is only named",
    body: `data: ${JSON.stringify(starts())}\n\ndata: ${JSON.stringify(ends())}\n\n` +
      "event: message_stop\n",
    expected: "INCOMPLETE",
  },
]);

testCases(WIRE, "the end of a turn", [
  {
    name: "the marker, although the connection stays open",
    ref: "earendil-works/pi#5592",
    body: [starts(), ...said("Hi"), ends(), STOP],
    expected: "Hi",
  },
  {
    name: "the whole marker without its blank line",
    ref: "openai/openai-node#2725",
    body: `data: ${JSON.stringify(starts())}\n\ndata: ${JSON.stringify(ends())}\n\n` +
      'data: {"type":"message_stop"}',
    expected: "",
  },
  {
    name: "text after the marker",
    ref: "ai-dynamo/dynamo#4154",
    body: [starts(), ...said("Hi"), ends(), STOP, ...said("more"), ends("max_tokens"), STOP],
    expected: "Hi",
  },
  {
    name: "[DONE] after the marker",
    ref: "nyroway/nyro#162",
    body: [starts(), ...said("Hi"), ends(), STOP, "[DONE]"],
    expected: "Hi",
  },
  {
    name: "an error after the marker",
    body: [starts(), ...said("Hi"), ends(), STOP, { type: "error", error: "x" }],
    expected: "Hi",
  },
  {
    name: "a stop reason told twice",
    body: [starts(), ...said("Hi"), ends(), ends(), PING, STOP],
    expected: "Hi",
  },
  {
    name: "a stop reason that is empty, then one that is not",
    ref: "adolfousier/opencrabs#1499",
    body: [starts(), ...said("Hi"), ends(""), ends("end_turn"), STOP],
    expected: "Hi",
  },
  {
    name: "a stop reason, then one that is null beside the usage",
    body: [starts(), ...said("Hi"), ends("max_tokens"), ends(null), STOP],
    expected: "LENGTH",
  },
  {
    name: "two stop reasons",
    ref: "ai-dynamo/dynamo#4154",
    body: [starts(), ...said("Hi"), ends("end_turn"), ends("max_tokens"), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "the marker without a message_delta",
    ref: "anthropics/anthropic-sdk-typescript#920",
    body: [starts(), ...said("Hi"), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "the marker without a stop reason",
    ref: "openclaw/openclaw#98575",
    body: [starts(), ...said("Hi"), ends(null), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "the marker inside a block",
    body: [starts(), ...says("Hi"), ends(), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a block that closes after the stop reason",
    body: [starts(), ...says("Hi"), ends(), closes(0), STOP],
    expected: "Hi",
  },
  {
    name: "content after the stop reason",
    body: [starts(), ...says("Hi"), ends(), piece(0, { type: "text_delta", text: "!" }), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a block after the stop reason",
    body: [starts(), ends(), opens(0, { type: "text", text: "" }), closes(0), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a second start after the stop reason",
    body: [starts(), ...said("Hi"), ends(), starts(), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a second start within the turn",
    body: [starts(), ...said("Hi"), starts(), ...said("Hi"), ends(), STOP],
    expected: "STREAM_PROTOCOL",
  },
]);

testCases(WIRE, "the words for the end", [
  ...["end_turn", "stop_sequence"].map((word) => ({
    name: word,
    body: [starts(), ...said("Hi"), ends(word), STOP],
    expected: "Hi",
  })),
  {
    name: "tool_use",
    body: [starts(), ...called(0, "a", "f"), ends("tool_use"), STOP],
    expected: "f({})|#tool_use",
  },
  {
    name: "tool_use without a call",
    body: [starts(), ...said("Hi"), ends("tool_use"), STOP],
    expected: "STREAM_PROTOCOL",
  },
  ...["max_tokens", "model_context_window_exceeded"].map((word) => ({
    name: word,
    ref: "0xPlaygrounds/rig#2248, librefang/librefang#3450",
    body: [starts(), ...said("Hi"), ends(word), STOP],
    expected: "LENGTH",
  })),
  {
    name: "refusal",
    ref: "lobehub/lobehub#17700, CherryHQ/cherry-studio#16079",
    body: [starts(), ...said("I cannot"), ends("refusal"), STOP],
    expected: "FILTERED",
  },
  {
    name: "an empty refusal",
    ref: "openai/openai-agents-python#3769",
    body: [starts(), ends("refusal"), STOP],
    expected: "FILTERED",
  },
  ...["pause_turn", "a_word_of_the_future"].map((word) => ({
    name: word,
    ref: "apache/maka#2297",
    body: [starts(), ...said("Hi"), ends(word), STOP],
    expected: "STREAM_PROTOCOL",
  })),
]);

Deno.test("anthropic-messages decoder passes a word it does not know through as it is", () => {
  for (const word of ["pause_turn", "a_word_of_the_future"]) {
    const { events } = readBody(WIRE, sseBody(starts(), ends(word), STOP));
    const last = events.at(-1);
    assertEquals(last?.type === "finish" && [last.finish.reason, last.finish.raw], [word, word]);
  }
});

Deno.test("anthropic-messages decoder does without message_stop only when told so", () => {
  const cases: [string, object[], string][] = [
    ["stop reason", [starts(), ...said("Hi"), ends()], "Hi"],
    ["no stop reason", [starts(), ...said("Hi")], "INCOMPLETE"],
    ["null for one", [starts(), ...said("Hi"), ends(null)], "INCOMPLETE"],
    ["an open block", [starts(), ...says("Hi"), ends()], "INCOMPLETE"],
    ["the marker after all", [starts(), ...said("Hi"), ends(), STOP], "Hi"],
  ];
  for (const [name, body, expected] of cases) {
    const outcome = readTurn(WIRE, sseBody(...body), { terminator: "optional" });
    assertEquals(summary(outcome), expected, name);
  }
});

Deno.test("anthropic-messages decoder is done at message_stop and not before", () => {
  const decoder = WIRE.decoder();
  const states = [starts(), ...said("Hi"), ends(), "[DONE]", STOP, PING].map((payload) => {
    const data = typeof payload === "string" ? payload : JSON.stringify(payload);
    decoder.push(frameOf(data));
    return decoder.done;
  });
  assertEquals(states, [false, false, false, false, false, false, true, true]);
});

Deno.test("anthropic-messages decoder tells where the body ended and what was used", () => {
  const bodies: [object[], string][] = [
    [[starts()], "no stop_reason, no message_stop"],
    [[starts(), ...calls(0, "a", "f", "{")], "inside a tool_use block"],
    [[starts(), ends()], 'after stop_reason "end_turn" but before message_stop'],
  ];
  for (const [body, place] of bodies) {
    const { error } = readBody(WIRE, sseBody(...body));
    assertEquals(
      error instanceof ModelError && error.message,
      `The body ended before the turn did: ${place}`,
    );
    assertEquals((error as ModelError).usage?.input, 10);
  }
  const { error } = readBody(WIRE, sseBody());
  assertEquals((error as ModelError).usage, undefined);
});

Deno.test("anthropic-messages decoder joins the usage of the start and of the end", () => {
  const first = {
    input_tokens: 10,
    cache_creation_input_tokens: 3,
    cache_read_input_tokens: 4,
    output_tokens: 1,
    server_tool_use: null,
  };
  const cases: [string, unknown, object[], ReturnType<typeof usage>][] = [
    [
      "only the output at the end",
      first,
      [ends("end_turn", { output_tokens: 7 })],
      usage(10, 7, 4, 3),
    ],
    [
      "all at the end, some null",
      first,
      [ends("end_turn", {
        input_tokens: 20,
        output_tokens: 7,
        cache_read_input_tokens: null,
        cache_creation_input_tokens: 0,
      })],
      usage(20, 7, 4, 0),
    ],
    [
      "counts that grow from event to event are never added up",
      first,
      [ends(null, { output_tokens: 5 }), ends("end_turn", { output_tokens: 9 })],
      usage(10, 9, 4, 3),
    ],
    ["no usage at the end", first, [ends("end_turn", null)], usage(10, 1, 4, 3)],
    ["no usage at all", null, [ends("end_turn", undefined)], usage(0, 5, 0, 0)],
  ];
  for (const [name, told, tail, expected] of cases) {
    const { turn } = readTurn(WIRE, sseBody(starts(told), ...said("Hi"), ...tail, STOP));
    assertEquals(turn?.finish.usage, expected, name);
  }
});

Deno.test("anthropic-messages decoder does not hide a negative count", () => {
  const { code } = readTurn(WIRE, sseBody(starts(), ends("end_turn", { output_tokens: -1 }), STOP));
  assertEquals(code, "STREAM_PROTOCOL");
});
