import type { JsonObject } from "../../../../wire/json.ts";
import type { Frame } from "../../../delivery/frame.ts";
import type { Answer } from "../../../result/answer.ts";
import type { Problem } from "../../problem.ts";
import type { Surface } from "../../surface.ts";
import { errorObject, openAi } from "../openai.ts";
import { EventWriter } from "./event_writer.ts";
import { itemFrames } from "./item_frames.ts";
import { itemObject, outputItems } from "./output_items.ts";
import type { OutputItem } from "./output_items.ts";
import { readResponses } from "./read_responses.ts";
import { responseEnd } from "./response_end.ts";
import type { ResponseEnd } from "./response_end.ts";
import { responseObject } from "./response_object.ts";
import type { ResponseState } from "./response_object.ts";
import { keepResponse } from "./stored_response.ts";

/**
 * OpenAI's responses.
 *
 * Of a problem within a stream, its `type` decides how it is told: `"error"` as the flat `error` event that
 * OpenAI documents, `"response.failed"` as the end of the response alone; any other as OpenAI does it: an
 * `error` event with the problem inside, then `response.failed`.
 */
export const openAiResponses: Surface = {
  id: "openai-responses",
  provider: openAi,
  read: (_call, body, _params, context) => readResponses(body, context),
  whole,
  frames,
  problemFrames,
};

function whole(answer: Answer): JsonObject {
  const items = outputItems(answer);
  const end = endOf(answer);
  const output = items.map((item, index) => itemObject(item, statusOf(index, items, end), answer));
  const body = responseObject(answer, { ...end, output });
  keepResponse(JSON.stringify(body), answer);
  return answer.ask.inBackground ? responseObject(answer, { status: "queued", output: [] }) : body;
}

function frames(answer: Answer): Iterable<Frame> {
  if (!answer.ask.inBackground) return events(answer, (body) => keepResponse(body, answer));
  let whole = "";
  const all = [...events(answer, (body) => whole = body)];
  // It is made to its end whoever listens, and can be listened to again.
  keepResponse(whole, answer, all);
  return all;
}

/** Writes the events, and tells the body of the response before the last of them. */
function* events(answer: Answer, onWhole: (body: string) => void): Generator<Frame> {
  const writer = new EventWriter();
  yield* beginning(answer, writer);
  const items = outputItems(answer);
  const end = endOf(answer);
  const output: JsonObject[] = [];
  for (const [index, item] of items.entries()) {
    const object = itemObject(item, statusOf(index, items, end), answer);
    yield* itemFrames(item, object, { answer, writer, index });
    output.push(object);
  }
  const body = JSON.stringify(responseObject(answer, { ...end, output }));
  onWhole(body);
  yield writer.event("finish", `response.${end.status}`, `,"response":${body}`);
}

function* beginning(answer: Answer, writer: EventWriter): Generator<Frame> {
  const state = (status: ResponseState["status"]) =>
    `,"response":${JSON.stringify(responseObject(answer, { status, output: [] }))}`;
  const begun = state("in_progress");
  if (answer.ask.inBackground) {
    const queued = state("queued");
    yield writer.event("open", "response.created", queued);
    yield writer.event("open", "response.queued", queued);
  } else {
    yield writer.event("open", "response.created", begun);
  }
  yield writer.event("open", "response.in_progress", begun);
}

function* problemFrames(problem: Problem, answer: Answer, sentFrames: number): Generator<Frame> {
  const writer = new EventWriter(sentFrames);
  const { message, type, param, code } = errorObject(problem);
  if (problem.type === "error") {
    yield writer.event("problem", "error", membersText({ code, message, param }));
    return;
  }
  if (problem.type !== "response.failed") {
    yield writer.event("problem", "error", membersText({ error: { type, code, message, param } }));
  }
  const error = { code: code ?? "server_error", message };
  const response = responseObject(answer, { status: "failed", error, output: [] });
  keepResponse(JSON.stringify(response), answer);
  yield writer.event("problem", "response.failed", membersText({ response }));
}

function endOf(answer: Answer): ResponseEnd {
  return responseEnd(answer.choices[0]?.reason ?? "stop");
}

/** Only the item within which a response ends is cut. */
function statusOf(
  index: number,
  items: readonly OutputItem[],
  { status }: ResponseEnd,
): "completed" | "incomplete" {
  return status !== "completed" && index === items.length - 1 ? "incomplete" : "completed";
}

function membersText(members: JsonObject): string {
  return `,${JSON.stringify(members).slice(1, -1)}`;
}
