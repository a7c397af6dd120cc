import { assertEquals, assertThrows } from "@std/assert";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { geminiWire } from "../../../src/wire/gemini/gemini.ts";
import { framesOf } from "../../support/bodies.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";

const TAIL = { modelVersion: "m", responseId: "r" };

function payloads(...events: readonly TurnEvent[]): unknown[] {
  const frames = framesOf(geminiWire(), events, { id: "r", model: "m" });
  return frames.map(({ data }) => JSON.parse(data));
}

function chunk(part: object): object {
  return { candidates: [{ content: { parts: [part], role: "model" }, index: 0 }], ...TAIL };
}

function last(reason: string, more: object = {}, part: object = { text: "" }): object {
  const content = { parts: [part], role: "model" };
  return { candidates: [{ content, finishReason: reason, index: 0 }], ...more, ...TAIL };
}

Deno.test("GeminiEncoder writes a turn as the Gemini API streams it", () => {
  const frames = payloads(
    thought("Hm"),
    thought("", { signature: "s" }),
    text("Hi"),
    call(0, '{"a":1}', { id: "x", name: "f" }),
    finish("stop", { raw: "STOP", usage: usage(10, 5, 3) }),
  );
  assertEquals(frames, [
    chunk({ text: "Hm", thought: true }),
    chunk({ text: "", thought: true, thoughtSignature: "s" }),
    chunk({ text: "Hi" }),
    chunk({ functionCall: { name: "f", args: { a: 1 }, id: "x" } }),
    last("STOP", {
      usageMetadata: {
        promptTokenCount: 13,
        candidatesTokenCount: 5,
        totalTokenCount: 18,
        cachedContentTokenCount: 3,
        promptTokensDetails: [{ modality: "TEXT", tokenCount: 13 }],
      },
    }),
  ]);
});

Deno.test("GeminiEncoder names a finish reason on the last chunk only", () => {
  const frames = payloads(text("a"), text("b"), call(0, "{}", { name: "f" }), finish());
  const named = frames.filter((frame) => JSON.stringify(frame).includes("finishReason"));
  assertEquals(named, [frames.at(-1)]);
});

Deno.test("GeminiEncoder joins the pieces of interleaved calls, and leaves out ids there are not", () => {
  const frames = payloads(
    call(0, '{"a"', { name: "f" }),
    call(1, "", { name: "g" }),
    call(0, ":1}"),
    finish("tool_use", { raw: "tool_calls" }),
  );
  assertEquals(frames, [
    chunk({ functionCall: { name: "f", args: { a: 1 } } }),
    chunk({ functionCall: { name: "g", args: {} } }),
    last("STOP"),
  ]);
});

Deno.test("GeminiEncoder puts a signature without thoughts on the first call", () => {
  const frames = payloads(
    thought("", { signature: "s" }),
    text("Hi"),
    call(0, "{}", { name: "f" }),
    call(1, "{}", { name: "g" }),
    finish(),
  );
  assertEquals(frames, [
    chunk({ text: "Hi" }),
    chunk({ functionCall: { name: "f", args: {} }, thoughtSignature: "s" }),
    chunk({ functionCall: { name: "g", args: {} } }),
    last("STOP"),
  ]);
});

Deno.test("GeminiEncoder puts a signature without thoughts on the last part if there is no call", () => {
  assertEquals(payloads(text("4"), thought("", { signature: "s" }), finish()), [
    chunk({ text: "4" }),
    last("STOP", {}, { text: "", thoughtSignature: "s" }),
  ]);
});

Deno.test("GeminiEncoder takes thoughts for over when text has come", () => {
  assertEquals(payloads(thought("Hm"), text("4"), thought("", { signature: "s" }), finish()), [
    chunk({ text: "Hm", thought: true }),
    chunk({ text: "4" }),
    last("STOP", {}, { text: "", thoughtSignature: "s" }),
  ]);
});

Deno.test("GeminiEncoder loses none of several signatures without thoughts", () => {
  const frames = payloads(
    thought("", { signature: "s" }),
    thought("", { signature: "t" }),
    thought("Hm", { signature: "u" }),
    finish(),
  );
  assertEquals(frames, [
    chunk({ text: "", thought: true, thoughtSignature: "s" }),
    chunk({ text: "", thought: true, thoughtSignature: "t" }),
    chunk({ text: "Hm", thought: true, thoughtSignature: "u" }),
    last("STOP"),
  ]);
});

Deno.test("GeminiEncoder leaves out reasoning the wire has no form for", () => {
  assertEquals(payloads(thought("", { redacted: "x" }), thought(""), finish()), [last("STOP")]);
});

Deno.test("GeminiEncoder writes a blocked prompt as one, and a filtered answer as one", () => {
  assertEquals(payloads(finish("filtered", { raw: "JAILBREAK" })), [
    { promptFeedback: { blockReason: "JAILBREAK" }, ...TAIL },
  ]);
  assertEquals(payloads(finish("filtered", { raw: "RECITATION" })), [last("RECITATION")]);
  assertEquals(payloads(finish("filtered", { raw: "content_filter" })), [last("SAFETY")]);
});

Deno.test("GeminiEncoder passes a word that is not neutral through", () => {
  assertEquals(payloads(finish("OTHER")), [last("OTHER")]);
});

Deno.test("GeminiEncoder says what it is called by default", () => {
  const [frame] = framesOf(geminiWire(), [text("a")]);
  const { modelVersion, responseId } = JSON.parse(frame!.data);
  assertEquals([modelVersion, responseId], ["model", "turn-1"]);
});

Deno.test("GeminiEncoder refuses arguments that are no JSON object", () => {
  for (const args of ['{"a":', "[1]", '"a"']) {
    assertThrows(
      () => payloads(call(0, args, { name: "f" }), finish()),
      TypeError,
      `Cannot encode the tool call "f" as its arguments must be a JSON object on this wire`,
    );
  }
});
