import type { JsonObject } from "../../../wire/json.ts";
import { broken } from "../../contract/expectations.ts";
import { expectFrame } from "../frame.ts";
import type { Frame } from "../frame.ts";
import { itemsAt, memberAt, textAt } from "../shape.ts";
import type { Shape, Shaped } from "../shape.ts";
import { OPENAI_ERROR, without } from "./wire_parts.ts";
import type { Answer, ServerWire } from "./server_wire.ts";

const RESPONSE: Shape = {
  id: "word",
  object: { only: "response" },
  created_at: "count",
  status: "word",
  model: "word",
  output: "list",
};

const ENDS: readonly string[] = ["response.completed", "response.incomplete", "response.failed"];

/** The items by their types; those of another type are not looked at. */
const ITEMS: Readonly<Record<string, Shape>> = {
  message: { id: "word", role: { only: "assistant" }, content: "list" },
  function_call: { call_id: "word", name: "word", arguments: "text" },
};

/** OpenAI's Responses. */
export const openAiResponsesServer: ServerWire = {
  id: "openai-responses",
  whole: (call) => ({ ...call, body: without(call.body, "stream") }),
  conversation: "input",
  namesModel: true,
  streamType: "text/event-stream",
  isNamed: true,
  hasCallIds: true,
  usage: {
    counts: ["input_tokens", "output_tokens", "total_tokens"],
    input: "input_tokens",
    output: "output_tokens",
    total: { path: "total_tokens", of: ["input_tokens", "output_tokens"] },
    within: [
      ["input_tokens_details.cached_tokens", "input_tokens"],
      ["output_tokens_details.reasoning_tokens", "output_tokens"],
    ],
  },
  usageOf: (body) => body.usage,
  streamUsage: (frames) => memberAt(frames.findLast(isEnd)?.payload, "response.usage"),
  answers: (body) => [answerOf(body)],
  wholeShapes: (body) => [
    { where: "the answer", value: body, shape: RESPONSE },
    ...itemsAt(body, "output").flatMap(itemShape),
  ],
  frameShapes,
  constants: ({ payload }) => {
    const response = memberAt(payload, "response");
    if (response === undefined) return {};
    const at = (name: string) => memberAt(response, name);
    return { "response.id": at("id"), created_at: at("created_at"), model: at("model") };
  },
  idPath: { whole: "id", frame: "response.id" },
  expectOrder,
  terminator: "response.completed or response.incomplete",
  isTerminator: isEnd,
  errorShape: () => OPENAI_ERROR,
};

function isEnd({ payload }: Frame): boolean {
  return ENDS.includes(textAt(payload, "type"));
}

function answerOf(body: JsonObject): Answer {
  const output = itemsAt(body, "output");
  const parts = output.filter((item) => textAt(item, "type") === "message")
    .flatMap((item) => itemsAt(item, "content"));
  const reason = textAt(body, "incomplete_details.reason");
  return {
    text: parts.map((part) => textAt(part, "text")).join(""),
    calls: output.filter((item) => textAt(item, "type") === "function_call").map((item) => ({
      id: textAt(item, "call_id"),
      name: textAt(item, "name"),
      arguments: textAt(item, "arguments"),
    })),
    raw: reason === "" ? textAt(body, "status") : reason,
  };
}

function itemShape(value: unknown): Shaped[] {
  const type = textAt(value, "type");
  const shape = Object.hasOwn(ITEMS, type) ? ITEMS[type] : undefined;
  return shape === undefined ? [] : [{ where: `every ${type}`, value, shape }];
}

function frameShapes({ number, payload }: Frame): readonly Shaped[] {
  const where = `frame ${number}`;
  const shape: Shape = { type: "word", sequence_number: "count", ...shapeOf(payload) };
  const response = memberAt(payload, "response");
  return [
    { where, value: payload, shape },
    ...(response === undefined ? [] : [{
      where: `the response of ${where}`,
      value: response,
      shape: RESPONSE,
    }]),
  ];
}

function shapeOf(payload: JsonObject): Shape {
  const type = textAt(payload, "type");
  if (["response.created", "response.in_progress", ...ENDS].includes(type)) {
    return { response: "object" };
  }
  if (type.startsWith("response.output_item.")) return { output_index: "count", item: "object" };
  const piece: Shape = { item_id: "word", output_index: "count" };
  if (type.endsWith(".delta")) return { ...piece, delta: "text" };
  return type.startsWith("response.content_part.") ? { ...piece, part: "object" } : {};
}

/** What is known of an item that was begun. */
interface Item {
  readonly index: unknown;
  text: string;
  isDone: boolean;
}

function expectOrder(frames: readonly Frame[]): void {
  const items: Item[] = [];
  for (const [at, frame] of frames.entries()) {
    const type = textAt(frame.payload, "type");
    expectFrame(
      memberAt(frame.payload, "sequence_number") === at,
      frame,
      `the sequence numbers to count from 0, ${at} here`,
      `it was ${String(memberAt(frame.payload, "sequence_number"))}`,
    );
    expectFrame(
      (type === "response.created") === (at === 0),
      frame,
      "the first event, and no other, to be response.created",
      `it was ${type}`,
    );
    expectFrame(!isEnd(frame) || at === frames.length - 1, frame, "nothing after the end", "it is");
    expectItemEvent(frame, type, items);
  }
  const open = items.find(({ isDone }) => !isDone);
  if (open === undefined) return;
  throw broken("every item to be ended", `item ${String(open.index)} has no output_item.done`);
}

function expectItemEvent(frame: Frame, type: string, items: Item[]): void {
  const index = memberAt(frame.payload, "output_index");
  const item = items.find((other) => other.index === index);
  if (type === "response.output_item.added") {
    const due = `the indexes of items to count from 0, ${items.length} here`;
    expectFrame(index === items.length, frame, due, `it was ${String(index)}`);
    items.push({ index, text: "", isDone: false });
    return;
  }
  if (index === undefined) return;
  const isOpen = item !== undefined && !item.isDone;
  const expected = "an item's events to stand between its output_item.added and .done";
  expectFrame(isOpen, frame, expected, `${type} does not`);
  if (item === undefined) return;
  if (type === "response.output_item.done") item.isDone = true;
  if (!isPiece(type)) return;
  if (type.endsWith(".delta")) item.text += textAt(frame.payload, "delta");
  else expectSum(frame, type, item);
}

/** The pieces of texts and of arguments; what else there is has its own rules. */
function isPiece(type: string): boolean {
  return /^response\.(?:output_text|function_call_arguments)\.(?:delta|done)$/.test(type);
}

function expectSum(frame: Frame, type: string, item: Item): void {
  const stated = textAt(frame.payload, type.includes("arguments") ? "arguments" : "text");
  const expected = `${type} to state what the pieces before it were`;
  expectFrame(stated === item.text, frame, expected, `the pieces were ${quoted(item.text)}`);
  item.text = "";
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
