import { isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { broken } from "../../contract/expectations.ts";
import { expectFrame } from "../frame.ts";
import type { Frame } from "../frame.ts";
import { itemsAt, memberAt, textAt } from "../shape.ts";
import type { Shape, Shaped } from "../shape.ts";
import { without } from "./wire_parts.ts";
import type { Answer, ServerWire } from "./server_wire.ts";

const MESSAGE: Shape = {
  id: "word",
  type: { only: "message" },
  role: { only: "assistant" },
  model: "word",
  content: "list",
};

const BLOCKS: Readonly<Record<string, Shape>> = {
  text: { text: "text" },
  tool_use: { id: "word", name: "word", input: "object" },
};

const FRAMES: Readonly<Record<string, Shape>> = {
  message_start: { "message.usage.input_tokens": "count", "message.usage.output_tokens": "count" },
  content_block_start: { index: "count", "content_block.type": "word" },
  content_block_delta: { index: "count", "delta.type": "word" },
  content_block_stop: { index: "count" },
  message_delta: { "delta.stop_reason": "word", "usage.output_tokens": "count" },
};

/** Anthropic's Messages. */
export const anthropicServer: ServerWire = {
  id: "anthropic-messages",
  whole: (call) => ({ ...call, body: without(call.body, "stream") }),
  conversation: "messages",
  namesModel: true,
  streamType: "text/event-stream",
  isNamed: true,
  hasCallIds: true,
  usage: {
    counts: ["input_tokens", "output_tokens"],
    input: "input_tokens",
    output: "output_tokens",
  },
  usageOf: (body) => body.usage,
  streamUsage,
  answers: (body) => [answerOf(body)],
  wholeShapes: (body) => [
    { where: "the answer", value: body, shape: { ...MESSAGE, stop_reason: "word" } },
    ...itemsAt(body, "content").flatMap((value) => blockShape("every block", value)),
  ],
  frameShapes,
  constants: () => ({}),
  idPath: { whole: "id", frame: "message.id" },
  expectOrder,
  terminator: "message_stop",
  isTerminator: ({ payload }) => payload.type === "message_stop",
  errorShape: () => ({
    type: { only: "error" },
    "error.type": "word",
    "error.message": "word",
  }),
};

/** The counts of the start, and over them those of the end. */
function streamUsage(frames: readonly Frame[]): unknown {
  const told = frames.flatMap(({ payload }) => [
    memberAt(payload, "message.usage"),
    textAt(payload, "type") === "message_delta" ? payload.usage : undefined,
  ]).filter(isObject);
  return told.length === 0 ? undefined : Object.assign({}, ...told);
}

function answerOf(body: JsonObject): Answer {
  const blocks = itemsAt(body, "content");
  return {
    text: blocks.filter((block) => textAt(block, "type") === "text")
      .map((block) => textAt(block, "text")).join(""),
    calls: blocks.filter((block) => textAt(block, "type") === "tool_use").map((block) => ({
      id: textAt(block, "id"),
      name: textAt(block, "name"),
      arguments: JSON.stringify(memberAt(block, "input")) ?? "",
    })),
    raw: textAt(body, "stop_reason"),
  };
}

function blockShape(where: string, value: unknown): Shaped[] {
  const type = textAt(value, "type");
  const shape = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  return shape === undefined ? [] : [{ where, value, shape }];
}

function frameShapes({ number, payload }: Frame): readonly Shaped[] {
  const type = textAt(payload, "type");
  const where = `frame ${number}`;
  const shape: Shape = { type: "word", ...(Object.hasOwn(FRAMES, type) ? FRAMES[type] : {}) };
  const message = memberAt(payload, "message");
  const block = memberAt(payload, "content_block");
  return [
    { where, value: payload, shape },
    ...(type === "message_start" ? [{ where, value: message, shape: MESSAGE }] : []),
    ...(type === "content_block_start" ? blockShape(`the block of ${where}`, block) : []),
  ];
}

function expectOrder(frames: readonly Frame[]): void {
  const state: State = { open: undefined, blocks: 0, hasDelta: false, isOver: false };
  for (const frame of frames.filter(({ payload }) => payload.type !== "ping")) {
    const type = textAt(frame.payload, "type");
    const isFirst = !state.isBegun;
    state.isBegun = true;
    const first = "the first event, and no other, to be message_start";
    expectFrame((type === "message_start") === isFirst, frame, first, `it was ${type}`);
    expectFrame(!state.isOver, frame, "nothing after message_stop", `${type} came`);
    if (type.startsWith("content_block_")) expectBlockEvent(frame, type, state);
    if (type === "message_delta") {
      const expected = "message_delta to come after the last block has stopped";
      expectFrame(state.open === undefined, frame, expected, "a block was open");
      state.hasDelta = true;
    }
    state.isOver = type === "message_stop";
  }
  if (!state.hasDelta) throw broken("the stream to have a message_delta", "it has none");
}

/** What is known of a stream. */
interface State {
  /** The index of the block that is open. */
  open: unknown;
  blocks: number;
  hasDelta: boolean;
  isOver: boolean;
  isBegun?: boolean;
}

function expectBlockEvent(frame: Frame, type: string, state: State): void {
  const index = memberAt(frame.payload, "index");
  expectFrame(!state.hasDelta, frame, "no block after message_delta", `${type} came`);
  if (type !== "content_block_start") {
    const expected = "a block's events to stand between its start and its stop";
    expectFrame(state.open === index, frame, expected, `that of ${String(index)} does not`);
    if (type === "content_block_stop") state.open = undefined;
    return;
  }
  const due = `the indexes of blocks to count from 0, ${state.blocks} here`;
  expectFrame(index === state.blocks, frame, due, `it was ${String(index)}`);
  expectFrame(state.open === undefined, frame, "a block to stop before the next", "it is open");
  state.open = index;
  state.blocks++;
}
