import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ModelError } from "../../../src/errors.ts";
import { cohereWire } from "../../../src/wire/cohere/cohere.ts";
import { sseBody } from "../../support/bodies.ts";
import { usage } from "../../support/events.ts";
import { readTurn } from "../../support/reading.ts";
import { testCases } from "../cases.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import { ends, event, said, START, thinks } from "./events.ts";

const WIRE = cohereWire();

testCases(WIRE, "a truncated stream", [
  {
    name: "text and a clean end",
    ref: "vercel/ai#19165, coder/xum#3415",
    body: [START, said("Hi")],
    expected: "INCOMPLETE",
  },
  { name: "nothing at all", ref: "langgraphjs#2718", body: "", expected: "INCOMPLETE" },
  { name: "comments only", ref: "9router#3051", body: ": x\n\n", expected: "INCOMPLETE" },
  {
    name: "message-start alone",
    ref: "earendil-works/pi#8460",
    body: [START],
    expected: "INCOMPLETE",
  },
  {
    name: "a block that ended",
    ref: "anthropics/anthropic-sdk-typescript#893",
    body: [START, said("Hi"), { type: "content-end", index: 0 }],
    expected: "INCOMPLETE",
  },
  {
    name: "[DONE] without message-end",
    ref: "bigduu/Bamboo-agent#383",
    body: [START, said("Hi"), "[DONE]"],
    expected: "INCOMPLETE",
  },
  { name: "[DONE] alone", ref: "can1357/oh-my-pi#9433", body: ["[DONE]"], expected: "INCOMPLETE" },
  {
    name: "a message-end that is cut",
    ref: "anthropics/anthropic-sdk-typescript#842",
    body: 'event: message-end\ndata: {"type":"message-end","delta":{"finish_rea',
    expected: "INCOMPLETE",
  },
  {
    name: "an event whose data was lost",
    ref: "bide",
    body: `data: ${JSON.stringify(said("Hi"))}\n\nevent: message-end\n\n`,
    expected: "INCOMPLETE",
  },
]);

testCases(WIRE, "the end of a turn", [
  { name: "a whole turn", body: [START, said("Hi"), ends(), "[DONE]"], expected: "Hi" },
  { name: "no [DONE]", ref: "ik_llama.cpp#467", body: [START, said("Hi"), ends()], expected: "Hi" },
  {
    name: "a message-end without a blank line",
    ref: "openai/openai-node#2725",
    body: `data: ${JSON.stringify(said("Hi"))}\n\ndata: ${JSON.stringify(ends())}`,
    expected: "Hi",
  },
  { name: "no message-start", body: [said("Hi"), ends()], expected: "Hi" },
  { name: "a stop sequence", body: [said("Hi"), ends("STOP_SEQUENCE")], expected: "Hi" },
  { name: "no reason", ref: "bide", body: [said("Hi"), { type: "message-end" }], expected: "Hi" },
  {
    name: "an empty reason",
    ref: "adolfousier/opencrabs#1499",
    body: [said("Hi"), ends("")],
    expected: "Hi",
  },
  {
    name: "text after the end",
    ref: "ai-dynamo/dynamo#4154",
    body: [said("Hi"), ends(), said("!"), ends("MAX_TOKENS")],
    expected: "Hi",
  },
  {
    name: "nonsense after the end",
    ref: "nyroway/nyro#162",
    body: [said("Hi"), ends(), "nonsense"],
    expected: "Hi",
  },
  {
    name: "a limit",
    ref: "0xPlaygrounds/rig#2248",
    body: [said("Hi"), ends("MAX_TOKENS")],
    expected: "LENGTH",
  },
  {
    name: "a word unknown to us",
    ref: "apache/maka#2297",
    body: [said("Hi"), ends("USER_CANCEL")],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "two messages",
    ref: "bide",
    body: [START, said("H"), START, said("i"), ends()],
    expected: "STREAM_PROTOCOL",
  },
]);

testCases(WIRE, "errors within the stream", [
  {
    name: "the reason ERROR",
    ref: "ENTERPILOT/GoModel#581",
    body: [said("Hi"), ends("ERROR"), "[DONE]"],
    expected: "PROVIDER",
  },
  {
    name: "the reason TIMEOUT",
    ref: "ENTERPILOT/GoModel#581",
    body: [said("Hi"), ends("TIMEOUT")],
    expected: "PROVIDER",
  },
  {
    name: "an error beside the reason",
    ref: "tryAGI/Cohere#178",
    body: [said("Hi"), ends("COMPLETE", { error: "oops" })],
    expected: "PROVIDER",
  },
  {
    name: "an error that is null or empty",
    body: [said("Hi"), ends("COMPLETE", { error: null })],
    expected: "Hi",
  },
  {
    name: "an error object first",
    ref: "OmniRoute#8210",
    body: [{ error: { message: "m" } }, "[DONE]"],
    expected: "PROVIDER",
  },
  {
    name: "an error object after text",
    ref: "local-operator#223",
    body: [START, said("Hi"), { error: { message: "m" } }, ends()],
    expected: "PROVIDER",
  },
  {
    name: "event: error",
    ref: "Marinara#2659, gptel#1512",
    body: 'event: error\ndata: {"message":"m"}\n\n',
    expected: "PROVIDER",
  },
  {
    name: "event: error with mere text",
    ref: "vercel/ai#6534",
    body: "event: error\ndata: upstream failed\n\n",
    expected: "PROVIDER",
  },
  {
    name: "an error as the whole body",
    ref: "9router#3051",
    body: '{"message":"invalid request"}',
    expected: "INCOMPLETE",
  },
  { name: "a web page", ref: "langgraphjs#2718", body: "<html></html>\n", expected: "INCOMPLETE" },
  { name: "data that is no JSON", body: ["nonsense", ends()], expected: "STREAM_PROTOCOL" },
  { name: "data that is no object", body: ["[]", ends()], expected: "STREAM_PROTOCOL" },
]);

testCases(WIRE, "shapes of events", [
  {
    name: "thinking",
    ref: "vercel/ai cohere-reasoning",
    body: [
      START,
      event("content-start", { content: { type: "thinking", thinking: "" } }, 0),
      thinks("Hm"),
      thinks("m"),
      said("Hi"),
      ends(),
    ],
    expected: "Hi|~Hmm",
  },
  {
    name: "a tool plan",
    ref: "vercel/ai cohere-tool-call",
    body: [
      START,
      event("tool-plan-delta", { tool_plan: "I" }),
      event("tool-plan-delta", { tool_plan: " will" }),
      said("Hi"),
      ends(),
    ],
    expected: "Hi|~I will",
  },
  {
    name: "text in content-start",
    body: [event("content-start", { content: { type: "text", text: "H" } }, 0), said("i"), ends()],
    expected: "Hi",
  },
  {
    name: "citations and debugging",
    ref: "vercel/ai cohere-citations",
    body: [
      said("Hi"),
      event("citation-start", { citations: { start: 0, end: 2, text: "Hi", sources: [] } }, 0),
      { type: "citation-end", index: 0 },
      { type: "debug", prompt: "x" },
      ends(),
    ],
    expected: "Hi",
  },
  {
    name: "types unknown to us",
    body: [said("Hi"), event("new-delta", { content: { text: "?" } }), {}, ends()],
    expected: "Hi",
  },
  {
    name: "a type that only the event names",
    body:
      `event: content-delta\ndata: {"delta":{"message":{"content":{"text":"Hi"}}}}\n\nevent: message-end\ndata: {"delta":{"finish_reason":"COMPLETE"}}\n\n`,
    expected: "Hi",
  },
  {
    name: "deltas and messages that are none",
    ref: "openai/openai-node#1015, autogen#6465",
    body: [
      { type: "content-delta" },
      { type: "content-delta", delta: null },
      event("content-delta", null),
      event("content-delta", { content: null }),
      event("content-delta", { content: [] }),
      said(null),
      said("Hi"),
      ends(),
    ],
    expected: "Hi",
  },
  {
    name: "a comment that a proxy made data",
    ref: "mnfst/llm-gateway#2053",
    body: [": keepalive", said("Hi"), ends()],
    expected: "Hi",
  },
  {
    name: "a comment",
    ref: "deepnoodle-ai/dive#206",
    body: `: x\n\ndata: ${JSON.stringify(said("Hi"))}\n\ndata: ${JSON.stringify(ends())}\n\n`,
    expected: "Hi",
  },
  {
    name: "CRLF, no space, an id and a byte order mark",
    ref: "rexxars/eventsource-parser#41",
    body: `\ufeffid: 1\r\ndata:${JSON.stringify(said("Hi"))}\r\n\r\ndata:${
      JSON.stringify(ends())
    }\r\n\r\n`,
    expected: "Hi",
  },
  {
    name: "spellings of [DONE]",
    ref: "Nano-Collective/nanocoder#614",
    body: [said("Hi"), " [DONE] "],
    expected: "INCOMPLETE",
  },
  {
    name: "[DONE] within a text",
    ref: "Nano-Collective/nanocoder#614",
    body: [said("[DONE]"), ends()],
    expected: "[DONE]",
  },
]);

function usageOf(counts: unknown): unknown {
  const { turn, code } = readTurn(WIRE, sseBody(said("Hi"), ends("COMPLETE", { usage: counts })));
  return turn?.finish.usage ?? code;
}

Deno.test("CohereDecoder takes the tokens that were processed, and tells the cached ones apart", () => {
  const counts = {
    billed_units: { input_tokens: 5, output_tokens: 2 },
    tokens: { input_tokens: 500, output_tokens: 5 },
    cached_tokens: 448,
  };
  assertEquals(usageOf(counts), usage(52, 5, 448));
  assertEquals(usageOf({ ...counts, cached_tokens: undefined }), usage(500, 5));
});

Deno.test("CohereDecoder takes the billed tokens where it has no others, without the cached ones", () => {
  const counts = { billed_units: { input_tokens: 5, output_tokens: 2 }, cached_tokens: 448 };
  assertEquals(usageOf(counts), usage(5, 2));
});

Deno.test("CohereDecoder gives no counts for what is no usage", () => {
  assertEquals([null, 1, {}, { tokens: null }].map(usageOf), Array(4).fill(usage(0)));
});

Deno.test("CohereDecoder gives counts that contradict one another to assembly, which refuses them", () => {
  assertEquals(usageOf({ tokens: { input_tokens: 1 }, cached_tokens: 2 }), "STREAM_PROTOCOL");
});

Deno.test("CohereDecoder tells an error as the provider says it, with the tokens so far", () => {
  const counts = { tokens: { input_tokens: 1, output_tokens: 7 }, cached_tokens: 2 };
  const body = sseBody(said("Hi"), ends("ERROR", { error: "internal failure", usage: counts }));
  const error = readTurn(WIRE, body).error as ModelError;
  assertStringIncludes(error.message, "internal failure");
  assertEquals(error.usage, usage(0, 7, 2));
});

Deno.test("CohereDecoder names the reason of a failure that has no message", () => {
  const { error } = readTurn(WIRE, sseBody(ends("TIMEOUT")));
  assertStringIncludes((error as ModelError).message, 'finish_reason "TIMEOUT"');
});

Deno.test("CohereDecoder is done at message-end, and not before", () => {
  assertEquals(readTurn(WIRE, sseBody(said("Hi"))).done, false);
  const decoder = WIRE.decoder();
  const frame = frameOf(ends());
  assertEquals([decoder.push(frame).length, decoder.done], [1, true]);
  assertEquals([decoder.push(frame), decoder.end()], [[], []]);
});

Deno.test("CohereDecoder keeps what came before a failure", () => {
  const { events } = readTurn(WIRE, sseBody(said("Hi"), ends("ERROR")));
  assertEquals(events, [{ type: "text", text: "Hi" }]);
});
