import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { testCases } from "../cases.ts";
import { calls, ends, parts, said } from "./chunks.ts";

testCases(geminiWire(), "a truncated stream", [
  {
    name: "text and a clean end",
    ref: "tashfeenahmed/freellmapi#1288, SamSaffron/term-llm#954",
    body: [said("Hi")],
    expected: "INCOMPLETE",
  },
  { name: "nothing at all", ref: "langgraphjs#2718, ggcode#446", body: "", expected: "INCOMPLETE" },
  {
    name: "comments only",
    ref: "9router#3051",
    body: ": x\n\n: y\n\n",
    expected: "INCOMPLETE",
  },
  {
    name: "a whole call and a clean end",
    ref: "xiaoyu-work/claw-os#11",
    body: [calls({ name: "f", args: { a: 1 } })],
    expected: "INCOMPLETE",
  },
  {
    name: "a gateway's [DONE] without a reason",
    ref: "bigduu/Bamboo-agent#383",
    body: [said("Hi"), "[DONE]"],
    expected: "INCOMPLETE",
  },
  {
    name: "usage of the whole turn, but no reason",
    ref: "BerriAI/litellm#32686",
    body: [said("Hi"), { usageMetadata: { promptTokenCount: 1, totalTokenCount: 2 } }],
    expected: "INCOMPLETE",
  },
  {
    name: "a reason the provider leaves unspecified",
    ref: "apache/maka#2297",
    body: [said("Hi"), ends("FINISH_REASON_UNSPECIFIED")],
    expected: "INCOMPLETE",
  },
  {
    name: "an empty reason",
    ref: "adolfousier/opencrabs#1499",
    body: [said("Hi", ""), ends("")],
    expected: "INCOMPLETE",
  },
  {
    name: "a null reason",
    ref: "openclaw/openclaw#98575",
    body: [said("Hi", null), ends(null)],
    expected: "INCOMPLETE",
  },
  {
    name: "a last frame that is cut",
    ref: "anthropics/anthropic-sdk-typescript#842",
    body: 'data: {"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"ST',
    expected: "INCOMPLETE",
  },
  {
    name: "text after an intermediate reason, then a clean end",
    ref: "0xPlaygrounds/rig#2328",
    body: [ends(), said("Hi")],
    expected: "INCOMPLETE",
  },
  {
    name: "a call after an intermediate reason, then a clean end",
    ref: "0xPlaygrounds/rig#2328",
    body: [said("Hi", "STOP"), calls({ name: "f" })],
    expected: "INCOMPLETE",
  },
  {
    name: "an image after an intermediate reason, then a clean end",
    ref: "0xPlaygrounds/rig#2328",
    body: [said("Hi", "STOP"), parts([{ inlineData: { mimeType: "image/png", data: "" } }])],
    expected: "INCOMPLETE",
  },
]);
