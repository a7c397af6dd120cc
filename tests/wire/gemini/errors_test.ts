import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { testCases } from "../cases.ts";
import { ends, OVERLOADED, said } from "./chunks.ts";

testCases(geminiWire(), "errors within the stream", [
  {
    name: "an error first",
    ref: "snailyp/gemini-balance#347",
    body: [OVERLOADED],
    expected: "PROVIDER",
  },
  {
    name: "an error after text and a reason",
    ref: "vercel/ai#5217",
    body: [said("Hi"), ends(), OVERLOADED],
    expected: "PROVIDER",
  },
  {
    name: "an error beside empty candidates",
    ref: "OmniRoute#8210",
    body: [said("Hi"), { ...OVERLOADED, candidates: [] }, ends()],
    expected: "PROVIDER",
  },
  {
    name: "an error in an array",
    body: [said("Hi"), [OVERLOADED]],
    expected: "PROVIDER",
  },
  {
    name: "an array that reports nothing",
    body: [said("Hi"), [{}], ends()],
    expected: "STREAM_PROTOCOL",
  },
  { name: "an array that is cut", body: 'data: [{"error"', expected: "INCOMPLETE" },
  {
    name: "event: error",
    ref: "gptel#1512",
    body: `event: error\ndata: {"message":"m"}\n\n`,
    expected: "PROVIDER",
  },
  { name: "an error that is null", body: [{ ...said("Hi"), error: null }, ends()], expected: "Hi" },
  {
    name: "a bare error after a reason",
    ref: "vercel/ai#5217",
    body: `data: ${JSON.stringify(said("Hi", "STOP"))}\n\n${JSON.stringify(OVERLOADED, null, 2)}\n`,
    expected: "PROVIDER",
  },
  {
    name: "a bare error as the whole body",
    ref: "9router#3051",
    body: JSON.stringify(OVERLOADED),
    expected: "PROVIDER",
  },
  {
    name: "an answer that is no stream, for lack of alt=sse",
    ref: "simonw/llm-gemini#97",
    body: JSON.stringify([said("Hi", "STOP")]),
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a web page",
    ref: "langgraphjs#2718",
    body: "<!DOCTYPE html>\n<html></html>\n",
    expected: "INCOMPLETE",
  },
  { name: "data that is no JSON", body: ["nonsense", ends()], expected: "STREAM_PROTOCOL" },
]);
