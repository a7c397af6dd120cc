import { arrayOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { Frame } from "../../../delivery/frame.ts";
import type { Answer } from "../../../result/answer.ts";
import type { RefusalBlock, TextBlock } from "../../../result/answer_choice.ts";
import { LogprobCursor, logprobObject } from "../../token_logprobs.ts";
import { annotationEnd, annotationsOf } from "./annotations.ts";
import type { EventWriter } from "./event_writer.ts";
import { topLogprobs } from "./includes.ts";
import { obfuscator } from "./obfuscation.ts";
import { itemObject, partObject } from "./output_items.ts";
import type { CallItem, MessageItem, OutputItem, ReasoningItem } from "./output_items.ts";

/** What the frames of an item are made with. */
export interface ItemContext {
  /** The answer. */
  readonly answer: Answer;
  /** Writes the events. */
  readonly writer: EventWriter;
  /** The item's place in the output. */
  readonly index: number;
}

/**
 * Writes an item: that it is there, its text piece by piece, and the whole of it.
 *
 * @param item The item.
 * @param whole The item as it is at its end.
 * @param context What else it takes.
 */
export function* itemFrames(
  item: OutputItem,
  whole: JsonObject,
  context: ItemContext,
): Generator<Frame> {
  const { answer, writer, index } = context;
  const place = `,"output_index":${index}`;
  const begun = JSON.stringify(itemObject(item, "in_progress", answer));
  yield writer.event("open", "response.output_item.added", `,"item":${begun}${place}`);
  if (item.type === "message") yield* messageFrames(item, whole, context);
  else if (item.type === "reasoning") yield* reasoningFrames(item, context);
  else yield* callFrames(item, context);
  const done = `,"item":${JSON.stringify(whole)}${place}`;
  yield writer.event("close", "response.output_item.done", done);
}

function* messageFrames(
  item: MessageItem,
  { content }: JsonObject,
  context: ItemContext,
): Generator<Frame> {
  const { answer, writer, index } = context;
  const parts = arrayOf(content) as readonly JsonObject[];
  for (const [at, block] of item.parts.entries()) {
    const head = `,"content_index":${at}`;
    const tail = `,"item_id":"${item.id}","output_index":${index}`;
    const isRefusal = block.type === "refusal";
    const added = partObject(
      { ...block, text: "", ...(isRefusal ? {} : { citations: [] }) },
      answer,
    );
    const part = (value: JsonObject) => `${head}${tail},"part":${JSON.stringify(value)}`;
    yield writer.event("open", "response.content_part.added", part(added));
    const whole = parts[at]!;
    if (isRefusal) yield* refusalFrames(block, head, tail, context);
    else yield* textFrames(block, whole, head, tail, context);
    yield writer.event("close", "response.content_part.done", part(whole));
  }
}

function* textFrames(
  block: TextBlock,
  whole: JsonObject,
  head: string,
  tail: string,
  { answer, writer }: ItemContext,
): Generator<Frame> {
  const hide = obfuscator(answer);
  const annotations = annotationsOf(block, answer).entries();
  let annotation = annotations.next();
  const top = topLogprobs(answer.ask);
  const logprobs = top === undefined ? undefined : new LogprobCursor(block.text, top);
  let said = 0;
  for (const { text: piece, json, tokens } of answer.cut(block.text)) {
    const likely = JSON.stringify(logprobs?.take(piece).map(logprobObject) ?? []);
    const delta = `${head},"delta":${json}${tail},"logprobs":${likely}${
      hide(piece, writer.sequence)
    }`;
    yield writer.event("content", "response.output_text.delta", delta, tokens);
    said += piece.length;
    while (!annotation.done && annotationEnd(annotation.value[1]) <= said) {
      yield annotationFrame(...annotation.value, head, tail, writer);
      annotation = annotations.next();
    }
  }
  while (!annotation.done) {
    yield annotationFrame(...annotation.value, head, tail, writer);
    annotation = annotations.next();
  }
  const text = JSON.stringify(block.text);
  const done = `${head}${tail},"logprobs":${JSON.stringify(whole.logprobs)},"text":${text}`;
  yield writer.event("close", "response.output_text.done", done);
}

function annotationFrame(
  index: number,
  annotation: JsonObject,
  head: string,
  tail: string,
  writer: EventWriter,
): Frame {
  const members = `,"annotation":${JSON.stringify(annotation)},"annotation_index":${index}`;
  return writer.event(
    "content",
    "response.output_text.annotation.added",
    members + head + tail,
  );
}

function* refusalFrames(
  { text }: RefusalBlock,
  head: string,
  tail: string,
  context: ItemContext,
): Generator<Frame> {
  yield* deltaFrames("response.refusal.delta", text, head, tail, context);
  const done = `${head}${tail},"refusal":${JSON.stringify(text)}`;
  yield context.writer.event("close", "response.refusal.done", done);
}

function* reasoningFrames(item: ReasoningItem, context: ItemContext): Generator<Frame> {
  const { writer, index } = context;
  for (const [at, { text }] of item.parts.entries()) {
    const tail = `,"item_id":"${item.id}","output_index":${index},"summary_index":${at}`;
    const part = (words: string) => `${tail},"part":{"type":"summary_text","text":${words}}`;
    const words = JSON.stringify(text);
    yield writer.event("open", "response.reasoning_summary_part.added", part('""'));
    yield* deltaFrames("response.reasoning_summary_text.delta", text, "", tail, context);
    yield writer.event("close", "response.reasoning_summary_text.done", `${tail},"text":${words}`);
    yield writer.event("close", "response.reasoning_summary_part.done", part(words));
  }
}

function* callFrames(item: CallItem, context: ItemContext): Generator<Frame> {
  const { name, member } = item.type === "function_call"
    ? { name: "response.function_call_arguments", member: "arguments" }
    : { name: "response.custom_tool_call_input", member: "input" };
  const tail = `,"item_id":"${item.id}","output_index":${context.index}`;
  const text = item.call.arguments;
  yield* deltaFrames(`${name}.delta`, text, "", tail, context);
  const tool = item.type === "function_call" ? `,"name":${JSON.stringify(item.call.name)}` : "";
  const done = `,"${member}":${JSON.stringify(text)}${tool}${tail}`;
  yield context.writer.event("close", `${name}.done`, done);
}

function* deltaFrames(
  type: string,
  text: string,
  head: string,
  tail: string,
  { answer, writer }: ItemContext,
): Generator<Frame> {
  const hide = obfuscator(answer);
  for (const { text: piece, json, tokens } of answer.cut(text)) {
    const delta = `${head},"delta":${json}${tail}${hide(piece, writer.sequence)}`;
    yield writer.event("content", type, delta, tokens);
  }
}
