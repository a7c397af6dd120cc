import type { AdapterFault } from "../fault.ts";
import { changeFinish, mapEvents, withFinish } from "../finishes.ts";
import { usage } from "../../support/events.ts";
import { at, put } from "../payload.ts";
import { adapter } from "../steps.ts";

const DISJOINT = "issue 2: usage mapping to four disjoint counts";

/** Tokens that are lost, or counted twice. */
export const USAGE_FAULTS: readonly AdapterFault[] = [
  {
    id: "stops-at-the-finish-reason",
    source: "maximhq/bifrost#191",
    wire: "openai-chat",
    rule: "usage",
    // The usage comes in a chunk of its own after it, and is never read.
    newModel: adapter("openai-chat", (right) => {
      let isOver = false;
      return {
        frame(frame, out) {
          right.frame(frame, out);
          if (!at(frame, "choices", 0, "finish_reason")) return;
          right.frame({ ...frame, data: "[DONE]" }, out);
          isOver = true;
        },
        isOver: () => isOver,
      };
    }),
  },
  {
    id: "cached-tokens-count-twice",
    source: DISJOINT,
    wire: "openai-responses",
    rule: "usage",
    // input_tokens has the cached ones in it.
    newModel: adapter(
      "openai-responses",
      changeFinish(({ usage: u }) => ({ usage: { ...u, input: u.input + u.cacheRead } })),
    ),
  },
  {
    id: "cumulative-counts-are-added-up",
    source: DISJOINT,
    wire: "anthropic-messages",
    rule: "usage",
    // Each message_delta tells the output in all, and all are added to the first.
    newModel: adapter("anthropic-messages", (right) => {
      let output = 0;
      return {
        frame(frame, out) {
          for (const path of [["message", "usage"], ["usage"]]) {
            output += Number(at(frame, ...path, "output_tokens") ?? 0);
          }
          right.frame(put(frame, ["usage", "output_tokens"], output), out);
        },
      };
    }),
  },
  {
    id: "thoughts-are-not-counted",
    source: DISJOINT,
    wire: "gemini",
    rule: "usage",
    newModel: adapter("gemini", (right) => ({
      frame: (frame, out) =>
        right.frame(put(frame, ["usageMetadata", "thoughtsTokenCount"], undefined), out),
    })),
  },
  {
    id: "missing-count-is-not-a-number",
    source: DISJOINT,
    wire: "ollama",
    rule: "usage",
    // A cached prompt has no prompt_eval_count.
    newModel: adapter("ollama", (right) => {
      let isTold = true;
      return {
        frame(frame, out) {
          if (at(frame, "done") === true) isTold = at(frame, "prompt_eval_count") !== undefined;
          right.frame(frame, out);
        },
        give: (events) =>
          mapEvents(
            events,
            (event) =>
              withFinish(
                event,
                ({ usage: u }) => isTold ? {} : { usage: usage(NaN, u.output) },
              ),
          ),
      };
    }),
  },
  {
    id: "billed-units-for-tokens",
    source: DISJOINT,
    wire: "cohere",
    rule: "usage",
    newModel: adapter("cohere", (right) => ({
      frame: (frame, out) =>
        right.frame(
          put(frame, ["delta", "usage", "tokens"], at(frame, "delta", "usage", "billed_units")),
          out,
        ),
    })),
  },
  {
    id: "last-chunk-has-the-usage",
    source: "maximhq/bifrost#4963",
    wire: "gemini",
    rule: "usage",
    // Only the last chunk is asked, and it has none where the usage came before.
    newModel: adapter("gemini", (right) => {
      let last: unknown;
      return {
        frame(frame, out) {
          last = at(frame, "usageMetadata");
          right.frame(frame, out);
        },
        give: (events) =>
          mapEvents(events, (event) => withFinish(event, () => last ? {} : { usage: usage(0) })),
      };
    }),
  },
];
