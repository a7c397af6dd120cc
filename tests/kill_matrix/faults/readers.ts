import { pushReader } from "../../../src/checks/sse/push_reader.ts";
import type { Bytes } from "../../../src/bytes.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { finish, usage } from "../../support/events.ts";
import type { FinishFault, ReaderFault } from "../fault.ts";
import { changeFinish } from "../finishes.ts";
import { LineFrames } from "../line_frames.ts";
import { reader } from "../steps.ts";
import { byName } from "./framing.ts";

const ANY_BYTES = "issue 2: the seed's properties of a reader, whatever the bytes";

/** Readers of bodies with one fault. */
export const READER_FAULTS: readonly ReaderFault[] = [
  {
    id: "an-event-of-its-own",
    source: ANY_BYTES,
    wire: "openai-chat",
    rule: "sse-event",
    // The usage as an event, which nobody knows.
    reader: reader("openai-chat", () => ({
      async *give(events) {
        for await (const event of events) {
          if (event.type === "finish") yield { type: "usage" } as unknown as TurnEvent;
          yield event;
        }
      },
    })),
  },
  {
    id: "reader-finishes-twice",
    source: "nyroway/nyro#162",
    wire: "anthropic-messages",
    rule: "sse-finish-last",
    reader: reader("anthropic-messages", (right) => ({
      frame(frame, out) {
        if (frame.event === "message_delta") out.push(finish());
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "stop-has-another-name",
    source: ANY_BYTES,
    wire: "ollama",
    rule: "finish",
    reader: reader("ollama", changeFinish(() => ({ reason: "done" }))),
  },
  {
    id: "done-after-an-error",
    source: "bigduu/Bamboo-agent#383",
    wire: "openai-chat",
    rule: "sse-error-last",
    // What must be closed is closed, also when it has failed.
    reader: pushReader(async (body, send) => {
      try {
        for await (const event of reader("openai-chat")(body)) if (!await send(event)) return;
      } catch (error) {
        await send({ type: "error", error });
        await send(finish());
      }
    }),
  },
  {
    id: "syntax-error-of-the-marker",
    source: "cline/cline#1786",
    wire: "openai-chat",
    rule: "sse-error-class",
    reader: reader("openai-chat", (right) => ({
      frame(frame, out) {
        JSON.parse(frame.data);
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "members-without-a-guard",
    source: ANY_BYTES,
    wire: "cohere",
    rule: "sse-error-class",
    by: "fuzzSse",
    // Works until a byte of the body is another.
    reader: reader("cohere", (right) => ({
      frame(frame, out) {
        if (frame.event === "content-delta") void JSON.parse(frame.data).delta.message.content.text;
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "end-of-body-is-never-told",
    source: "vercel/ai#15430",
    wire: "openai-chat",
    rule: "sse-settles",
    // Whoever waits for the rest of a cut body waits for ever.
    reader: reader("openai-chat", () => ({
      async *give(events) {
        try {
          yield* events;
        } catch {
          await new Promise(() => {});
        }
      },
    })),
  },
  {
    id: "reader-only-unlocks",
    source: "googleapis/js-genai#1918",
    wire: "gemini",
    rule: "sse-release",
    reader: reader("gemini", () => ({
      async *chunks(body) {
        const source = body.getReader();
        try {
          for (let part = await source.read(); !part.done; part = await source.read()) {
            yield part.value;
          }
        } finally {
          source.releaseLock();
        }
      },
    })),
  },
  {
    id: "reader-sends-whoever-listens",
    source: ANY_BYTES,
    wire: "ollama",
    rule: "sse-stop",
    reader: pushReader(async (body, send) => {
      try {
        for await (const event of reader("ollama")(body)) await send(event);
      } catch (error) {
        await send({ type: "error", error });
      }
    }),
  },
  {
    id: "reader-decodes-chunk-by-chunk",
    source: "sourcegraph/sourcegraph#50717",
    wire: "openai-responses",
    rule: "sse-chunking",
    reader: reader("openai-responses", () => ({
      frames: new (class extends LineFrames {
        override decode(chunk?: Bytes): string {
          return new TextDecoder().decode(chunk);
        }
      })(),
    })),
  },
  {
    id: "reader-flushes-a-finish",
    source: "vercel/ai#19165",
    wire: "openai-chat",
    rule: "sse-prefix",
    by: "checkSsePrefix",
    reader: reader("openai-chat", () => ({ end: (out) => void out.push(finish()) })),
  },
  {
    id: "reader-keeps-the-cr-of-a-line",
    source: "EventSource/eventsource#326",
    wire: "openai-responses",
    rule: "sse-spelling",
    by: "fuzzSse",
    // The name of an event ends with "\r", and nobody listens to that.
    reader: reader("openai-responses", (right) => ({
      frames: new (class extends LineFrames {
        override split(text: string): string[] {
          return text.split("\n");
        }
      })(),
      frame: byName(right),
    })),
  },
  {
    id: "reader-makes-up-a-stop",
    source: "SamSaffron/term-llm#954",
    wire: "gemini",
    rule: "sse-prefix",
    by: "fuzzSse",
    reader: reader("gemini", () => ({ end: (out) => void out.push(finish()) })),
  },
];

/** Ends of turns with one fault. */
export const FINISHES: readonly FinishFault[] = [
  {
    id: "reason-is-empty",
    source: "issue 2: finish rules of the seed",
    wire: "anthropic-messages",
    rule: "finish",
    finish: finish("", { raw: "end_turn" }).finish,
  },
  {
    id: "reason-is-not-the-provider-s-word",
    source: "issue 2: finish rules of the seed",
    wire: "anthropic-messages",
    rule: "finish",
    finish: finish("pause_turn", { raw: "PAUSE" }).finish,
  },
  {
    id: "live-adapter-discards",
    source: "issue 2: finish rules of the seed",
    wire: "openai-chat",
    rule: "finish",
    finish: finish("stop", { discarded: usage(0, 1) }).finish,
  },
];
