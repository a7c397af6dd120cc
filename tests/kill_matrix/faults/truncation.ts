import { finish, usage } from "../../support/events.ts";
import type { AdapterFault } from "../fault.ts";
import { endOfBodyIs, endOfBodyIsSilent } from "../finishes.ts";
import { mended } from "../mended.ts";
import { at, payloadOf } from "../payload.ts";
import { adapter, readChunks } from "../steps.ts";

/** Turns that are cut, and pass as whole ones. */
export const TRUNCATION_FAULTS: readonly AdapterFault[] = [
  {
    id: "flush-always-finishes",
    source: "vercel/ai#19165",
    wire: "openai-chat",
    rule: "truncation",
    // flush() of a transform gives a finish whatever came: "other", until a reason is seen.
    newModel: endOfBodyIs("openai-chat", "other"),
  },
  {
    id: "end-of-body-is-stop",
    source: "tashfeenahmed/freellmapi#1288",
    wire: "gemini",
    rule: "truncation",
    // A fallback chunk with STOP is made where none came.
    newModel: endOfBodyIs("gemini", "stop"),
  },
  {
    id: "no-look-at-finish-reason",
    source: "SamSaffron/term-llm#954",
    wire: "gemini",
    rule: "truncation",
    // The loop over the body ends, and so does the stream.
    newModel: endOfBodyIsSilent("gemini"),
  },
  {
    id: "raw-iterator-ends-cleanly",
    source: "griffinwork40/agent-afk#635",
    wire: "anthropic-messages",
    rule: "truncation",
    newModel: endOfBodyIsSilent("anthropic-messages"),
  },
  {
    id: "final-message-without-stop-reason",
    source: "anthropics/anthropic-sdk-typescript#893",
    wire: "anthropic-messages",
    rule: "truncation",
    // Once every block is closed the message counts as final, though no stop_reason came.
    newModel: adapter("anthropic-messages", (right) => {
      let open = 0;
      return {
        frame(frame, out) {
          if (at(frame, "type") === "content_block_start") open++;
          if (at(frame, "type") === "content_block_stop") open--;
          right.frame(frame, out);
        },
        end: (out) => open === 0 ? void out.push(finish()) : right.end(out),
      };
    }),
  },
  {
    id: "unknown-end-is-end-turn",
    source: "apache/maka#2297",
    wire: "ollama",
    rule: "truncation",
    // No done_reason: the journal says that the turn ended.
    newModel: endOfBodyIs("ollama", "stop"),
  },
  {
    id: "fabricated-end-with-usage",
    source: "BerriAI/litellm#32686",
    wire: "cohere",
    rule: "truncation",
    // There it was Bedrock: without an end the tokens are counted by hand, and "stop" is made up.
    newModel: adapter("cohere", () => {
      let words = 0;
      return {
        async *give(events) {
          let last;
          try {
            for await (last of events) {
              if (last.type === "text") words++;
              yield last;
            }
          } catch {
            yield finish("stop", { usage: usage(1, words) });
          }
        },
      };
    }),
  },
  {
    id: "partial-is-committed",
    source: "coder/xum#3415",
    wire: "openai-responses",
    rule: "truncation",
    // Once an item is done, the output counts as whole though the response is not completed.
    newModel: adapter("openai-responses", (right) => {
      let items = 0;
      return {
        frame(frame, out) {
          if (at(frame, "type") === "response.output_item.done") items++;
          right.frame(frame, out);
        },
        end: (out) => items > 0 ? void out.push(finish()) : right.end(out),
      };
    }),
  },
  {
    id: "host-accepts-other",
    source: "anomalyco/opencode#26170",
    wire: "openai-responses",
    rule: "truncation",
    // "other" and no tokens at all: the half answer is kept.
    newModel: endOfBodyIs("openai-responses", "other"),
  },
  {
    id: "finish-reason-suffices",
    source: "issue 2: text, tool calls and usage equal the whole turn's or it is an error",
    wire: "openai-chat",
    rule: "truncation",
    // The turn counts as whole without [DONE], and the usage that stands before it is lost.
    newModel: adapter("openai-chat", (right) => {
      let reason = "";
      return {
        frame(frame, out) {
          reason ||= String(at(frame, "choices", 0, "finish_reason") ?? "");
          right.frame(frame, out);
        },
        end: (out) => reason === "" ? right.end(out) : void out.push(finish("stop")),
      };
    }),
  },
  {
    id: "cut-last-line-is-mended",
    source: "issue 2: a cut frame is never repaired",
    wire: "ollama",
    rule: "truncation",
    // The last line is repaired until it parses: "done" stands before the counts.
    newModel: adapter("ollama", (right) => ({
      frame(frame, out) {
        const isCut = frame.unterminated && payloadOf(frame) === undefined;
        right.frame(isCut ? { ...frame, data: mended(frame.data) } : frame, out);
      },
    })),
  },
  {
    id: "broken-read-becomes-done",
    source: "bigduu/Bamboo-agent#383",
    wire: "openai-chat",
    rule: "reset",
    // The error of the upstream is swallowed, and the marker written all the same.
    newModel: adapter("openai-chat", (right) => {
      let isBroken = false;
      return {
        async *chunks(body) {
          try {
            yield* readChunks(body);
          } catch {
            isBroken = true;
          }
        },
        end: (out) => isBroken ? void out.push(finish()) : right.end(out),
      };
    }),
  },
  {
    id: "every-failed-read-is-the-end",
    source: "maximhq/bifrost#5546",
    wire: "anthropic-messages",
    rule: "reset",
    // A catch around the read takes every failure for the end of the body.
    newModel: adapter("anthropic-messages", () => ({
      async *chunks(body) {
        try {
          yield* readChunks(body);
        } catch {
          return;
        }
      },
      end: () => {},
    })),
  },
];
