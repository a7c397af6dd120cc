import { assertEquals } from "@std/assert";
import { ModelError } from "../../../src/errors.ts";
import { openAiResponsesWire } from "../../../src/wire/openai_responses/openai_responses.ts";
import { sseBody } from "../../support/bodies.ts";
import { usage } from "../../support/events.ts";
import { readBody } from "../../support/reading.ts";
import { testCases } from "../cases.ts";
import {
  added,
  completes,
  CREATED,
  done,
  FAILED,
  fails,
  message,
  said,
  says,
  states,
} from "./frames.ts";

const WIRE = openAiResponsesWire();
const WHOLE = [CREATED, ...said("Hi"), completes([message(0, "Hi")])];
const NESTED = {
  type: "error",
  sequence_number: 2,
  error: { type: "server_error", code: null, message: "Overloaded", param: null },
};
const FLAT = { type: "error", code: "server_error", message: "Overloaded", param: null };

/** A body with each payload spelled by hand. */
function spelled(payloads: readonly object[], spell: (payload: object) => string): string {
  return payloads.map(spell).join("");
}

function named(payload: object): string {
  return `event: ${(payload as { type: string }).type}\ndata: ${JSON.stringify(payload)}\n\n`;
}

testCases(WIRE, "failures inside a 200", [
  { name: "an error first, nested", body: [NESTED, FAILED], expected: "PROVIDER" },
  {
    name: "an error after content, nested",
    ref: "vercel/ai#6534, vercel/ai fixture openai-error",
    body: [CREATED, says("Hi"), NESTED, FAILED],
    expected: "PROVIDER",
  },
  {
    name: "an error, flat as the types have it",
    ref: "vercel/ai#6534",
    body: [CREATED, says("Hi"), FLAT],
    expected: "PROVIDER",
  },
  {
    name: "a failed response",
    ref: "vercel/ai#6534",
    body: [CREATED, FAILED],
    expected: "PROVIDER",
  },
  {
    name: "a failed response without a reason",
    body: [CREATED, { type: "response.failed" }],
    expected: "PROVIDER",
  },
  {
    name: "a failed response within an event that says it completed",
    ref: "bigduu/Bamboo-agent#383",
    body: [CREATED, says("Hi"), completes([], { status: "failed" })],
    expected: "PROVIDER",
  },
  {
    name: "an error on a response that says it completed",
    body: [CREATED, says("Hi"), completes([], { error: { message: "Overloaded" } })],
    expected: "PROVIDER",
  },
  {
    name: "a cancelled response",
    body: [CREATED, says("Hi"), { type: "response.cancelled", response: { status: "cancelled" } }],
    expected: "PROVIDER",
  },
  {
    name: "an error, then a whole turn",
    body: [NESTED, ...WHOLE],
    expected: "PROVIDER",
  },
  {
    name: "an event named error without a type",
    body: 'event: error\ndata: {"message":"Overloaded"}\n\n',
    expected: "PROVIDER",
  },
  {
    name: "an event named error of mere text",
    body: "event: error\ndata: upstream connect error\n\n",
    expected: "PROVIDER",
  },
  {
    name: "an error member without a type",
    ref: "local-operator#223, llama.cpp#14566, OmniRoute#8210",
    body: [CREATED, { error: { message: "Overloaded" } }, ...WHOLE, "[DONE]"],
    expected: "PROVIDER",
  },
  {
    name: "a rate limit",
    body: [CREATED, fails("rate_limit_exceeded")],
    expected: "RATE_LIMITED",
  },
  {
    name: "an account without money",
    body: [{ type: "error", error: { type: "insufficient_quota", message: "Pay" } }],
    expected: "QUOTA",
  },
  {
    name: "a JSON body that is no stream",
    ref: "langgraphjs#2718, ggcode#446",
    body: JSON.stringify(NESTED),
    expected: "INCOMPLETE",
  },
  {
    name: "an HTML page",
    ref: "a2a-rs#79",
    body: "<!doctype html>\n<title>502</title>\n",
    expected: "INCOMPLETE",
  },
  { name: "a frame of HTML", body: [CREATED, "<html>"], expected: "STREAM_PROTOCOL" },
  { name: "a frame that is no object", body: [CREATED, "null"], expected: "STREAM_PROTOCOL" },
]);

testCases(WIRE, "shapes of frames", [
  { name: "no event names at all", body: WHOLE, expected: "Hi" },
  { name: "event names", body: spelled(WHOLE, named), expected: "Hi" },
  {
    name: "event names in place of types",
    body: spelled(WHOLE, (payload) => named(payload).replace(/"type":"response[^"]+",?/, "")),
    expected: "Hi",
  },
  {
    name: "CRLF, no space after the colon, blanks before the brace closes",
    ref: "rexxars/eventsource-parser#17",
    body: spelled(
      WHOLE,
      (payload) => `data:${JSON.stringify(payload).slice(0, -1)}   }\r\n\r\n`,
    ),
    expected: "Hi",
  },
  {
    name: "comments, also wrapped into data, and frames without data",
    ref: "deepnoodle-ai/dive#206, mnfst/llm-gateway#2053",
    body: spelled(WHOLE, (payload) => `: x\n\ndata: : keepalive\n\ndata:\n\n${named(payload)}`),
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
    body: WHOLE.flatMap((payload) => [
      { type: "response.novel" },
      { type: "response.output_text.novel", delta: "!", text: "!" },
      {},
      payload,
    ]),
    expected: "Hi",
  },
  {
    name: "items and parts of the future",
    body: [
      added(0, { id: "x", type: "novel" }),
      done(0, { id: "x", type: "novel", content: [{ type: "output_text", text: "!" }] }),
      done(1, {
        ...message(1, "Hi"),
        content: [null, { type: "novel", text: "!" }, { type: "output_text", text: "Hi" }],
      }),
      completes([null, { id: "x", type: "novel" }, message(1, "Hi")]),
    ],
    expected: "Hi",
  },
  {
    name: "text null or missing",
    ref: "foundry-local#144",
    body: [says(null), says(undefined), says("Hi"), states(null), states(undefined), completes()],
    expected: "Hi",
  },
  {
    name: "an item that is null",
    body: [added(0, null), completes()],
    expected: "STREAM_PROTOCOL",
  },
]);

Deno.test("openai-responses decoder carries message and usage on a failure", () => {
  const { error } = readBody(WIRE, sseBody(CREATED, FAILED));
  assertEquals(
    error instanceof ModelError && [error.message, error.usage],
    ["The provider failed within the stream: server_error: Overloaded", usage(3, 1)],
  );
});
