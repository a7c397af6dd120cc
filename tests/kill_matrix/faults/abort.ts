import { finish } from "../../support/events.ts";
import type { AdapterFault } from "../fault.ts";
import { adapter } from "../steps.ts";

/** Aborts that look like the end of a turn, or like nothing at all. */
export const ABORT_FAULTS: readonly AdapterFault[] = [
  {
    id: "abort-is-return",
    source: "openai/openai-node#655",
    wire: "openai-chat",
    rule: "abort-is-not-an-end",
    // An AbortError is caught, and the loop just ends.
    newModel: adapter("openai-chat", () => ({
      async *give(events, signal) {
        try {
          yield* events;
        } catch (error) {
          if (!signal?.aborted) throw error;
        }
      },
    })),
  },
  {
    id: "abort-is-stop",
    source: "issue 2: abort is never a normal end",
    wire: "anthropic-messages",
    rule: "abort-is-not-an-end",
    // What has come is a message like any other.
    newModel: adapter("anthropic-messages", () => ({
      async *give(events, signal) {
        try {
          yield* events;
        } catch (error) {
          if (!signal?.aborted) throw error;
          yield finish("stop");
        }
      },
    })),
  },
  {
    id: "abort-leaves-promises-pending",
    source: "vercel/ai#15430",
    wire: "cohere",
    rule: "abort-is-not-an-end",
    // The abort closes the connection, and nobody tells those who wait for the rest.
    newModel: adapter("cohere", () => ({
      async *give(events, signal) {
        try {
          yield* events;
        } catch (error) {
          if (signal?.aborted) await new Promise(() => {});
          throw error;
        }
      },
    })),
    deadlineMs: 250,
  },
  {
    id: "only-a-later-abort-is-heard",
    source: "issue 2: release when the signal has aborted before the call",
    wire: "gemini",
    rule: "abort-is-not-an-end",
    // A listener alone: a signal that has aborted fires no more.
    newModel: adapter("gemini", (right) => ({
      send(env, signal) {
        const inner = new AbortController();
        signal?.addEventListener("abort", () => inner.abort(signal.reason));
        return right.send(env, inner.signal);
      },
    })),
    deadlineMs: 250,
  },
  {
    id: "foreign-reason-is-swallowed",
    source: "issue 2: abort is never a normal end",
    wire: "ollama",
    rule: "abort-is-not-an-end",
    // Only an error by the name of AbortError counts as one; a reason of the caller's ends the loop.
    newModel: adapter("ollama", () => ({
      async *give(events, signal) {
        try {
          yield* events;
        } catch (error) {
          const isAbortError = error instanceof DOMException && error.name === "AbortError";
          if (isAbortError || !signal?.aborted) throw error;
        }
      },
    })),
  },
];
