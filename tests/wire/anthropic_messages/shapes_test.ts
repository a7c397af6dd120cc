import { assertEquals } from "@std/assert";
import { ModelError } from "../../../src/errors.ts";
import { anthropicMessagesWire } from "../../../src/wire/anthropic_messages/anthropic_messages.ts";
import { sseBody } from "../../support/bodies.ts";
import { usage } from "../../support/events.ts";
import { readBody, readTurn } from "../../support/reading.ts";
import { bodyOf, testCases } from "../cases.ts";
import { closes, ends, opens, OVERLOADED, piece, said, says, starts, STOP } from "./frames.ts";

const WIRE = anthropicMessagesWire();
const WHOLE = [starts(), ...said("Hi"), ends(), STOP];

/** A body with each payload spelled by hand. */
function spelled(payloads: readonly object[], spell: (payload: object) => string): string {
  return payloads.map(spell).join("");
}

function named(payload: object): string {
  return `event: ${(payload as { type: string }).type}\ndata: ${JSON.stringify(payload)}\n\n`;
}

testCases(WIRE, "failures inside a 200", [
  { name: "an error first", body: [OVERLOADED], expected: "PROVIDER" },
  {
    name: "an error after content",
    ref: "Marinara#2659, clicky#132, rust-genai#245, vercel/ai#10653",
    body: [starts(), ...says("Hi"), OVERLOADED],
    expected: "PROVIDER",
  },
  {
    name: "an error event, then a whole turn",
    body: [OVERLOADED, ...WHOLE],
    expected: "PROVIDER",
  },
  {
    name: "a named event, nested",
    ref: "agent-os#2137, gptel#1512",
    body: spelled([starts(), ...says("Hi")], named) + named(OVERLOADED),
    expected: "PROVIDER",
  },
  {
    name: "a named event, flat and without a type",
    body: 'event: error\ndata: {"message":"Overloaded"}\n\n',
    expected: "PROVIDER",
  },
  {
    name: "a named event of mere text",
    body: spelled([starts()], named) + "event: error\ndata: upstream connect error\n\n",
    expected: "PROVIDER",
  },
  {
    name: "a flat error",
    body: [starts(), { type: "error", message: "Overloaded" }],
    expected: "PROVIDER",
  },
  {
    name: "an error member without a type",
    ref: "local-operator#223, llama.cpp#14566",
    body: [starts(), { error: { message: "Overloaded" } }, ...said("Hi"), ends(), STOP],
    expected: "PROVIDER",
  },
  {
    name: "a rate limit",
    body: [{ type: "error", error: { type: "rate_limit_error", message: "Slow down" } }],
    expected: "RATE_LIMITED",
  },
  {
    name: "an account without money",
    body: [{ type: "error", error: { type: "billing_error", message: "Pay" } }],
    expected: "QUOTA",
  },
  {
    name: "a JSON body that is no stream",
    ref: "langgraphjs#2718, ggcode#446",
    body: JSON.stringify(OVERLOADED),
    expected: "INCOMPLETE",
  },
  {
    name: "an HTML page",
    ref: "a2a-rs#79",
    body: "<!doctype html>\n<title>502</title>\n",
    expected: "INCOMPLETE",
  },
  { name: "a frame of HTML", body: [starts(), "<html>"], expected: "STREAM_PROTOCOL" },
  { name: "a frame that is no object", body: [starts(), "[]"], expected: "STREAM_PROTOCOL" },
]);

testCases(WIRE, "shapes of frames", [
  { name: "no event names at all", body: WHOLE, expected: "Hi" },
  { name: "event names", body: spelled(WHOLE, named), expected: "Hi" },
  {
    name: "event names in place of types",
    body: spelled(WHOLE, (payload) => named(payload).replace(/"type":"[^"]+",?/, "")),
    expected: "Hi",
  },
  {
    name: "CRLF, no space after the colon, blanks before the brace closes",
    ref: "rexxars/eventsource-parser#17, Anthropic's own padding",
    body: spelled(
      WHOLE,
      (payload) => `data:${JSON.stringify(payload).slice(0, -1)}   }\r\n\r\n`,
    ),
    expected: "Hi",
  },
  {
    name: "pings everywhere, also without data",
    body: spelled(
      WHOLE,
      (payload) => `event: ping\ndata: {}\n\n${named(payload)}event: ping\ndata:\n\n`,
    ),
    expected: "Hi",
  },
  {
    name: "comments, also wrapped into data",
    ref: "deepnoodle-ai/dive#206, mnfst/llm-gateway#2053",
    body: spelled(WHOLE, (payload) => `: x\n\ndata: : keepalive\n\n${named(payload)}`),
    expected: "Hi",
  },
  {
    name: "JSON over several data lines",
    ref: "sh1pt#705, toolhive#6102",
    body: spelled(
      WHOLE,
      (payload) =>
        JSON.stringify(payload, null, 1).split("\n").map((line) => `data: ${line}\n`).join("") +
        "\n",
    ),
    expected: "Hi",
  },
  {
    name: "events of the future",
    body: [
      { type: "novel" },
      ...WHOLE.flatMap((payload) => [{ type: "content_novel" }, payload, {}]),
    ],
    expected: "Hi",
  },
  {
    name: "blocks and deltas of the future",
    body: [
      starts(),
      opens(0, { type: "novel" }),
      piece(0, { type: "text_delta", text: "not the answer" }),
      closes(0),
      opens(1, { type: "text", text: "Hi" }),
      piece(1, { type: "novel_delta", text: "not the answer" }),
      piece(1, null),
      closes(1),
      ends(),
      STOP,
    ],
    expected: "Hi",
  },
  {
    name: "text null or missing",
    ref: "foundry-local#144",
    body: [
      starts(),
      opens(0, { type: "text", text: null }),
      piece(0, { type: "text_delta", text: null }),
      piece(0, { type: "text_delta" }),
      piece(0, { type: "text_delta", text: "Hi" }),
      closes(0),
      ends(),
      STOP,
    ],
    expected: "Hi",
  },
  {
    name: "a start without a message",
    body: [{ type: "message_start", message: null }, ...said("Hi"), ends(), STOP],
    expected: "Hi",
  },
  {
    name: "a message_delta without a delta",
    body: [starts(), ...said("Hi"), { type: "message_delta" }, ends(), STOP],
    expected: "Hi",
  },
  {
    name: "a block closed twice",
    body: [starts(), ...said("Hi"), closes(0), ends(), STOP],
    expected: "Hi",
  },
]);

testCases(WIRE, "frames out of place", [
  {
    name: "content before the start",
    body: [...said("Hi"), starts(), ends(), STOP],
    expected: "STREAM_PROTOCOL",
  },
  { name: "a stop reason before the start", body: [ends(), STOP], expected: "STREAM_PROTOCOL" },
  {
    name: "a piece of a block that was never opened",
    body: [starts(), piece(0, { type: "text_delta", text: "Hi" }), ends(), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a piece of a block that is closed",
    body: [starts(), ...said("Hi"), piece(0, { type: "text_delta", text: "!" }), ends(), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "the end of a block that was never opened",
    body: [starts(), ...said("Hi"), closes(1), ends(), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a block opened twice",
    body: [starts(), ...says("Hi"), ...said("Hi"), ends(), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "two blocks of text at the same time",
    body: [
      starts(),
      ...says("one", 0),
      ...says("two", 1),
      closes(0),
      closes(1),
      ends(),
      STOP,
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "redacted thinking inside thinking",
    body: [
      starts(),
      opens(0, { type: "thinking", thinking: "Hm" }),
      opens(1, { type: "redacted_thinking", data: "x" }),
      closes(1),
      closes(0),
      ends(),
      STOP,
    ],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a block without content",
    body: [starts(), opens(0, null), closes(0), ends(), STOP],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "text in a block of thinking",
    body: [
      starts(),
      opens(0, { type: "thinking", thinking: "" }),
      piece(0, { type: "text_delta", text: "Hi" }),
      closes(0),
      ends(),
      STOP,
    ],
    expected: "STREAM_PROTOCOL",
  },
]);

testCases(WIRE, "reasoning", [
  {
    name: "thinking and its signature",
    ref: "vercel/ai fixture anthropic-claude-sonnet-5-reasoning-summarized",
    body: [
      starts(),
      opens(0, { type: "thinking", thinking: "", signature: "" }),
      piece(0, { type: "thinking_delta", thinking: "Hm" }),
      piece(0, { type: "thinking_delta", thinking: "m" }),
      piece(0, { type: "signature_delta", signature: "sig" }),
      closes(0),
      ...said("Hi", 1),
      ends(),
      STOP,
    ],
    expected: "Hi|~Hmm^sig",
  },
  {
    name: "all of it in the opening",
    body: [
      starts(),
      opens(0, { type: "thinking", thinking: "Hmm", signature: "sig" }),
      closes(0),
      ends(),
      STOP,
    ],
    expected: "~Hmm^sig",
  },
  {
    name: "no signature, or an empty one",
    body: [
      starts(),
      opens(0, { type: "thinking", thinking: "Hmm" }),
      piece(0, { type: "signature_delta", signature: "" }),
      closes(0),
      ends(),
      STOP,
    ],
    expected: "~Hmm",
  },
  {
    name: "a signature without thinking",
    body: [
      starts(),
      opens(0, { type: "thinking", thinking: "" }),
      piece(0, { type: "signature_delta", signature: "sig" }),
      closes(0),
      ends(),
      STOP,
    ],
    expected: "~^sig",
  },
]);

Deno.test("anthropic-messages decoder gives redacted thinking as a block of its own", () => {
  const body = sseBody(
    starts(),
    opens(0, { type: "redacted_thinking", data: "secret" }),
    closes(0),
    ends(),
    STOP,
  );
  assertEquals(readTurn(WIRE, body).turn?.reasoning, [{ text: "", redacted: "secret" }]);
});

Deno.test("anthropic-messages decoder carries message, request id and usage on a failure", () => {
  const told = { input_tokens: 3, output_tokens: 1, cache_read_input_tokens: 2 };
  const { error } = readBody(WIRE, sseBody(starts(told), OVERLOADED));
  assertEquals(
    error instanceof ModelError && [error.message, error.requestId, error.usage],
    [
      "The provider failed within the stream: overloaded_error: Overloaded",
      "req_1",
      usage(3, 1, 2),
    ],
  );
});

Deno.test("anthropic-messages decoder carries the usage also where a frame is bad or cut", () => {
  const start = `data: ${JSON.stringify(starts({ input_tokens: 3 }))}\n\n`;
  const bodies = [
    `${start}data: <html>\n\n`,
    `${start}data: {"type":"mess`,
    `${start}data: {"type":"message_stop"}`,
  ];
  for (const body of bodies) {
    const { error } = readBody(WIRE, bodyOf(WIRE, body));
    assertEquals((error as ModelError).usage, usage(3));
  }
  const { error } = readBody(WIRE, bodyOf(WIRE, [OVERLOADED]));
  assertEquals((error as ModelError).usage, undefined);
});

Deno.test("anthropic-messages decoder gives what came before a failure", () => {
  const { events, code } = readBody(WIRE, bodyOf(WIRE, [starts(), ...says("Hi"), OVERLOADED]));
  assertEquals([events, code], [[{ type: "text", text: "Hi" }], "PROVIDER"]);
});
