import type { FinishMap } from "../../../turn/finish.ts";
import { encodeUsage } from "../../../wire/cohere/usage.ts";
import { COHERE_FINISH_MAP } from "../../../wire/cohere/finish_map.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { Frame, FramePart } from "../../delivery/frame.ts";
import type { Answer } from "../../result/answer.ts";
import { LogprobCursor, tokenLogprobs } from "../token_logprobs.ts";
import type { Problem } from "../problem.ts";
import type { Surface } from "../surface.ts";
import { wordFor } from "../word_for.ts";
import { chatParts } from "./chat_parts.ts";
import type { ChatPart } from "./chat_parts.ts";
import { cohere } from "./cohere.ts";
import { logprobItem } from "./logprobs.ts";
import { readChat } from "./read_chat.ts";

/** Cohere's chat, version 2. */
export const cohereChat: Surface = {
  id: "cohere",
  provider: cohere,
  read: (_call, body, _params, { unknownMembers }) => readChat(body, unknownMembers),
  whole,
  frames,
  problemFrames,
};

function whole(answer: Answer): JsonObject {
  const parts = chatParts(answer);
  const content = parts.flatMap(contentOf);
  const calls = parts.filter((part) => part.type === "call");
  const plan = parts.map((part) => part.type === "plan" ? part.text : "").join("");
  const citations = parts.flatMap((part, index) =>
    part.type === "text" ? citedAt(part, contentIndex(parts, index)) : []
  );
  return {
    id: idOf(answer),
    message: {
      role: "assistant",
      ...(content.length === 0 && calls.length > 0 ? {} : { content }),
      ...(plan === "" ? {} : { tool_plan: plan }),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(callObject) }),
      ...(citations.length === 0 ? {} : { citations }),
    },
    finish_reason: finishReason(answer),
    usage: encodeUsage(answer.usage),
    ...(wantsLogprobs(answer) ? { logprobs: wholeLogprobs(parts) } : {}),
  };
}

function contentOf(part: ChatPart): readonly JsonObject[] {
  if (part.type !== "text" && part.type !== "thinking") return [];
  return [{ type: part.type, [part.type]: part.text }];
}

/** The place of a part among those that are content. */
function contentIndex(parts: readonly ChatPart[], index: number): number {
  return parts.slice(0, index).flatMap(contentOf).length;
}

function citedAt(
  { citations }: { readonly citations: readonly JsonObject[] },
  index: number,
): readonly JsonObject[] {
  return index === 0
    ? citations
    : citations.map((citation) => ({ ...citation, content_index: index }));
}

function callObject({ id, name, arguments: args }: ChatPart & { type: "call" }): JsonObject {
  return { id, type: "function", function: { name, arguments: args } };
}

function wholeLogprobs(parts: readonly ChatPart[]): readonly JsonObject[] {
  return parts.flatMap((part) =>
    part.type === "text" ? tokenLogprobs(part.text, 0).map((token) => logprobItem([token])) : []
  );
}

function wantsLogprobs({ ask }: Answer): boolean {
  return ask.body.logprobs === true;
}

function idOf({ id, name }: Answer): string {
  return id ?? name;
}

/** Cohere has no word for a turn that was withheld: to it, that is one that failed. */
const REASONS: FinishMap = { ...COHERE_FINISH_MAP, ERROR: "filtered" };

function finishReason({ choices }: Answer): string {
  const { reason, stopText } = choices[0]!;
  return stopText === undefined ? wordFor(REASONS, reason) : "STOP_SEQUENCE";
}

/** How many of what has an index were begun. */
interface Counts {
  content: number;
  calls: number;
  citations: number;
}

function* frames(answer: Answer): Generator<Frame> {
  const id = JSON.stringify(idOf(answer));
  yield frame("open", "message-start", `{"id":${id},"type":"message-start",${START}}`);
  const counts: Counts = { content: 0, calls: 0, citations: 0 };
  for (const part of chatParts(answer)) {
    switch (part.type) {
      case "text":
      case "thinking":
        yield* contentFrames(part, counts, answer);
        break;
      case "plan":
        for (const { json, tokens } of answer.cut(part.text)) {
          const delta = `{"message":{"tool_plan":${json}}}`;
          yield event("content", "tool-plan-delta", undefined, delta, tokens);
        }
        break;
      case "call":
        yield* callFrames(part, counts.calls++, answer);
    }
  }
  const delta = { finish_reason: finishReason(answer), usage: encodeUsage(answer.usage) };
  yield event("finish", "message-end", undefined, JSON.stringify(delta));
  yield DONE;
}

const START = '"delta":{"message":{"role":"assistant","content":[],' +
  '"tool_plan":"","tool_calls":[],"citations":[]}}';

const DONE: Frame = { event: undefined, data: "[DONE]", part: "marker", tokens: 0 };

function* contentFrames(
  part: ChatPart & { type: "text" | "thinking" },
  counts: Counts,
  answer: Answer,
): Generator<Frame> {
  const index = counts.content++;
  const { type, text } = part;
  const start = `{"message":{"content":{"type":"${type}","${type}":""}}}`;
  yield event("open", "content-start", index, start);
  const cursor = type === "text" && wantsLogprobs(answer) ? new LogprobCursor(text, 0) : undefined;
  for (const { text: piece, json, tokens } of answer.cut(text)) {
    const delta = `{"message":{"content":{"${type}":${json}}}}`;
    const item = cursor && JSON.stringify(logprobItem(cursor.take(piece)));
    yield event("content", "content-delta", index, delta, tokens, item);
  }
  for (const citation of type === "text" ? citedAt(part, index) : []) {
    const place = counts.citations++;
    const delta = JSON.stringify({ message: { citations: citation } });
    yield event("content", "citation-start", place, delta);
    yield event("close", "citation-end", place);
  }
  yield event("close", "content-end", index);
}

function* callFrames(
  call: ChatPart & { type: "call" },
  index: number,
  answer: Answer,
): Generator<Frame> {
  const start = { message: { tool_calls: callObject({ ...call, arguments: "" }) } };
  yield event("content", "tool-call-start", index, JSON.stringify(start));
  for (const { json, tokens } of answer.cut(call.arguments)) {
    const delta = `{"message":{"tool_calls":{"function":{"arguments":${json}}}}}`;
    yield event("content", "tool-call-delta", index, delta, tokens);
  }
  yield event("close", "tool-call-end", index);
}

function* problemFrames({ kind, message }: Problem): Generator<Frame> {
  const reason = kind === "timeout" ? "TIMEOUT" : "ERROR";
  const delta = JSON.stringify({ error: message, finish_reason: reason });
  yield event("problem", "message-end", undefined, delta);
}

function event(
  part: FramePart,
  type: string,
  index: number | undefined,
  delta?: string,
  tokens = 0,
  logprobs?: string,
): Frame {
  const place = index === undefined ? "" : `,"index":${index}`;
  const change = delta === undefined ? "" : `,"delta":${delta}`;
  const chances = logprobs === undefined ? "" : `,"logprobs":${logprobs}`;
  return frame(part, type, `{"type":"${type}"${place}${change}${chances}}`, tokens);
}

function frame(part: FramePart, event: string, data: string, tokens = 0): Frame {
  return { event, data, part, tokens };
}
