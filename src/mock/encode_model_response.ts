import { systemClock } from "../clock.ts";
import { deliver } from "./delivery/deliver.ts";
import type { Frame } from "./delivery/frame.ts";
import { dataFrame } from "./providers/data_frame.ts";
import { openAiChat } from "./providers/openai/chat.ts";
import { chatAsk } from "./providers/openai/read_chat.ts";
import { hashText, randomRow } from "./random.ts";
import type { ModelRequestInit } from "./request/model_request.ts";
import { snapshotRequest } from "./request/snapshot_request.ts";
import type { Answer } from "./result/answer.ts";
import { makeAnswer } from "./result/make_answer.ts";
import type { ModelResult } from "./result/model_result.ts";
import { aModelResult } from "./result/result_shape.ts";
import { aFunction, aSignal, aWhole, someText } from "./options/shape.ts";
import { Turns } from "./calls/turns.ts";

/**
 * Told once how a response ended, never before {@linkcode encodeModelResponse} returns: with nothing when the
 * whole body was handed over, with an error when it failed, with `cancelled` when the client left or the
 * signal aborted. What it throws, or rejects with, is lost.
 */
export type OnSettled = (error: unknown, cancelled: boolean) => void;

/**
 * Writes a model's result as a response of the chat completions API: whole, or streamed if the request says
 * so. It runs no rules and writes no records.
 *
 * @example
 * ```ts
 * import { encodeModelResponse } from "@wholeturn/wholeturn/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const response = encodeModelResponse(
 *   { model: "demo", messages: [{ role: "user", content: "状态" }], stream: false },
 *   { content: "服务在线。" },
 *   "mock-1",
 *   1700000000,
 *   new AbortController().signal,
 *   () => {},
 * );
 * const { choices } = await response.json();
 * assertEquals(choices[0].message.content, "服务在线。");
 * ```
 *
 * @param request The request.
 * @param result What the model answers; a text alone is its content.
 * @param id The id of the response.
 * @param created When it was begun, in seconds since 1970.
 * @param signal Ends the body early; it then fails with the signal's reason.
 * @param onSettled Told once how it ended.
 * @throws {TypeError} If the request is none, or another argument is not what it must be; the message says where.
 * @throws {RangeError} If `created` is no time of the calendar.
 */
export function encodeModelResponse(
  request: ModelRequestInit,
  result: ModelResult | string,
  id: string,
  created: number,
  signal: AbortSignal,
  onSettled: OnSettled,
): Response {
  const ask = chatAsk(snapshotRequest(request));
  aModelResult(result, "result");
  someText(id, "id");
  aWhole(0, MAX_CREATED_S)(created, "created");
  aSignal(signal, "signal");
  aFunction(onSettled, "onSettled");
  const own = typeof result === "string" ? { content: result } : result;
  const random = randomRow(hashText(id));
  const results = Array.from({ length: ask.count }, () => ({ ...own, id }));
  const answer = makeAnswer(results, {
    ask,
    name: id,
    seedText: id,
    createdMs: created * 1000,
    requestId: id,
    random,
    turns: new Turns(),
    chunking: undefined,
  });
  const { framing } = ask;
  const body = deliver(framing === undefined ? wholeFrames(answer) : openAiChat.frames(answer), {
    framing: framing ?? "whole",
    delivery: {},
    clock: systemClock,
    random,
    signal,
    problemFrames: (problem, sentFrames) => openAiChat.problemFrames(problem, answer, sentFrames),
    onSettled: ({ end, error }) => tell(onSettled, error, end === "aborted"),
  });
  const type = framing === undefined ? "application/json" : "text/event-stream; charset=utf-8";
  return new Response(body, { headers: { "content-type": type } });
}

/** The last second that a `Date` can tell. */
const MAX_CREATED_S = 8.64e12;

/** What an asynchronous callback rejects with nobody else would catch. */
function tell(onSettled: OnSettled, error: unknown, cancelled: boolean): void {
  const told: unknown = onSettled(error, cancelled);
  if (told instanceof Promise) told.catch(() => {});
}

/** A body that is not streamed is a single frame. */
function wholeFrames(answer: Answer): readonly Frame[] {
  return [dataFrame("content", JSON.stringify(openAiChat.whole(answer)))];
}
