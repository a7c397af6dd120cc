import { cohereWire } from "../../../src/wire/cohere/cohere.ts";
import { testCases } from "../cases.ts";
import { adds, begins, closes, ends, event, said, START } from "./events.ts";

testCases(cohereWire(), "tool calls", [
  {
    name: "two calls in pieces",
    ref: "vercel/ai cohere-tool-call",
    body: [
      START,
      begins(0, "a", "f"),
      adds(0, '{"n"'),
      adds(0, ":1}"),
      closes(0),
      begins(1, "b", "g"),
      adds(1, "{}"),
      closes(1),
      ends("TOOL_CALL"),
      "[DONE]",
    ],
    expected: 'f({"n":1})|g({})|#tool_use',
  },
  {
    name: "a call without arguments",
    ref: "vercel/ai cohere-empty-tool-call",
    body: [begins(0, "a", "f"), closes(0), ends("TOOL_CALL")],
    expected: "f({})|#tool_use",
  },
  {
    name: "arguments that are null",
    ref: "vercel/ai cohere-null-args",
    body: [begins(0, "a", "f", null), adds(0, null), ends("TOOL_CALL")],
    expected: "f({})|#tool_use",
  },
  {
    name: "arguments in the first event",
    body: [begins(0, "a", "f", '{"n":'), adds(0, "1}"), ends("TOOL_CALL")],
    expected: 'f({"n":1})|#tool_use',
  },
  {
    name: "interleaved calls",
    ref: "LibreChat-AI/agents#260",
    body: [
      begins(0, "a", "f"),
      begins(1, "b", "g"),
      adds(0, '{"n":'),
      adds(1, '{"m":'),
      adds(0, "1}"),
      adds(1, "2}"),
      ends("TOOL_CALL"),
    ],
    expected: 'f({"n":1})|g({"m":2})|#tool_use',
  },
  {
    name: "two calls at one index",
    ref: "openai/openai-python#3241, agno-agi/agno#8880",
    body: [
      begins(0, "a", "f"),
      adds(0, "{}"),
      begins(0, "b", "g"),
      adds(0, '{"n":1}'),
      ends("TOOL_CALL"),
    ],
    expected: 'f({})|g({"n":1})|#tool_use',
  },
  {
    name: "two calls with one id",
    ref: "agno-agi/agno#8880",
    body: [begins(0, "a", "f"), begins(1, "a", "g"), ends("TOOL_CALL")],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "calls without an index",
    ref: "openai/openai-python#3246",
    body: [
      begins(undefined, "a", "f"),
      adds(undefined, "{}"),
      begins(undefined, "b", "g"),
      adds(undefined, '{"n":'),
      adds(undefined, "1}"),
      ends("TOOL_CALL"),
    ],
    expected: 'f({})|g({"n":1})|#tool_use',
  },
  {
    name: "calls without ids",
    ref: "vercel/ai#18440",
    body: [begins(0, undefined, "f"), adds(0, "{}"), begins(1, "", "g"), ends("TOOL_CALL")],
    expected: "f({})|g({})|#tool_use",
  },
  {
    name: "a list of calls",
    body: [
      event("tool-call-start", {
        tool_calls: [{ id: "a", function: { name: "f", arguments: "{}" } }, {
          id: "b",
          function: { name: "g" },
        }],
      }, 0),
      ends("TOOL_CALL"),
    ],
    expected: "f({})|g({})|#tool_use",
  },
  {
    name: "the end of the body inside the arguments",
    ref: "CommandCodeAI/command-code#785",
    body: [begins(0, "a", "f"), adds(0, '{"city":"Par')],
    expected: "INCOMPLETE",
  },
  {
    name: "cut arguments and the reason for tool use",
    ref: "NousResearch/hermes-agent#6847, vllm-project/vllm#53269",
    body: [begins(0, "a", "f"), adds(0, '{"city":"Par'), ends("TOOL_CALL")],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "cut arguments and a limit",
    ref: "langchain-ai/langchainjs#11469",
    body: [begins(0, "a", "f"), adds(0, '{"city":"Par'), ends("MAX_TOKENS")],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "cut arguments and a natural end",
    ref: "OpenRouterTeam/ai-sdk-provider#558",
    body: [begins(0, "a", "f"), adds(0, "{"), ends()],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "an event sent twice",
    ref: "bide",
    body: [begins(0, "a", "f"), adds(0, "{}"), adds(0, "{}"), ends("TOOL_CALL")],
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "a call without a name",
    body: [begins(0, "a", undefined), ends("TOOL_CALL")],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a piece before any call",
    ref: "continuedev/continue#13236",
    body: [adds(0, "{}"), ends("TOOL_CALL")],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a piece of a call that never began",
    body: [begins(0, "a", "f"), adds(1, "{}"), ends("TOOL_CALL")],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "the reason for tool use without a call",
    ref: "NousResearch/hermes-agent#7693",
    body: [said("Hi"), ends("TOOL_CALL")],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "calls and a natural end",
    ref: "openclaw/openclaw#98575",
    body: [begins(0, "a", "f"), ends()],
    expected: "f({})",
  },
  {
    name: "events of calls that hold none",
    body: [
      event("tool-call-start", { tool_calls: null }, 0),
      event("tool-call-delta", {}, 0),
      said("Hi"),
      ends(),
    ],
    expected: "Hi",
  },
]);
