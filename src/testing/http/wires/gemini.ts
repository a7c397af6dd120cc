import type { JsonObject } from "../../../wire/json.ts";
import { isObject } from "../../../wire/json.ts";
import { broken } from "../../contract/expectations.ts";
import { expectFrame } from "../frame.ts";
import type { Frame } from "../frame.ts";
import { itemsAt, memberAt, textAt } from "../shape.ts";
import type { Shape, Shaped } from "../shape.ts";
import type { Answer, JsonCall, ServerWire } from "./server_wire.ts";

/** Google's Gemini. */
export const geminiServer: ServerWire = {
  id: "gemini",
  whole,
  conversation: "contents",
  namesModel: false,
  several: (body, count) => ({
    ...body,
    generationConfig: {
      ...(isObject(body.generationConfig) ? body.generationConfig : {}),
      candidateCount: count,
    },
  }),
  streamType: "text/event-stream",
  isNamed: false,
  hasCallIds: false,
  usage: {
    counts: ["promptTokenCount", "candidatesTokenCount", "totalTokenCount"],
    input: "promptTokenCount",
    output: "candidatesTokenCount",
    total: {
      path: "totalTokenCount",
      of: [
        "promptTokenCount",
        "toolUsePromptTokenCount",
        "candidatesTokenCount",
        "thoughtsTokenCount",
      ],
    },
    within: [["cachedContentTokenCount", "promptTokenCount"]],
  },
  usageOf: (body) => body.usageMetadata,
  streamUsage: (frames) => frames.findLast(() => true)?.payload.usageMetadata,
  answers: (body) => itemsAt(body, "candidates").map(answerOf),
  wholeShapes: (body) => [
    ...shapesOf("the answer", body),
    ...itemsAt(body, "candidates").map((value) => ({
      where: "every candidate",
      value,
      shape: { finishReason: "word" } as const,
    })),
  ],
  frameShapes: ({ number, payload }) => shapesOf(`frame ${number}`, payload),
  constants: ({ payload: { responseId, modelVersion } }) => ({ responseId, modelVersion }),
  idPath: { whole: "responseId", frame: "responseId" },
  expectOrder,
  terminator: "a chunk with a finishReason",
  isTerminator: ({ payload }) => itemsAt(payload, "candidates").some(isEnded),
  endedChoices: (frames) =>
    frames.flatMap(({ payload }) => itemsAt(payload, "candidates")).filter(isEnded).map(indexOf),
  errorShape: (status) => ({
    "error.code": { only: status },
    "error.message": "word",
    "error.status": "word",
  }),
};

/** A whole answer has another path. */
function whole(call: JsonCall): JsonCall {
  const url = new URL(call.url);
  url.pathname = url.pathname.replace(":streamGenerateContent", ":generateContent");
  url.searchParams.delete("alt");
  return { ...call, url };
}

function isEnded(candidate: unknown): boolean {
  return textAt(candidate, "finishReason") !== "";
}

/** Google leaves out a 0. */
function indexOf(candidate: unknown): unknown {
  return memberAt(candidate, "index") ?? 0;
}

function answerOf(candidate: unknown): Answer {
  const parts = itemsAt(candidate, "content.parts")
    .filter((part) => memberAt(part, "thought") !== true);
  return {
    text: parts.map((part) => textAt(part, "text")).join(""),
    calls: parts.filter((part) => memberAt(part, "functionCall") !== undefined).map((part) => ({
      id: textAt(part, "functionCall.id"),
      name: textAt(part, "functionCall.name"),
      arguments: JSON.stringify(memberAt(part, "functionCall.args")) ?? "",
    })),
    raw: textAt(candidate, "finishReason"),
  };
}

function shapesOf(where: string, value: JsonObject): readonly Shaped[] {
  const shape: Shape = { candidates: "list", modelVersion: "word", responseId: "word" };
  const candidates = itemsAt(value, "candidates");
  const calls = candidates.flatMap((candidate) => itemsAt(candidate, "content.parts"))
    .map((part) => memberAt(part, "functionCall")).filter((call) => call !== undefined);
  return [
    { where, value, shape },
    ...candidates.map((candidate) => ({
      where: `every candidate of ${where}`,
      value: candidate,
      shape: { "content.role": { only: "model" }, "content.parts": "list" } as const,
    })),
    ...calls.map((call) => ({
      where: `every functionCall of ${where}`,
      value: call,
      shape: { name: "word", args: "object" } as const,
    })),
  ];
}

function expectOrder(frames: readonly Frame[]): void {
  const ended = new Set<unknown>();
  const seen = new Set<unknown>();
  for (const frame of frames) {
    for (const candidate of itemsAt(frame.payload, "candidates")) {
      const index = indexOf(candidate);
      seen.add(index);
      const expected = "nothing of a candidate after its finishReason";
      expectFrame(!ended.has(index), frame, expected, "something came");
      if (isEnded(candidate)) ended.add(index);
    }
  }
  if (seen.size === 0) throw broken("the stream to have a candidate", "it has none");
  const open = [...seen].find((index) => !ended.has(index));
  if (open === undefined) return;
  throw broken("every candidate to have a finishReason", `candidate ${String(open)} has none`);
}
