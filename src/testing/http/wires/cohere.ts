import type { JsonObject } from "../../../wire/json.ts";
import { broken } from "../../contract/expectations.ts";
import { expectFrame } from "../frame.ts";
import type { Frame } from "../frame.ts";
import { itemsAt, memberAt, textAt } from "../shape.ts";
import type { Shape, Shaped } from "../shape.ts";
import { callsOf, without } from "./wire_parts.ts";
import type { Answer, ServerWire } from "./server_wire.ts";

const CALL: Shape = {
  id: "word",
  type: { only: "function" },
  "function.name": "word",
  "function.arguments": "text",
};

const FRAMES: Readonly<Record<string, Shape>> = {
  "message-start": { id: "word", "delta.message.role": { only: "assistant" } },
  "content-start": { index: "count", "delta.message.content.type": "word" },
  "content-delta": { index: "count", "delta.message.content": "object" },
  "content-end": { index: "count" },
  "tool-call-start": {
    index: "count",
    "delta.message.tool_calls.id": "word",
    "delta.message.tool_calls.function.name": "word",
  },
  "tool-call-delta": { index: "count", "delta.message.tool_calls.function.arguments": "text" },
  "tool-call-end": { index: "count" },
  "message-end": { "delta.finish_reason": "word" },
};

/** Cohere's chat, version 2. */
export const cohereServer: ServerWire = {
  id: "cohere",
  whole: (call) => ({ ...call, body: without(call.body, "stream") }),
  conversation: "messages",
  namesModel: true,
  streamType: "text/event-stream",
  isNamed: true,
  hasCallIds: true,
  usage: {
    counts: ["tokens.input_tokens", "tokens.output_tokens"],
    input: "tokens.input_tokens",
    output: "tokens.output_tokens",
  },
  usageOf: (body) => body.usage,
  streamUsage: (frames) => memberAt(frames.findLast(isEnd)?.payload, "delta.usage"),
  answers: (body) => [answerOf(body)],
  wholeShapes: (body) => [
    {
      where: "the answer",
      value: body,
      shape: { id: "word", "message.role": { only: "assistant" }, finish_reason: "word" },
    },
    ...itemsAt(body, "message.tool_calls").map((value) => ({
      where: "every tool call",
      value,
      shape: CALL,
    })),
  ],
  frameShapes,
  constants: () => ({}),
  idPath: { whole: "id", frame: "id" },
  expectOrder,
  terminator: "message-end, and data: [DONE] or nothing after it",
  isTerminator: (frame) => frame.isDone || isEnd(frame),
  errorShape: () => ({ message: "word" }),
};

function isEnd({ payload }: Frame): boolean {
  return payload.type === "message-end";
}

function answerOf(body: JsonObject): Answer {
  return {
    text: itemsAt(body, "message.content").map((part) => textAt(part, "text")).join(""),
    calls: callsOf(itemsAt(body, "message.tool_calls")),
    raw: textAt(body, "finish_reason"),
  };
}

function frameShapes({ number, payload, isDone }: Frame): readonly Shaped[] {
  if (isDone) return [];
  const type = textAt(payload, "type");
  const shape: Shape = { type: "word", ...(Object.hasOwn(FRAMES, type) ? FRAMES[type] : {}) };
  return [{ where: `frame ${number}`, value: payload, shape }];
}

/** The parts of a message that begin and end, and their next indexes. */
type Open = Map<string, { next: number; open: unknown }>;

function expectOrder(frames: readonly Frame[]): void {
  const open: Open = new Map();
  const end = frames.findIndex(isEnd);
  if (end < 0) throw broken("the stream to have a message-end", "it has none");
  for (const [at, frame] of frames.entries()) {
    const type = textAt(frame.payload, "type");
    const first = "the first event, and no other, to be message-start";
    expectFrame((type === "message-start") === (at === 0), frame, first, `it was ${type}`);
    const isSentinel = frame.isDone && at === end + 1;
    expectFrame(at <= end || isSentinel, frame, "nothing after message-end", `${type} came`);
    const [, kind, step] = /^(content|tool-call)-(start|delta|end)$/.exec(type) ?? [];
    if (kind !== undefined) expectPart(frame, kind, step, open);
  }
  const left = [...open].find(([, part]) => part.open !== undefined);
  if (left !== undefined) throw broken(`every ${left[0]}-start to have its end`, "one has none");
}

function expectPart(frame: Frame, kind: string, step: string | undefined, open: Open): void {
  const part = open.get(kind) ?? { next: 0, open: undefined };
  open.set(kind, part);
  const index = memberAt(frame.payload, "index");
  if (step !== "start") {
    const expected = `a ${kind}-${String(step)} to stand between its start and its end`;
    expectFrame(part.open === index, frame, expected, `that of ${String(index)} does not`);
    if (step === "end") part.open = undefined;
    return;
  }
  const due = `the indexes of ${kind}-start to count from 0, ${part.next} here`;
  expectFrame(index === part.next, frame, due, `it was ${String(index)}`);
  part.open = index;
  part.next++;
}
