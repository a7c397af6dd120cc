import { type Bytes, toBytes } from "../../bytes.ts";
import type { Clock } from "../../clock.ts";
import type { HttpAnswer } from "../../server/http_answer.ts";
import { readErrorText } from "../failure/error_body.ts";
import type { Dialect, StreamProblem } from "../stream/dialect.ts";
import { KEEPALIVE, orSilence, SILENCE } from "../stream/keepalive.ts";

/** What is said of an answer of which nothing is known yet. */
const EARLY_STATUS = 200;

const decoder = new TextDecoder();

/** What an answer that may begin early depends on. */
export interface EarlyAnswerOptions {
  /** How long silence may last. */
  readonly keepaliveMs: number;
  /** What kind of request it answers. */
  readonly dialect: Pick<Dialect, "errorEvent">;
  /** The id of the request. */
  readonly id: string;
  /** Where time comes from. */
  readonly clock: Clock;
  /** Told the status, if the answer begins before it is there. */
  readonly onOpen: (status: number) => void;
  /** Called if the client leaves before the answer is there. */
  readonly onLeft: () => void;
}

/**
 * Gives the answer to a request for a stream. One that takes longer than silence may last begins without it: by status
 * 200 and comments, while one upstream after the other may still be asked. A failure after that can only be told by an
 * event.
 *
 * @param coming The answer.
 * @param options What it depends on.
 */
export async function earlyAnswer(
  coming: Promise<HttpAnswer>,
  options: EarlyAnswerOptions,
): Promise<HttpAnswer> {
  const answer = await orSilence(coming, options.keepaliveMs, options.clock);
  if (answer !== SILENCE) return answer;
  const headers = {
    "content-type": "text/event-stream",
    "cache-control": "no-store, no-transform",
    "x-content-type-options": "nosniff",
    "x-request-id": options.id,
  };
  const body = new ReadableStream(new EarlyBody(coming, options), { highWaterMark: 0 });
  options.onOpen(EARLY_STATUS);
  return { status: EARLY_STATUS, headers, body };
}

/** A body of comments until the answer is there, and of the answer from then on. */
class EarlyBody implements UnderlyingDefaultSource<Bytes> {
  readonly #coming: Promise<HttpAnswer>;
  readonly #options: EarlyAnswerOptions;
  #isOpen = false;
  #reader: ReadableStreamDefaultReader<Bytes> | undefined;
  #broken: Error | undefined;

  constructor(coming: Promise<HttpAnswer>, options: EarlyAnswerOptions) {
    this.#coming = coming;
    this.#options = options;
    // Nobody may be there to be told.
    coming.catch(() => {});
  }

  async pull(controller: ReadableStreamDefaultController<Bytes>): Promise<void> {
    // What was enqueued is out by now: an error any sooner would take it back.
    if (this.#broken !== undefined) return controller.error(this.#broken);
    if (this.#reader !== undefined) return await pass(this.#reader, controller);
    const { keepaliveMs, clock, dialect } = this.#options;
    const waited = this.#isOpen ? await orSilence(this.#coming, keepaliveMs, clock) : SILENCE;
    this.#isOpen = true;
    if (waited === SILENCE) return controller.enqueue(KEEPALIVE);
    const { status, body } = waited;
    if (status > 299) {
      const problem = problemOf(waited);
      this.#broken = new Error(problem.message);
      return controller.enqueue(dialect.errorEvent(problem));
    }
    if (body instanceof ReadableStream) {
      this.#reader = body.getReader();
      return await pass(this.#reader, controller);
    }
    controller.enqueue(typeof body === "string" ? toBytes(body) : body ?? new Uint8Array(0));
    controller.close();
  }

  async cancel(reason: unknown): Promise<void> {
    if (this.#reader !== undefined) return await this.#reader.cancel(reason);
    this.#options.onLeft();
    // It may have come already.
    this.#coming.then(
      ({ body }) => body instanceof ReadableStream ? body.cancel(reason) : undefined,
    ).catch(() => {});
  }
}

async function pass(
  reader: ReadableStreamDefaultReader<Bytes>,
  controller: ReadableStreamDefaultController<Bytes>,
): Promise<void> {
  const { done, value } = await reader.read();
  if (done) controller.close();
  else controller.enqueue(value);
}

function problemOf({ status, body }: HttpAnswer): StreamProblem {
  const text = body instanceof Uint8Array ? decoder.decode(body) : body;
  const { code, message } = readErrorText(typeof text === "string" ? text : "");
  return {
    code: code ?? "upstream_error",
    message: message === "" ? `The upstream answered ${status}` : message,
  };
}
