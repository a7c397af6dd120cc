import { toBytes } from "../../bytes.ts";
import { frameOf } from "../../wire/frame.ts";
import { openAiChatWire } from "../../wire/openai_chat/openai_chat.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { WireSamples } from "./samples.ts";

const HEAD = { id: "turn-1", object: "chat.completion.chunk", created: 0, model: "model" };
const DONE = frameOf("[DONE]");
const ERROR = { message: "Overloaded", type: "server_error", param: null, code: null };

function chunk(delta: unknown, reason: string | null = null): SseEvent {
  return frameOf({ ...HEAD, choices: [{ index: 0, delta, finish_reason: reason }] });
}

const START = chunk({ role: "assistant", content: "" });
const HELLO = chunk({ content: "Hello" });
const STOP = chunk({}, "stop");

function call(entry: object): SseEvent {
  return chunk({ tool_calls: [entry] });
}

/** What is particular to the OpenAI chat wire. */
export const openAiChatSamples: WireSamples = {
  wire: openAiChatWire(),
  failures: [
    { name: "error object first", frames: [frameOf({ error: ERROR }), DONE] },
    { name: "error object after content", frames: [START, HELLO, frameOf({ error: ERROR })] },
    {
      name: "error object beside empty choices, then [DONE]",
      frames: [START, HELLO, frameOf({ error: ERROR, choices: [] }), DONE],
    },
    { name: "event: error", frames: [START, HELLO, frameOf({ error: ERROR }, "error"), DONE] },
    { name: 'finish_reason "error"', frames: [START, HELLO, chunk({}, "error"), DONE] },
  ],
  shapes: [
    {
      name: "choices: [] first",
      frames: [frameOf({ ...HEAD, choices: [] }), HELLO, STOP, DONE],
      expected: { text: "Hello", reason: "stop" },
    },
    {
      name: 'finish_reason ""',
      frames: [chunk({ content: "Hel" }, ""), chunk({ content: "lo" }, ""), STOP, DONE],
      expected: { text: "Hello", reason: "stop" },
    },
  ],
  toolShapes: [
    {
      name: "two ids at one index",
      frames: [
        call({ index: 0, id: "a", type: "function", function: { name: "one", arguments: "{}" } }),
        call({ index: 0, id: "b", type: "function", function: { name: "two", arguments: "{}" } }),
        chunk({}, "tool_calls"),
        DONE,
      ],
      expected: { toolCalls: [{ name: "one", arguments: {} }, { name: "two", arguments: {} }] },
    },
  ],
  cutArguments: [
    {
      name: 'finish_reason "tool_calls" after half the arguments',
      frames: [
        call({ index: 0, id: "a", type: "function", function: { name: "one", arguments: '{"ci' } }),
        chunk({}, "tool_calls"),
        DONE,
      ],
    },
  ],
  endings: [
    { name: "length", frames: [START, HELLO, chunk({}, "length"), DONE], reason: "length" },
    {
      name: "content_filter",
      frames: [START, chunk({}, "content_filter"), DONE],
      reason: "filtered",
    },
    {
      name: "a word of the future",
      frames: [START, HELLO, chunk({}, "novel"), DONE],
      reason: "novel",
    },
  ],
  afterMarker: [chunk({ content: " and more" })],
  markers: [
    {
      name: "no space after the colon",
      body: toBytes(`data:${HELLO.data}\n\ndata:${STOP.data}\n\ndata:[DONE]\n\n`),
    },
    {
      name: "no line end after the marker",
      body: toBytes(`data: ${HELLO.data}\n\ndata: ${STOP.data}\n\ndata: [DONE]`),
    },
  ],
};
