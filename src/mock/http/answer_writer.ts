import type { Bytes } from "../../bytes.ts";
import type { HttpAnswer } from "../../server/http_answer.ts";
import { utf8Length } from "../../utf8_length.ts";
import { isPlainBody } from "../delivery/body_delivery.ts";
import { deliver } from "../delivery/deliver.ts";
import type { Delivery } from "../delivery/delivery_plan.ts";
import { paceOf } from "../delivery/pace.ts";
import type { Frame } from "../delivery/frame.ts";
import type { Framing } from "../delivery/speller.ts";
import { MockError } from "../mock_error.ts";
import type { ModelCalls } from "../calls/model_calls.ts";
import { invalid } from "../providers/problem.ts";
import type { Surface } from "../providers/surface.ts";
import { capturedFrames } from "../recording/captured_frames.ts";
import { CONTENT_TYPES } from "./content_types.ts";
import { jsonAnswer } from "./respond.ts";
import type { Answer } from "../result/answer.ts";
import type { JsonValue } from "../result/model_result.ts";
import type { Reply } from "../rules/reply.ts";
import type { TurnCall } from "../calls/turn_call.ts";
import { UnmatchedProblem } from "./unmatched.ts";

/** Writes answers as their providers do, and writes down how it went. */
export class AnswerWriter {
  readonly #calls: ModelCalls;

  /** @param calls The calls of the model. */
  constructor(calls: ModelCalls) {
    this.#calls = calls;
  }

  /**
   * Writes what was captured as it is; an answer without words stands for it where faults need one.
   *
   * @throws {ProviderProblem} If the request is not streamed, and the reply has no body.
   */
  async captured(
    surface: Surface,
    call: TurnCall,
    { frames = [], body }: Reply,
    delivery: Delivery,
  ): Promise<HttpAnswer> {
    const answer = await this.#calls.makeAnswer(call, NO_WORDS);
    if (call.ask.framing !== undefined) {
      const captured = capturedFrames(frames, surface.id);
      return this.delivered(surface, call, answer, delivery, captured);
    }
    if (body !== undefined) return this.whole(surface, call, answer, delivery, body);
    const message =
      "The rule answers with a captured stream and has no 'body' for a request that " +
      "is not streamed: ask for a stream, or give the rule a 'body'";
    const error = new MockError("MOCK_UNMATCHED", message);
    const endedMs = this.#calls.clock.now();
    call.record.change({ outcome: "failed", status: 400, retryable: false, error, endedMs });
    throw new UnmatchedProblem(error);
  }

  /**
   * Writes a response that a rule describes, delivered as asked: its body is a single frame.
   *
   * @throws {ProviderProblem} If its faults could not happen in it.
   */
  async described(
    surface: Surface,
    call: TurnCall,
    response: Response,
    delivery: Delivery,
  ): Promise<HttpAnswer> {
    const { status, headers } = response;
    const data = await response.text();
    const frames: readonly Frame[] = data === ""
      ? []
      : [{ event: undefined, data, part: "content", tokens: 0 }];
    const answer = await this.#calls.makeAnswer(call, NO_WORDS);
    call.record.change({ outcome: "pending", frames: 0, bytes: 0, endedMs: undefined });
    const body = this.#body(surface, call, answer, delivery, frames, "whole");
    if (delivery.contentType !== undefined) headers.set("content-type", delivery.contentType);
    return { status, headers, body, keepsChunks: keepsChunks(delivery) };
  }

  /** Writes an answer as it was asked for: as a stream, whole, or as one that is made in the background. */
  written(surface: Surface, call: TurnCall, answer: Answer, delivery: Delivery): HttpAnswer {
    if (call.ask.framing !== undefined) {
      return this.delivered(surface, call, answer, delivery, surface.frames(answer));
    }
    return call.ask.inBackground
      ? this.#queued(surface, call, answer, delivery)
      : this.whole(surface, call, answer, delivery);
  }

  /** Writes that an answer is on its way which takes as long as it would to come; what else is asked happens now. */
  #queued(surface: Surface, call: TurnCall, answer: Answer, delivery: Delivery): HttpAnswer {
    const { clock } = this.#calls;
    const { timing, ...rest } = delivery;
    const { startedMs, random } = call;
    const pace = timing?.unstreamed === false
      ? undefined
      : paceOf(timing, Math.max(0, clock.now() - startedMs), random);
    const dueMs = pace?.({ part: "content", tokens: answer.usage.output });
    const readyMs = dueMs === undefined ? undefined : startedMs + dueMs;
    return this.whole(surface, call, { ...answer, readyMs }, rest);
  }

  /** Writes an answer that is not streamed: as its surface does, or the body that is given. */
  whole(
    surface: Surface,
    call: TurnCall,
    answer: Answer,
    delivery: Delivery,
    body: JsonValue = surface.whole(answer) as JsonValue,
  ): HttpAnswer {
    const text = JSON.stringify(body);
    if (!isPlainBody(delivery)) {
      const tokens = answer.usage.output;
      const frame: Frame = { event: undefined, data: text, part: "content", tokens };
      return this.delivered(surface, call, answer, delivery, [frame]);
    }
    const written = jsonAnswer(text, 200, surface.provider.headers(call.headerFacts()));
    call.record.change({
      outcome: "served",
      status: 200,
      frames: 1,
      bytes: utf8Length(text),
      endedMs: this.#calls.clock.now(),
    });
    return written;
  }

  /** Writes an answer as frames. @throws {ProviderProblem} If its faults could not happen in them. */
  delivered(
    surface: Surface,
    call: TurnCall,
    answer: Answer,
    delivery: Delivery,
    frames: Iterable<Frame>,
  ): HttpAnswer {
    const { framing = "whole" } = call.ask;
    const body = this.#body(surface, call, answer, delivery, frames, framing);
    call.record.change({ status: 200 });
    const headers = {
      ...surface.provider.headers(call.headerFacts()),
      "content-type": delivery.contentType ?? CONTENT_TYPES[framing],
    };
    return { status: 200, headers, body, keepsChunks: keepsChunks(delivery) };
  }

  /** @throws {ProviderProblem} If the stream is not one in which the faults could happen. */
  #body(
    surface: Surface,
    call: TurnCall,
    answer: Answer,
    delivery: Delivery,
    frames: Iterable<Frame>,
    framing: Framing,
  ): ReadableStream<Bytes> {
    const { random, origin, record, startedMs } = call;
    const { withUsage } = surface;
    const { clock } = this.#calls;
    try {
      return deliver(frames, {
        framing,
        delivery: spelt(surface, delivery),
        clock,
        startedMs,
        random,
        signal: origin?.signal,
        problemFrames: (problem, sentFrames) => surface.problemFrames(problem, answer, sentFrames),
        withUsage: withUsage && ((frame, tokens) => withUsage(frame, tokens, answer)),
        onProgress: record.change,
        onSettled: ({ end, ...handed }) =>
          record.change({ ...handed, outcome: end, endedMs: clock.now() }),
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const endedMs = clock.now();
      record.change({ outcome: "failed", status: 400, retryable: false, error, endedMs });
      throw invalid(error.message, undefined, { code: "mock_delivery" });
    }
  }
}

/** What stands for an answer where faults need one. */
const NO_WORDS: Reply = { result: { content: "", unchecked: true } };

function keepsChunks({ spelling }: Delivery): boolean {
  return spelling?.packetBytes !== undefined;
}

/** Where a delivery does not say how lines end, they end as the provider's do. */
function spelt({ lineEnd }: Surface, delivery: Delivery): Delivery {
  const { spelling } = delivery;
  if (lineEnd === undefined || spelling?.lineEnd !== undefined) return delivery;
  return { ...delivery, spelling: { ...spelling, lineEnd } };
}
