import type { SseEvent } from "../../../src/sse/sse_event.ts";
import { EventFrames } from "../event_frames.ts";
import type { AdapterFault } from "../fault.ts";
import { LineFrames } from "../line_frames.ts";
import { adapter } from "../steps.ts";
import { byLoop, byName } from "./framing.ts";

/** Frames that are found in each spelling of a body, but not where two come together. */
export const COMBINED_SPELLING_FAULTS: readonly AdapterFault[] = [
  {
    id: "a-field-ends-where-a-dot-does",
    source: "issue 2: framing matrix",
    wire: "openai-chat",
    rule: "framing",
    ruleCase: "data in several lines, lines end with CRLF",
    // An event is split at "\n", and a dot matches no "\r": of CRLF lines only the last is a field.
    newModel: byLoop(
      "openai-chat",
      () =>
        new (class extends EventFrames {
          override lines(event: string): string[] {
            return event.split(/\n|\r(?!\n)/);
          }
          override field(line: string): readonly [string | undefined, string] {
            const [, name, value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
            return [name, value];
          }
        })(),
    ),
  },
  {
    id: "cr-ends-events-but-no-lines",
    source: "issue 2: framing matrix",
    wire: "openai-chat",
    rule: "framing",
    ruleCase: "data in several lines, lines end with CR",
    newModel: byLoop(
      "openai-chat",
      () =>
        new (class extends EventFrames {
          override lines(event: string): string[] {
            return event.split(/\r?\n/);
          }
        })(),
    ),
  },
  {
    id: "the-first-line-end-of-an-event-holds",
    source: "issue 2: framing matrix",
    wire: "openai-chat",
    rule: "framing",
    ruleCase: "data in several lines, line ends are mixed",
    newModel: byLoop(
      "openai-chat",
      () =>
        new (class extends EventFrames {
          override lines(event: string): string[] {
            return event.split(/\r\n|\r|\n/.exec(event)?.[0] ?? "\n");
          }
        })(),
    ),
  },
  {
    id: "comments-are-skipped-before-the-cr-is",
    source: "issue 2: framing matrix",
    wire: "cohere",
    rule: "framing",
    ruleCase: "comments within events, lines end with CRLF",
    // With its "\r" a comment is none, and what has no name is data.
    newModel: byLoop(
      "cohere",
      () =>
        new (class extends EventFrames {
          override lines(event: string): string[] {
            const lines = event.split(/\n|\r(?!\n)/).filter((line) => !/^:.*$/.test(line));
            return lines.map((line) => line.replace(/\r$/, ""));
          }
          override field(line: string): readonly [string | undefined, string] {
            const [name, value] = super.field(line);
            return [line.startsWith(":") ? "data" : name, value];
          }
        })(),
    ),
  },
  {
    id: "an-unknown-field-keeps-its-cr",
    source: "issue 2: framing matrix",
    wire: "openai-responses",
    rule: "framing",
    ruleCase: "unknown fields, lines end with CRLF",
    // What does not begin with a word is the rest of the data: "flag" does, and "flag\r" does not.
    newModel: byLoop(
      "openai-responses",
      () =>
        new (class extends EventFrames {
          override lines(event: string): string[] {
            return event.split(/\n|\r(?!\n)/);
          }
          override field(line: string): readonly [string | undefined, string] {
            const [name = "", value] = super.field(line);
            return /^\w*$/.test(name) ? [name, value.replace(/\r$/, "")] : ["data", line];
          }
        })(),
    ),
  },
  {
    id: "byte-order-mark-is-known-before-a-line-feed",
    source: "issue 2: framing matrix",
    wire: "anthropic-messages",
    rule: "framing",
    ruleCase: "a byte order mark first, lines end with CRLF",
    // The mark is looked for in a first line that is thought to end with "\n".
    newModel: adapter("anthropic-messages", (right) => ({
      frames: new (class extends EventFrames {
        override unmark(first: string): string {
          return first.replace(/^\ufeff(.*\n)/, "$1");
        }
      })(),
      frame: byName(right),
    })),
  },
  {
    id: "crlf-lines-have-a-space",
    source: "issue 2: framing matrix",
    wire: "openai-chat",
    rule: "framing",
    ruleCase: "no space after the colon, lines end with CRLF",
    // Blank lines of CRLF come from servers that write a space, and "data: " is cut off by length.
    newModel: byLoop(
      "openai-chat",
      () =>
        new (class extends LineFrames {
          #isCrLf = false;

          override split(text: string, isEnd: boolean): string[] {
            this.#isCrLf ||= text.includes("\r\n");
            return super.split(text, isEnd);
          }
          override line(line: string, out: SseEvent[]): void {
            if (!this.#isCrLf || !line.startsWith("data:")) return super.line(line, out);
            this.field("data", line.slice("data: ".length), out);
          }
        })(),
    ),
  },
  {
    id: "a-comment-ends-the-data",
    source: "issue 2: framing matrix",
    wire: "openai-chat",
    rule: "framing",
    ruleCase: "comments and unknown fields between data lines",
    // The data lines of an event are those at its end.
    newModel: byLoop(
      "openai-chat",
      () =>
        new (class extends EventFrames {
          override lines(event: string): string[] {
            const lines = super.lines(event);
            const first = lines.findIndex((line) => line.startsWith("data"));
            const after = lines.slice(first).findIndex((line) => !line.startsWith("data"));
            return first < 0 || after < 0 ? lines : lines.slice(0, first + after);
          }
        })(),
    ),
  },
];
