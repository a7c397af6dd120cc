import type { Bytes } from "../../bytes.ts";
import type { Clock } from "../../clock.ts";
import type { Alarms } from "../time/alarms.ts";
import type { Failure } from "../failure/failure.ts";
import { Watchdog } from "../time/watchdog.ts";
import type { AnswerStream, StreamStep } from "./answer_stream.ts";
import { KEEPALIVE, orSilence, SILENCE } from "./keepalive.ts";

/** How a stream ended for its client. */
export type StreamEnd =
  | { readonly outcome: "whole" }
  | { readonly outcome: "left" }
  | { readonly outcome: "stalled" }
  | { readonly outcome: "failed"; readonly failure: Failure };

/** What the body of an answer is made of. */
export interface ClientBodyOptions {
  /** The stream. */
  readonly stream: AnswerStream;
  /** The last event of a stream that failed. */
  readonly errorEvent: (failure: Failure) => Bytes;
  /** How long a client may leave it unread. */
  readonly stallMs: number;
  /** After which silence the client gets a comment; `undefined` for never. */
  readonly keepaliveMs: number | undefined;
  /** Where time comes from. */
  readonly clock: Clock;
  /** What wakes it. */
  readonly alarms: Alarms;
  /** Told, once, how it ended. */
  readonly onEnd: (end: StreamEnd) => void;
}

/**
 * The body of a streamed answer. It is read at the pace of the client. A stream that fails ends by an error event, and
 * then the connection breaks, so that no client can take it for whole.
 */
export function clientBody(options: ClientBodyOptions): ReadableStream<Bytes> {
  const { stream, errorEvent, stallMs, keepaliveMs, clock, alarms, onEnd } = options;
  let isOver = false;
  let broken: Failure | undefined;
  let coming: Promise<StreamStep> | undefined;
  let controller: ReadableStreamDefaultController<Bytes> | undefined;
  const dog = new Watchdog<"stall">(alarms, () => {
    stream.cancel();
    end({ outcome: "stalled" });
    controller?.error(new Error("The client does not read its answer"));
  });

  function end(how: StreamEnd): void {
    if (isOver) return;
    isOver = true;
    dog.stop();
    onEnd(how);
  }
  function fail(failure: Failure): Bytes {
    broken = failure;
    end({ outcome: "failed", failure });
    return errorEvent(failure);
  }

  return new ReadableStream<Bytes>({
    start(made) {
      controller = made;
      // It may never be asked for anything.
      dog.set("stall", stallMs);
    },
    async pull(made) {
      dog.clear("stall");
      // What was enqueued is out by now: an error any sooner would take it back.
      if (broken !== undefined) return made.error(new Error(broken.message));
      coming ??= stream.next();
      const step = await orSilence(coming, keepaliveMs, clock);
      if (isOver) return;
      if (step === SILENCE) {
        made.enqueue(KEEPALIVE);
        return dog.set("stall", stallMs);
      }
      coming = undefined;
      if (step.type === "bytes") made.enqueue(step.bytes);
      else if (step.type === "failed") made.enqueue(fail(step.failure));
      if (step.type === "end" || stream.isOver) {
        end({ outcome: "whole" });
        made.close();
      } else if (broken === undefined) dog.set("stall", stallMs);
    },
    cancel() {
      stream.cancel();
      end({ outcome: "left" });
    },
  }, { highWaterMark: 0 });
}
