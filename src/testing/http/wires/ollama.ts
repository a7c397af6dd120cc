import type { JsonObject } from "../../../wire/json.ts";
import { broken } from "../../contract/expectations.ts";
import { expectFrame } from "../frame.ts";
import type { Frame } from "../frame.ts";
import { itemsAt, memberAt, textAt } from "../shape.ts";
import type { Shape, Shaped } from "../shape.ts";
import type { Answer, ServerWire } from "./server_wire.ts";

const LINE: Shape = {
  model: "word",
  created_at: "word",
  "message.role": { only: "assistant" },
  "message.content": "text",
  done: "flag",
};

const COUNTS: readonly string[] = ["prompt_eval_count", "eval_count"];

/** Ollama's chat. */
export const ollamaServer: ServerWire = {
  id: "ollama",
  whole: (call) => ({ ...call, body: { ...call.body, stream: false } }),
  conversation: "messages",
  namesModel: true,
  emptyIsFine: "a request without messages loads the model",
  streamType: "application/x-ndjson",
  isNamed: false,
  hasCallIds: false,
  usage: { counts: COUNTS, input: "prompt_eval_count", output: "eval_count" },
  usageOf: (body) => body,
  streamUsage: (frames) => frames.findLast(isLast)?.payload,
  answers: (body) => [answerOf(body)],
  wholeShapes: (body) => [
    ...shapesOf("the answer", body),
    { where: "the answer", value: body, shape: { done: { only: true }, done_reason: "word" } },
  ],
  frameShapes: (frame) => [
    ...shapesOf(`line ${frame.number}`, frame.payload),
    ...(isLast(frame)
      ? [{ where: "the last line", value: frame.payload, shape: { done_reason: "word" } as const }]
      : []),
  ],
  constants: ({ payload: { model } }) => ({ model }),
  expectOrder,
  terminator: 'a line with "done":true',
  isTerminator: isLast,
  errorShape: () => ({ error: "word" }),
};

function isLast({ payload }: Frame): boolean {
  return payload.done === true;
}

function answerOf(body: JsonObject): Answer {
  return {
    text: textAt(body, "message.content"),
    calls: itemsAt(body, "message.tool_calls").map((call) => ({
      id: textAt(call, "id"),
      name: textAt(call, "function.name"),
      arguments: JSON.stringify(memberAt(call, "function.arguments")) ?? "",
    })),
    raw: textAt(body, "done_reason"),
  };
}

function shapesOf(where: string, value: JsonObject): readonly Shaped[] {
  const calls = itemsAt(value, "message.tool_calls").map((call) => ({
    where: `every tool call of ${where}`,
    value: call,
    shape: { "function.name": "word", "function.arguments": "object" } as const,
  }));
  return [{ where, value, shape: LINE }, ...calls];
}

function expectOrder(frames: readonly Frame[]): void {
  const end = frames.findIndex(isLast);
  if (end < 0) throw broken('a line with "done":true', "there is none");
  const after = frames[end + 1];
  if (after === undefined) return;
  expectFrame(false, after, 'nothing after the line with "done":true', "a line came");
}
