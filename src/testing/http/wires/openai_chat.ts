import type { JsonObject } from "../../../wire/json.ts";
import { expectFrame, frameFault } from "../frame.ts";
import type { Frame } from "../frame.ts";
import { itemsAt, memberAt, textAt } from "../shape.ts";
import type { Shape, Shaped } from "../shape.ts";
import { broken } from "../../contract/expectations.ts";
import { callsOf, OPENAI_ERROR, without } from "./wire_parts.ts";
import type { Answer, ServerWire } from "./server_wire.ts";

const CALL: Shape = {
  id: "word",
  type: { only: "function" },
  "function.name": "word",
  "function.arguments": "text",
};

/** A call of a tool that takes any text. */
const CUSTOM_CALL: Shape = {
  id: "word",
  type: { only: "custom" },
  "custom.name": "word",
  "custom.input": "text",
};

/** OpenAI's chat completions. */
export const openAiChatServer: ServerWire = {
  id: "openai-chat",
  whole: (call) => ({ ...call, body: without(call.body, "stream", "stream_options") }),
  conversation: "messages",
  namesModel: true,
  several: (body, n) => ({ ...body, n }),
  otherLimit: (body) => ({
    ...without(body, "max_completion_tokens"),
    max_tokens: body.max_completion_tokens,
  }),
  streamType: "text/event-stream",
  isNamed: false,
  hasCallIds: true,
  usage: {
    counts: ["prompt_tokens", "completion_tokens", "total_tokens"],
    input: "prompt_tokens",
    output: "completion_tokens",
    total: { path: "total_tokens", of: ["prompt_tokens", "completion_tokens"] },
    within: [
      ["prompt_tokens_details.cached_tokens", "prompt_tokens"],
      ["completion_tokens_details.reasoning_tokens", "completion_tokens"],
    ],
  },
  usageOf: (body) => body.usage,
  streamUsage: (frames) => frames.map(({ payload }) => payload.usage).findLast((usage) => usage),
  answers: (body) => itemsAt(body, "choices").map(answerOf),
  wholeShapes,
  frameShapes,
  constants: ({ isDone, payload: { id, created, model } }) => isDone ? {} : { id, created, model },
  idPath: { whole: "id", frame: "id" },
  expectOrder,
  terminator: "data: [DONE]",
  isTerminator: ({ isDone }) => isDone,
  endedChoices: (frames) =>
    frames.flatMap(choicesOf)
      .filter((choice) => textAt(choice, "finish_reason") !== "")
      .map((choice) => memberAt(choice, "index")),
  errorShape: () => OPENAI_ERROR,
};

function choicesOf({ payload }: Frame): readonly unknown[] {
  return itemsAt(payload, "choices");
}

function answerOf(choice: unknown): Answer {
  return {
    text: textAt(choice, "message.content"),
    calls: callsOf(itemsAt(choice, "message.tool_calls")),
    raw: textAt(choice, "finish_reason"),
  };
}

function wholeShapes(body: JsonObject): readonly Shaped[] {
  const choices = itemsAt(body, "choices").map((value): Shaped => ({
    where: "every choice",
    value,
    shape: {
      index: "count",
      "message.role": { only: "assistant" },
      "message.content": "text or null",
      finish_reason: "word",
    },
  }));
  const shape: Shape = {
    id: "word",
    object: { only: "chat.completion" },
    created: "count",
    model: "word",
    choices: "list",
  };
  const calls = itemsAt(body, "choices").flatMap((choice) => itemsAt(choice, "message.tool_calls"));
  return [
    { where: "the answer", value: body, shape },
    ...choices,
    ...calls.map((value) => ({
      where: "every tool call",
      value,
      shape: textAt(value, "type") === "custom" ? CUSTOM_CALL : CALL,
    })),
  ];
}

function frameShapes(frame: Frame): readonly Shaped[] {
  if (frame.isDone) return [];
  const where = `frame ${frame.number}`;
  const shape: Shape = {
    id: "word",
    object: { only: "chat.completion.chunk" },
    created: "count",
    model: "word",
    choices: "list",
  };
  const choices = choicesOf(frame).map((value) => ({
    where: `the choice of ${where}`,
    value,
    shape: { index: "count", delta: "object", finish_reason: "text or null" } as const,
  }));
  return [{ where, value: frame.payload, shape }, ...choices];
}

function expectOrder(frames: readonly Frame[]): void {
  const open = new Map<unknown, "open" | "ended">();
  const calls = new Map<string, string>();
  let early: Frame | undefined;
  for (const frame of frames) {
    for (const choice of choicesOf(frame)) {
      expectChoice(frame, choice, open);
      for (const call of itemsAt(choice, "delta.tool_calls")) {
        expectCallPiece(frame, memberAt(choice, "index"), call, calls);
      }
    }
    if (isUsageAlone(frame) && [...open.values()].includes("open")) early ??= frame;
  }
  const left = [...open].find(([, state]) => state === "open");
  if (open.size === 0) throw broken("the stream to have a choice", "it has none");
  if (left !== undefined) {
    throw broken("every choice to have a finish reason", `choice ${String(left[0])} has none`);
  }
  if (early === undefined) return;
  throw frameFault(early, "the usage to come after the finish reasons", "it came before one");
}

function isUsageAlone(frame: Frame): boolean {
  const total = memberAt(frame.payload, "usage.total_tokens");
  return total !== undefined && choicesOf(frame).length === 0;
}

function expectChoice(frame: Frame, choice: unknown, open: Map<unknown, "open" | "ended">): void {
  const index = memberAt(choice, "index");
  const state = open.get(index);
  expectFrame(
    state !== "ended",
    frame,
    "nothing of a choice after its finish reason",
    "something came",
  );
  if (state === undefined) {
    const role = memberAt(choice, "delta.role");
    const expected = 'the first chunk of a choice to say that its role is "assistant"';
    expectFrame(role === "assistant", frame, expected, "it does not");
  }
  open.set(index, textAt(choice, "finish_reason") === "" ? "open" : "ended");
}

function expectCallPiece(
  frame: Frame,
  choice: unknown,
  call: unknown,
  calls: Map<string, string>,
): void {
  const index = memberAt(call, "index");
  const key = `${String(choice)} ${String(index)}`;
  const id = textAt(call, "id");
  const known = calls.get(key);
  if (known !== undefined) {
    const expected = "the id of a tool call to stay the same";
    return expectFrame(id === "" || id === known, frame, expected, "it changed");
  }
  const count = [...calls.keys()].filter((other) => other.startsWith(`${String(choice)} `)).length;
  expectFrame(
    index === count,
    frame,
    "the indexes of tool calls to count from 0",
    `${String(index)} came where ${count} was due`,
  );
  const name = textAt(call, "function.name") || textAt(call, "custom.name");
  const isWhole = id !== "" && name !== "";
  const expected = "the first piece of a tool call to have its id and its name";
  expectFrame(isWhole, frame, expected, "one is missing");
  calls.set(key, id);
}
