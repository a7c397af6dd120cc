import type { Bytes } from "../../../src/bytes.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import type { AdapterFault } from "../fault.ts";
import { adapter, readChunks } from "../steps.ts";

/** How long the checks wait for what never comes, in milliseconds. */
const HANGS_MS = 250;

/** Reads a body, and lets go of the lock alone. */
async function* unlockOnly(body: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** An iterator that nobody can leave. */
function onlyNext(events: AsyncGenerator<TurnEvent>): AsyncIterable<TurnEvent> {
  return { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) };
}

/** Responses that are held although nobody reads them any more. */
export const RELEASE_FAULTS: readonly AdapterFault[] = [
  {
    id: "lock-released-body-not-cancelled",
    source: "googleapis/js-genai#1918",
    wire: "gemini",
    rule: "release-on-break",
    newModel: adapter("gemini", () => ({ chunks: unlockOnly })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "no-cleanup-in-generator",
    source: "ollama/ollama-js#39",
    wire: "ollama",
    rule: "release-on-break",
    // There is nothing after the loop that a return() would run.
    newModel: adapter("ollama", () => ({
      async *chunks(body) {
        const reader = body.getReader();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return;
          yield value;
        }
      },
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "return-waits-for-the-whole-answer",
    source: "ollama/ollama-js#131",
    wire: "ollama",
    rule: "release-on-break",
    // What is left is read to its end, so that the connection can be used again.
    newModel: adapter("ollama", () => ({
      async *chunks(body) {
        const reader = body.getReader();
        let part = await reader.read();
        try {
          for (; !part.done; part = await reader.read()) yield part.value;
        } finally {
          while (!part.done) part = await reader.read();
        }
      },
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "iterator-has-only-next",
    source: "elizaOS/eliza#8784",
    wire: "openai-chat",
    rule: "release-on-break",
    newModel: adapter("openai-chat", () => ({ give: onlyNext })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "return-does-not-reach-the-source",
    source: "vercel/ai#8220",
    wire: "openai-responses",
    rule: "release-on-break",
    // A ReadableStream made of the events by hand, without a cancel().
    newModel: adapter("openai-responses", () => ({
      give: (events) =>
        new ReadableStream<TurnEvent>({
          async pull(controller) {
            const { done, value } = await events.next();
            if (done) controller.close();
            else controller.enqueue(value);
          },
        }),
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "break-leaves-provider-body-open",
    source: "langchain-ai/langchainjs#11580",
    wire: "openai-chat",
    rule: "release-on-break",
    newModel: adapter("openai-chat", () => ({ chunks: unlockOnly })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "cancel-after-the-loop-only",
    source: "genkit-ai/genkit#5435",
    wire: "anthropic-messages",
    rule: "release-on-break",
    // The cancel stands behind the loop, not in a finally.
    newModel: adapter("anthropic-messages", () => ({
      async *chunks(body) {
        const reader = body.getReader();
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          yield part.value;
        }
        await reader.cancel();
      },
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "tee-keeps-the-source",
    source: "vercel/ai#309",
    wire: "openai-chat",
    rule: "release-on-break",
    // One branch is read and cancelled. The other is for later, and keeps the source.
    newModel: adapter("openai-chat", () => ({
      chunks(body) {
        const [branch] = body.tee();
        return readChunks(branch);
      },
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "sent-before-anyone-reads",
    source: "issue 2: release when the consumer returns before the first event",
    wire: "cohere",
    rule: "release-on-break",
    // stream() sends at once, and what would let go never runs, as the generator has not begun.
    newModel: adapter("cohere", (right, { env, signal }) => {
      const sent = right.send(env, signal);
      sent.catch(() => {});
      return { send: () => sent };
    }),
    deadlineMs: HANGS_MS,
  },
  {
    id: "signal-is-not-passed-on",
    source: "vercel/ai#9834",
    wire: "anthropic-messages",
    rule: "release-on-abort",
    // The signal is looked at between two events; the request never hears of it.
    newModel: adapter("anthropic-messages", (right) => ({
      send: (env) => right.send(env, undefined),
      async *give(events, signal) {
        for await (const event of events) {
          signal?.throwIfAborted();
          yield event;
        }
      },
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "abort-waits-behind-a-pending-read",
    source: "assistant-ui/assistant-ui#5374",
    wire: "openai-chat",
    rule: "release-on-abort",
    // The return() of a generator stands in line behind its next(), which stalls.
    newModel: adapter("openai-chat", (right) => ({
      send: (env) => right.send(env, undefined),
      give(events, signal) {
        signal?.addEventListener("abort", () => void events.return(undefined));
        return events;
      },
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "signal-counts-from-the-headers-on",
    source: "issue 2: release when the signal aborts before the headers",
    wire: "gemini",
    rule: "release-on-abort",
    newModel: adapter("gemini", (right) => ({
      send: (env) => right.send(env, undefined),
      async *chunks(body, signal) {
        const reader = body.getReader();
        const onAbort = () => void reader.cancel();
        signal?.addEventListener("abort", onAbort);
        try {
          for (let part = await reader.read(); !part.done; part = await reader.read()) {
            yield part.value;
          }
          signal?.throwIfAborted();
        } finally {
          signal?.removeEventListener("abort", onAbort);
          await reader.cancel();
        }
      },
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "signal-counts-up-to-the-headers",
    source: "issue 2: release when the signal aborts mid-stream",
    wire: "openai-responses",
    rule: "release-on-abort",
    // What limits the time to connect is taken away once there is a response, and the signal with it.
    newModel: adapter("openai-responses", (right) => ({
      async send(env, signal) {
        const connecting = new AbortController();
        const onAbort = () => connecting.abort(signal?.reason);
        if (signal?.aborted) onAbort();
        signal?.addEventListener("abort", onAbort);
        try {
          return await right.send(env, connecting.signal);
        } finally {
          signal?.removeEventListener("abort", onAbort);
        }
      },
    })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "closed-by-the-collector",
    source: "openai/openai-python#3621",
    wire: "openai-chat",
    rule: "release-sockets",
    // Whoever leaves drops the stream, and its connection stays until it is collected.
    newModel: adapter("openai-chat", () => ({ give: onlyNext })),
    deadlineMs: HANGS_MS,
  },
  {
    id: "no-close-of-an-aborted-call",
    source: "BerriAI/litellm#26250",
    wire: "anthropic-messages",
    rule: "release-sockets",
    // The caller gets its abort; the connection to the provider goes on, until the pool is empty.
    newModel: adapter("anthropic-messages", (right) => ({
      send: (env) => right.send(env, undefined),
    })),
    deadlineMs: HANGS_MS,
  },
];
