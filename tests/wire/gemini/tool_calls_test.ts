import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { testCases } from "../cases.ts";
import { calls, ends, parts, said } from "./chunks.ts";

testCases(geminiWire(), "tool calls", [
  {
    name: "a call",
    body: [calls({ name: "f", args: { city: "Paris" } }), ends()],
    expected: 'f({"city":"Paris"})',
  },
  {
    name: "a call without arguments",
    ref: "google-stream-no-args-tool-call",
    body: [calls({ name: "f" }), ends()],
    expected: "f({})",
  },
  {
    name: "arguments that are null",
    body: [calls({ name: "f", args: null }), ends()],
    expected: "f({})",
  },
  {
    name: "two calls without ids in one chunk",
    ref: "vercel/ai#18440",
    body: [
      parts([{ functionCall: { name: "f", args: { n: 1 } } }, {
        functionCall: { name: "f", args: { n: 1 } },
      }]),
      ends(),
    ],
    expected: 'f({"n":1})|f({"n":1})',
  },
  {
    name: "two calls in two chunks",
    ref: "openai/openai-python#3241",
    body: [
      calls({ name: "f", args: {}, id: "a" }),
      calls({ name: "g", args: {}, id: "b" }),
      ends(),
    ],
    expected: "f({})|g({})",
  },
  {
    name: "two calls with one id",
    ref: "agno-agi/agno#8880",
    body: [calls({ name: "f", id: "a" }), calls({ name: "g", id: "a" }), ends()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a call on the chunk with the reason",
    ref: "0xPlaygrounds/rig#1308",
    body: [calls({ name: "f" }, "STOP")],
    expected: "f({})",
  },
  {
    name: "text between calls",
    body: [calls({ name: "f" }), said("Hi"), calls({ name: "g" }), ends()],
    expected: "Hi|f({})|g({})",
  },
  {
    name: "arguments as a text",
    body: [calls({ name: "f", args: '{"a":1}' }), ends()],
    expected: 'f({"a":1})',
  },
  {
    name: "arguments as a text that is cut",
    ref: "OpenRouterTeam/ai-sdk-provider#558",
    body: [calls({ name: "f", args: '{"city":"Par' }), ends()],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "a call without a name",
    body: [calls({ args: {} }), ends()],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a limit beside whole calls",
    ref: "vllm-project/vllm#53269",
    body: [calls({ name: "f" }), ends("MAX_TOKENS")],
    expected: "LENGTH",
  },
  {
    name: "a member named __proto__ in the arguments",
    body: [
      `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"__proto__":1}}}]},"finishReason":"STOP"}]}`,
    ],
    expected: 'f({"__proto__":1})',
  },
]);
