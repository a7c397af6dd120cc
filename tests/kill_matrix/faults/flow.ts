import type { TurnEvent } from "../../../src/turn/turn.ts";
import { isDoneSentinel } from "../../../src/wire/json.ts";
import type { TurnDecoder } from "../../../src/wire/wire.ts";
import { wireOf } from "../../../src/wire/wires.ts";
import type { AdapterFault } from "../fault.ts";
import { LineFrames } from "../line_frames.ts";
import { adapter, readChunks } from "../steps.ts";

/** How long the checks wait for what never comes, in milliseconds. */
const HANGS_MS = 250;
const QUEUE_SIZE = 8;

/** Streams that do not end where they should, take too much, or take from one another. */
export const FLOW_FAULTS: readonly AdapterFault[] = [
  {
    id: "waits-for-the-connection-to-close",
    source: "earendil-works/pi#5592",
    wire: "anthropic-messages",
    rule: "stop-at-marker",
    newModel: adapter("anthropic-messages", () => ({ isOver: () => false })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "done-is-filtered-out",
    source: "agentscope-ai/agentscope-java#2073",
    wire: "openai-chat",
    rule: "stop-at-marker",
    // A filter where it had to be a takeWhile: the turn ends when the connection does.
    newModel: adapter("openai-chat", (right) => {
      let isDone = false;
      return {
        frame(frame, out) {
          if (isDoneSentinel(frame)) isDone = true;
          else right.frame(frame, out);
        },
        end(out) {
          if (!isDone) return right.end(out);
          right.turn.push(
            { event: undefined, data: "[DONE]", id: undefined, unterminated: false },
            out,
          );
        },
      };
    }),
    deadlineMs: HANGS_MS,
  },
  {
    id: "waits-for-done-on-responses",
    source: "issue 2: ends at the marker although the socket stays open",
    wire: "openai-responses",
    rule: "stop-at-marker",
    // The chat wire's [DONE] is waited for, which this one does not have.
    newModel: adapter("openai-responses", (right) => {
      let isDone = false;
      return {
        frame(frame, out) {
          isDone ||= isDoneSentinel(frame);
          right.frame(frame, out);
        },
        isOver: () => isDone,
        end: (out) => right.turn.done ? undefined : right.end(out),
      };
    }),
    deadlineMs: HANGS_MS,
  },
  {
    id: "body-is-kept-at-the-marker",
    source: "issue 2: ends at the marker although the socket stays open",
    wire: "ollama",
    rule: "stop-at-marker",
    // The turn is over, so there seems to be nothing to cancel.
    newModel: adapter("ollama", (right) => ({
      async *chunks(body) {
        const reader = body.getReader();
        try {
          for (let part = await reader.read(); !part.done; part = await reader.read()) {
            yield part.value;
          }
        } finally {
          if (!right.turn.done) await reader.cancel().catch(() => {});
        }
      },
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "stream-is-filled-at-its-start",
    source: "elysiajs/elysia#1801",
    wire: "openai-chat",
    rule: "slow-consumer",
    // All events are put into a ReadableStream by its start(), whether anybody takes them or not.
    newModel: adapter("openai-chat", () => ({
      give: (events) =>
        new ReadableStream<TurnEvent>({
          async start(controller) {
            for await (const event of events) controller.enqueue(event);
            controller.close();
          },
          cancel: () => void events.return(undefined),
        }),
    })),
  },
  {
    id: "full-queue-drops-the-oldest",
    source: "anomalyco/opencode#16697",
    wire: "gemini",
    rule: "slow-consumer",
    ruleCase: "nothing lost",
    // The queue is bounded, but whoever fills it does not wait.
    newModel: adapter("gemini", () => ({
      async *give(events) {
        const queue: TurnEvent[] = [];
        let isOver = false;
        const filling = (async () => {
          for await (const event of events) {
            queue.push(event);
            if (queue.length > QUEUE_SIZE) queue.shift();
          }
        })().finally(() => isOver = true);
        while (!isOver || queue.length > 0) {
          const event = queue.shift();
          if (event) yield event;
          else await new Promise((resolve) => setTimeout(resolve, 0));
        }
        await filling;
      },
    })),
  },
  {
    id: "tee-for-the-log",
    source: "issue 2: the adapter does not read the whole endless response ahead",
    wire: "anthropic-messages",
    rule: "slow-consumer",
    // One branch goes to the log at full speed; what the other has not read waits in memory.
    newModel: adapter("anthropic-messages", () => ({
      async *chunks(body) {
        const [branch, log] = body.tee();
        const logging = (async () => {
          for await (const _ of log);
        })();
        logging.catch(() => {});
        yield* readChunks(branch);
      },
    })),
  },
  {
    id: "one-buffer-for-all-streams",
    source: "oracle/langchain-oracle#255",
    wire: "openai-chat",
    rule: "parallel-streams",
    // What is left of a chunk waits in the client, not in the stream.
    newModel(env) {
      const frames = new LineFrames();
      return adapter("openai-chat", () => ({ frames }))(env);
    },
  },
  {
    id: "calls-are-kept-in-the-client",
    source: "intrafind/ihub-apps#1678",
    wire: "anthropic-messages",
    rule: "parallel-streams",
    // Calls gather in a member of the client, which is emptied when a turn ends.
    newModel(env) {
      let calls: TurnEvent[] = [];
      return adapter("anthropic-messages", () => ({
        async *give(events) {
          for await (const event of events) {
            if (event.type === "tool_call") calls.push(event);
            else if (event.type === "finish") {
              yield* calls;
              calls = [];
              yield event;
            } else yield event;
          }
        },
      }))(env);
    },
  },
  {
    id: "one-controller-for-all-streams",
    source: "issue 2: parallel streams do not mix",
    wire: "gemini",
    rule: "parallel-streams",
    newModel(env) {
      const all = new AbortController();
      return adapter("gemini", (right) => ({
        send(env, signal) {
          if (signal?.aborted) all.abort(signal.reason);
          signal?.addEventListener("abort", () => all.abort(signal.reason));
          return right.send(env, all.signal);
        },
      }))(env);
    },
  },
  {
    id: "leaving-cancels-the-newest",
    source: "issue 2: parallel streams do not mix",
    wire: "ollama",
    rule: "parallel-streams",
    // The reader is a member of the client, so it is that of the stream begun last.
    newModel(env) {
      let reader: ReadableStreamDefaultReader;
      return adapter("ollama", () => ({
        async *chunks(body) {
          const own = reader = body.getReader();
          try {
            for (let part = await own.read(); !part.done; part = await own.read()) {
              yield part.value;
            }
          } finally {
            await reader.cancel().catch(() => {});
          }
        },
      }))(env);
    },
  },
  {
    id: "state-survives-a-failure",
    source: "intrafind/ihub-apps#1678",
    wire: "openai-responses",
    rule: "parallel-streams",
    // What reads frames is used again by the next stream, and made new only where a turn has ended.
    newModel(env) {
      const wire = wireOf("openai-responses");
      const used: TurnDecoder[] = [];
      return adapter("openai-responses", () => {
        const turn = used.pop() ?? wire.decoder();
        return {
          turn,
          frame: (frame, out) => void turn.push(frame, out),
          isOver: () => turn.done,
          end: (out) => void turn.end(out),
          async *chunks(body) {
            try {
              yield* readChunks(body);
            } finally {
              if (!turn.done) used.push(turn);
            }
          },
        };
      })(env);
    },
  },
];
