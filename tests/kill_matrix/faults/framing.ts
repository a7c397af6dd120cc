import type { Bytes } from "../../../src/bytes.ts";
import { frameOf } from "../../../src/wire/frame.ts";
import type { SseEvent } from "../../../src/sse/sse_event.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import type { NewModel } from "../../../src/checks/model_checks.ts";
import type { AdapterFault } from "../fault.ts";
import { LineFrames } from "../line_frames.ts";
import { payloadOf } from "../payload.ts";
import { adapter } from "../steps.ts";
import type { Steps } from "../steps.ts";

/** An adapter that finds its frames by a loop of its own. */
export function byLoop(wire: WireId, newFrames: () => Steps["frames"]): NewModel {
  return adapter(wire, () => ({ frames: newFrames() }));
}

/** Tells frames by their names alone, as a listener of an EventSource does. */
export function byName(right: Steps): Steps["frame"] {
  return (frame, out) => {
    if (frame.event !== undefined) right.frame(frame, out);
  };
}

/** Frames that are found only in some spellings and chunks of a body. */
export const FRAMING_FAULTS: readonly AdapterFault[] = [
  {
    id: "crlf-cut-in-two-is-two-line-ends",
    source: "rexxars/eventsource-parser#17",
    wire: "anthropic-messages",
    rule: "framing",
    ruleCase: "lines end with CRLF",
    // Nothing is kept of a carriage return at the end of a chunk: the name of an event is lost there.
    newModel: adapter("anthropic-messages", (right) => ({
      frames: new (class extends LineFrames {
        override split(text: string): string[] {
          return text.split(/\r\n|\r|\n/);
        }
      })(),
      frame: byName(right),
    })),
  },
  {
    id: "events-end-at-two-line-feeds",
    source: "EventSource/eventsource#326",
    wire: "openai-chat",
    rule: "framing",
    ruleCase: "lines end with CRLF",
    // The body is split at "\n\n"; other line ends are unknown.
    newModel: byLoop(
      "openai-chat",
      () =>
        new (class extends LineFrames {
          override split(text: string): string[] {
            return text.split("\n");
          }
        })(),
    ),
  },
  {
    id: "byte-order-mark-is-kept",
    source: "rexxars/eventsource-parser#41",
    wire: "anthropic-messages",
    rule: "framing",
    ruleCase: "a byte order mark first",
    // It makes another field of the first one, and the first event has no name.
    newModel: adapter("anthropic-messages", (right) => {
      const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      return {
        frames: new (class extends LineFrames {
          override decode(chunk?: Bytes): string {
            return decoder.decode(chunk, { stream: chunk !== undefined });
          }
        })(),
        frame: byName(right),
      };
    }),
  },
  {
    id: "last-event-needs-a-blank-line",
    source: "openai/openai-node#2725",
    wire: "openai-chat",
    rule: "framing",
    ruleCase: "no blank line at the end",
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        if (!frame.unterminated) right.frame(frame, out);
      },
    })),
  },
  {
    id: "comments-are-parsed",
    source: "brainlid/langchain#569",
    wire: "openai-chat",
    rule: "framing",
    ruleCase: "comments between events",
    // ": OPENROUTER PROCESSING" is a line, and lines are JSON.
    newModel: byLoop(
      "openai-chat",
      () =>
        new (class extends LineFrames {
          override field(name: string, value: string, out: SseEvent[]): void {
            super.field(name === "" ? "data" : name, value, out);
          }
        })(),
    ),
  },
  {
    id: "a-frame-for-every-data-line",
    source: "stalwartlabs/jmap-client#19",
    wire: "cohere",
    rule: "framing",
    ruleCase: "data in several lines",
    newModel: byLoop(
      "cohere",
      () =>
        new (class extends LineFrames {
          override field(name: string, value: string, out: SseEvent[]): void {
            if (name === "data") out.push(frameOf(value));
          }
        })(),
    ),
  },
  {
    id: "only-the-last-data-line-counts",
    source: "SamSaffron/term-llm#454",
    wire: "openai-responses",
    rule: "framing",
    ruleCase: "data in several lines",
    newModel: byLoop(
      "openai-responses",
      () =>
        new (class extends LineFrames {
          override join(data: readonly string[]): string {
            return data.at(-1)!;
          }
        })(),
    ),
  },
  {
    id: "the-space-is-part-of-the-field",
    source: "huggingface/huggingface_hub#4536",
    wire: "openai-responses",
    rule: "framing",
    ruleCase: "no space after the colon",
    // Lines that do not begin with "data: " are no data.
    newModel: byLoop(
      "openai-responses",
      () =>
        new (class extends LineFrames {
          override line(line: string, out: SseEvent[]): void {
            if (!/^\w+:(?! )/.test(line)) super.line(line, out);
          }
        })(),
    ),
  },
  {
    id: "a-frame-is-a-chunk",
    source: "issue 2: framing matrix",
    wire: "anthropic-messages",
    rule: "framing",
    ruleCase: "one byte a chunk",
    // On the own machine every read gives whole events.
    newModel: byLoop(
      "anthropic-messages",
      () =>
        new (class extends LineFrames {
          override read(text: string, _isEnd: boolean, out: SseEvent[]): SseEvent[] {
            return super.read(text, true, out);
          }
        })(),
    ),
  },
  {
    id: "a-line-is-a-chunk",
    source: "issue 2: framing matrix",
    wire: "ollama",
    rule: "framing",
    ruleCase: "one byte a chunk",
    // NDJSON: each chunk is split at line feeds, and what is no JSON is skipped as half a line.
    newModel: adapter("ollama", (right) => ({
      frames: {
        push(chunk, out = []) {
          const lines = new TextDecoder().decode(chunk).split("\n");
          out.push(...lines.filter((line) => line !== "").map((line) => frameOf(line)));
          return out;
        },
        end: (out = []) => out,
      },
      frame(frame, out) {
        if (payloadOf(frame) !== undefined) right.frame(frame, out);
      },
    })),
  },
  {
    id: "last-line-needs-a-line-end",
    source: "issue 2: framing matrix",
    wire: "ollama",
    rule: "framing",
    ruleCase: "no line end at the end",
    newModel: adapter("ollama", (right) => ({
      frame(frame, out) {
        if (!frame.unterminated) right.frame(frame, out);
      },
    })),
  },
  {
    id: "done-by-strict-equality",
    source: "Nano-Collective/nanocoder#614",
    wire: "openai-chat",
    rule: "sentinel",
    // "data:  [DONE]" is another text, and no JSON either.
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        if (frame.data !== "[DONE]") JSON.parse(frame.data);
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "done-with-a-blank-behind-it",
    source: "mistralai/mistral-vibe#793",
    wire: "openai-chat",
    rule: "sentinel",
    // Blanks before it are trimmed, those after it not.
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        if (/^\s*\[DONE\]\s+$/.test(frame.data)) return;
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "done-is-parsed-as-json",
    source: "cline/cline#1786",
    wire: "openai-chat",
    rule: "sentinel",
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        JSON.parse(frame.data);
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "done-anywhere-in-the-line",
    source: "issue 2: sentinel spellings",
    wire: "openai-chat",
    rule: "sentinel",
    // A substring: an answer that speaks of [DONE] ends there.
    newModel: adapter("openai-chat", (right) => ({
      frame: (frame, out) =>
        right.frame(frame.data.includes("[DONE]") ? { ...frame, data: "[DONE]" } : frame, out),
    })),
  },
  {
    id: "message-stop-anywhere-in-the-line",
    source: "issue 2: sentinel spellings",
    wire: "anthropic-messages",
    rule: "sentinel",
    newModel: adapter("anthropic-messages", (right) => {
      let isOver = false;
      return {
        frame(frame, out) {
          isOver = frame.data.includes("message_stop");
          right.frame(frame, out);
        },
        isOver: () => isOver,
      };
    }),
  },
  {
    id: "gateway-done-is-an-error",
    source: "issue 2: sentinel spellings",
    wire: "anthropic-messages",
    rule: "sentinel",
    // A gateway adds [DONE] behind the end, and all that is no JSON is an error.
    newModel: adapter("anthropic-messages", (right) => ({
      isOver: () => false,
      frame(frame, out) {
        JSON.parse(frame.data);
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "a-decoder-for-every-chunk",
    source: "sourcegraph/sourcegraph#50717",
    wire: "openai-chat",
    rule: "text-encoding",
    newModel: byLoop(
      "openai-chat",
      () =>
        new (class extends LineFrames {
          override decode(chunk?: Bytes): string {
            return new TextDecoder().decode(chunk);
          }
        })(),
    ),
  },
  {
    id: "decoding-without-stream",
    source: "danielmiessler/Fabric#2203",
    wire: "cohere",
    rule: "text-encoding",
    newModel: byLoop("cohere", () => {
      const decoder = new TextDecoder();
      return new (class extends LineFrames {
        override decode(chunk?: Bytes): string {
          return decoder.decode(chunk);
        }
      })();
    }),
  },
  {
    id: "a-byte-is-a-character",
    source: "lobehub/lobehub#18640",
    wire: "ollama",
    rule: "text-encoding",
    // Bytes are put together as a binary string, and escapes alone survive that.
    newModel: adapter("ollama", (right) => ({
      frame: (frame, out) =>
        right.frame({ ...frame, data: binary(new TextEncoder().encode(frame.data)) }, out),
    })),
  },
  {
    id: "lines-end-where-python-says",
    source: "florimondmanca/httpx-sse#34",
    wire: "openai-responses",
    rule: "text-encoding",
    // splitlines() also splits at U+2028, U+2029, U+0085, and more.
    newModel: byLoop(
      "openai-responses",
      () =>
        new (class extends LineFrames {
          override split(text: string, isEnd: boolean): string[] {
            return super.split(text.replace(/[\v\f\x85\u2028\u2029]/g, "\n"), isEnd);
          }
        })(),
    ),
  },
];

function binary(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
