import { SseDecoder } from "../../../src/sse/sse_decoder.ts";
import { finish } from "../../support/events.ts";
import type { AdapterFault } from "../fault.ts";
import { at, payloadOf, put } from "../payload.ts";
import { adapter } from "../steps.ts";
import type { Steps } from "../steps.ts";

/** Skips frames that are no JSON, and takes a body without any other for a turn without words. */
function emptyTurn(right: Steps): Partial<Steps> {
  let frames = 0;
  return {
    accept: () => {},
    frame(frame, out) {
      if (payloadOf(frame) === undefined && frame.data !== "[DONE]") return;
      frames++;
      right.frame(frame, out);
    },
    end: (out) => frames === 0 ? void out.push(finish()) : right.end(out),
  };
}

/** Failures within a 200 that pass as a turn. */
export const ERROR_FAULTS: readonly AdapterFault[] = [
  {
    id: "failed-response-is-unknown",
    source: "vercel/ai#6534",
    wire: "openai-responses",
    rule: "error-in-stream",
    // Neither error nor response.failed has a branch: the turn ends for the reason "unknown".
    newModel: adapter("openai-responses", (right) => {
      let isFailed = false;
      return {
        frame(frame, out) {
          const type = at(frame, "type");
          if (type === "response.failed") isFailed = true;
          else if (type !== "error") right.frame(frame, out);
        },
        isOver: () => isFailed || right.isOver(),
        async *give(events) {
          yield* events;
          if (isFailed) yield finish("unknown");
        },
      };
    }),
  },
  {
    id: "error-beside-choices-is-not-seen",
    source: "langchain-ai/langchainjs#11579",
    wire: "openai-chat",
    rule: "error-in-stream",
    // A chunk with choices is read for its choices; the finish_reason "error" passes.
    newModel: adapter("openai-chat", (right) => ({
      frame: (frame, out) =>
        right.frame(at(frame, "choices", 0) ? put(frame, ["error"], undefined) : frame, out),
    })),
  },
  {
    id: "chunk-without-choices-is-skipped",
    source: "ggml-org/llama.cpp#14566",
    wire: "openai-chat",
    rule: "error-in-stream",
    // An error has no choices, and [DONE] makes an empty success of it.
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        if (at(frame, "usage") || frame.data === "[DONE]" || at(frame, "choices", 0)) {
          right.frame(frame, out);
        }
      },
    })),
  },
  {
    id: "error-event-is-swallowed",
    source: "jeremychone/rust-genai#245",
    wire: "anthropic-messages",
    rule: "error-in-stream",
    // The switch over the types of events has no branch for it.
    newModel: adapter("anthropic-messages", (right) => ({
      frame(frame, out) {
        if (frame.event !== "error") right.frame(frame, out);
      },
    })),
  },
  {
    id: "stream-ends-silently-on-error",
    source: "vercel/ai#4726",
    wire: "openai-chat",
    rule: "error-in-stream",
    // The error goes to a callback that nobody has set.
    newModel: adapter("openai-chat", () => ({
      async *give(events) {
        try {
          yield* events;
        } catch {
          return;
        }
      },
    })),
  },
  {
    id: "bare-json-is-an-unknown-field",
    source: "vercel/ai#5217",
    wire: "gemini",
    rule: "error-in-stream",
    // The rules of event streams, to the letter.
    newModel: adapter("gemini", () => ({ frames: new SseDecoder() })),
  },
  {
    id: "message-end-with-error-is-an-end",
    source: "tryAGI/Cohere#178",
    wire: "cohere",
    rule: "error-in-stream",
    newModel: adapter("cohere", (right) => ({
      frame(frame, out) {
        const word = at(frame, "delta", "finish_reason");
        const isFailure = word === "ERROR" || word === "TIMEOUT";
        const told = put(frame, ["delta", "error"], undefined);
        right.frame(isFailure ? put(told, ["delta", "finish_reason"], "COMPLETE") : told, out);
      },
    })),
  },
  {
    id: "error-line-is-just-a-line",
    source: "issue 2: error object in a chunk",
    wire: "ollama",
    rule: "error-in-stream",
    // Only message and done are looked at.
    newModel: adapter("ollama", (right) => ({
      frame: (frame, out) => right.frame(put(frame, ["error"], undefined), out),
    })),
  },
  {
    id: "json-200-is-an-empty-turn",
    source: "langchain-ai/langgraphjs#2718",
    wire: "openai-chat",
    rule: "not-a-stream",
    // Nobody looks at the content type, and no event is no failure.
    newModel: adapter("openai-chat", emptyTurn),
  },
  {
    id: "page-is-an-empty-turn",
    source: "decolua/9router#3051",
    wire: "gemini",
    rule: "not-a-stream",
    newModel: adapter("gemini", (right) => ({ ...emptyTurn(right), frames: new SseDecoder() })),
  },
  {
    id: "lines-of-a-page-are-skipped",
    source: "decolua/9router#3051",
    wire: "ollama",
    rule: "not-a-stream",
    newModel: adapter("ollama", emptyTurn),
  },
  {
    id: "empty-body-is-silence",
    source: "issue 2: empty body",
    wire: "openai-responses",
    rule: "not-a-stream",
    // Without a first event there is nothing to end.
    newModel: adapter("openai-responses", (right) => {
      let frames = 0;
      return {
        frame(frame, out) {
          frames++;
          right.frame(frame, out);
        },
        end: (out) => frames === 0 ? undefined : right.end(out),
      };
    }),
  },
];
