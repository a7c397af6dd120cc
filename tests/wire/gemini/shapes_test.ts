import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { testCases } from "../cases.ts";
import { ends, parts, said } from "./chunks.ts";

testCases(geminiWire(), "shapes of chunks", [
  {
    name: "no candidates",
    ref: "openai/openai-node#1015",
    body: [{}, { candidates: [] }, said("Hi"), ends()],
    expected: "Hi",
  },
  {
    name: "candidates and content that are null",
    ref: "autogen#6465",
    body: [
      { candidates: null },
      { candidates: [null] },
      { candidates: [{ content: null }] },
      said("Hi", "STOP"),
    ],
    expected: "Hi",
  },
  {
    name: "parts that are null, or hold no part",
    body: [parts(null), parts([null, {}]), said("Hi", "STOP")],
    expected: "Hi",
  },
  {
    name: "a candidate without an index",
    ref: "google-stream-tool-call-arguments",
    body: [{ candidates: [{ content: { parts: [{ text: "Hi" }] }, finishReason: "STOP" }] }],
    expected: "Hi",
  },
  {
    name: "another candidate",
    ref: "bide",
    body: [{ candidates: [{ content: { parts: [{ text: "Hi" }] }, index: 1 }] }, ends()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a second candidate without an index",
    ref: "bide",
    body: [{ candidates: [{ finishReason: "STOP" }, { finishReason: "STOP" }] }],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "thoughts",
    body: [
      parts([{ text: "Hm", thought: true }]),
      parts([{ text: "m", thought: true }]),
      said("Hi", "STOP"),
    ],
    expected: "Hi|~Hmm",
  },
  {
    name: "a signed thought",
    body: [parts([{ text: "Hm", thought: true, thoughtSignature: "s" }]), said("Hi", "STOP")],
    expected: "Hi|~Hm^s",
  },
  {
    name: "a signature on an empty text beside the reason",
    ref: "vercel/ai#18073",
    body: [said("4"), parts([{ text: "", thoughtSignature: "s" }], "STOP")],
    expected: "4|~^s",
  },
  {
    name: "thoughts, and their signature on a call",
    ref: "google-tool-call-gemini3",
    body: [
      parts([{ text: "Hm", thought: true }]),
      parts([{ functionCall: { name: "f" }, thoughtSignature: "s" }], "STOP"),
    ],
    expected: "~Hm^s|f({})",
  },
  {
    name: "a thought that is a call",
    body: [parts([{ functionCall: { name: "f" }, thought: true }], "STOP")],
    expected: "f({})",
  },
  {
    name: "kinds of parts without an event",
    body: [
      parts(
        [{ executableCode: { code: "1" } }, { codeExecutionResult: {} }, { text: "Hi" }],
        "STOP",
      ),
    ],
    expected: "Hi",
  },
  {
    name: "a comment that a proxy made data",
    ref: "mnfst/llm-gateway#2053",
    body: [": keepalive", said("Hi", "STOP")],
    expected: "Hi",
  },
  {
    name: "a comment",
    ref: "deepnoodle-ai/dive#206",
    body: `: PROCESSING\n\ndata: ${JSON.stringify(said("Hi", "STOP"))}\n\n`,
    expected: "Hi",
  },
  {
    name: "JSON over several data lines",
    ref: "sh1pt#705",
    body:
      `data: {"candidates":\ndata: [{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}\n\n`,
    expected: "Hi",
  },
  {
    name: "CRLF, no space, an id and a byte order mark",
    ref: "rexxars/eventsource-parser#41",
    body: `\ufeffid: 1\r\ndata:${JSON.stringify(said("Hi", "STOP"))}\r\n\r\n`,
    expected: "Hi",
  },
]);
