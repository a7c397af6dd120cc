import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { testCases } from "../cases.ts";
import { ends, parts, said } from "./chunks.ts";

testCases(geminiWire(), "the end of a turn", [
  { name: "a whole turn", body: [said("Hi"), ends()], expected: "Hi" },
  {
    name: "a reason on the last text",
    ref: "maximhq/bifrost#4963",
    body: [said("H"), said("i", "STOP")],
    expected: "Hi",
  },
  {
    name: "a last chunk without a blank line",
    ref: "openai/openai-node#2725, gemini-cli#29059",
    body: `data: ${JSON.stringify(said("Hi", "STOP"))}`,
    expected: "Hi",
  },
  {
    name: "an intermediate STOP, then text and STOP",
    ref: "0xPlaygrounds/rig#2328",
    body: [ends(), said("H"), said("i"), ends()],
    expected: "Hi",
  },
  {
    name: "STOP on every chunk",
    ref: "songquanpeng/one-api#1477",
    body: [said("H", "STOP"), said("i", "STOP")],
    expected: "Hi",
  },
  {
    name: "leading empty STOPs",
    ref: "Chevey339/kelivo#1003",
    body: [parts([], "STOP"), parts([], "STOP"), said("Hi"), parts([], "STOP")],
    expected: "Hi",
  },
  {
    name: "a reason without content",
    ref: "agentjido/req_llm#638",
    body: [said("Hi"), { candidates: [{ finishReason: "STOP" }] }],
    expected: "Hi",
  },
  {
    name: "a reason with content that has no parts",
    ref: "pydantic/pydantic-ai#2631",
    body: [said("Hi"), { candidates: [{ content: { role: "model" }, finishReason: "STOP" }] }],
    expected: "Hi",
  },
  {
    name: "an empty text after the reason, which says nothing more",
    body: [said("Hi", "STOP"), parts([{ text: "" }])],
    expected: "Hi",
  },
  {
    name: "usage after the reason",
    ref: "maximhq/bifrost#191",
    body: [said("Hi", "STOP"), { usageMetadata: { promptTokenCount: 1 } }],
    expected: "Hi",
  },
  {
    name: "a gateway's [DONE]",
    ref: "liuw1535/antigravity2api#73",
    body: [said("Hi"), ends(), " [DONE]"],
    expected: "Hi",
  },
  {
    name: "text after a gateway's [DONE]",
    ref: "liuw1535/antigravity2api#73",
    body: [said("H"), "[DONE]", said("i", "STOP")],
    expected: "Hi",
  },
  {
    name: "a limit, then a closing STOP",
    ref: "NousResearch/hermes-agent#43478",
    body: [said("Hi"), ends("MAX_TOKENS"), ends()],
    expected: "LENGTH",
  },
  {
    name: "a filter, then a closing STOP",
    ref: "librefang/librefang#3450",
    body: [said("Hi", "SAFETY"), ends()],
    expected: "FILTERED",
  },
  {
    name: "a leading empty STOP, then a limit",
    ref: "Chevey339/kelivo#1003",
    body: [parts([], "STOP"), ends("MAX_TOKENS")],
    expected: "LENGTH",
  },
  { name: "a turn without any content", body: [ends()], expected: "" },
  {
    name: "a limit",
    ref: "0xPlaygrounds/rig#2248",
    body: [said("Hi"), ends("MAX_TOKENS")],
    expected: "LENGTH",
  },
  {
    name: "a filtered empty turn",
    ref: "openai/openai-agents-python#3769",
    body: [{ candidates: [{ finishReason: "SAFETY", index: 0 }] }],
    expected: "FILTERED",
  },
  {
    name: "a word unknown to us",
    ref: "apache/maka#2297",
    body: [said("Hi"), ends("NEW_WORD")],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a malformed call",
    ref: "theopenco/llmgateway#2974",
    body: [ends("MALFORMED_FUNCTION_CALL")],
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a blocked prompt",
    ref: "vercel/ai#19758",
    body: [{
      promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
      usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 },
    }],
    expected: "FILTERED",
  },
  {
    name: "prompt feedback that blocks nothing",
    body: [{ ...said("Hi"), promptFeedback: { safetyRatings: [] } }, ends()],
    expected: "Hi",
  },
]);
