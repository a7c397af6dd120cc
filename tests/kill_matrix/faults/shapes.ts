import type { ToolCallEvent } from "../../../src/turn/turn.ts";
import type { AdapterFault } from "../fault.ts";
import { changeEvents } from "../finishes.ts";
import { at, listAt, payloadOf, put } from "../payload.ts";
import { adapter } from "../steps.ts";

const SHAPES = "issue 2: chunk shapes";

/** Turns that are whole and yet not read, and chunks of shapes that nobody thought of. */
export const SHAPE_FAULTS: readonly AdapterFault[] = [
  {
    id: "text-is-trimmed",
    source: "ltmoerdani/opencode-copilot-chat#194",
    wire: "openai-responses",
    rule: "whole-turn",
    // A helper that reads members trims them, and pieces of text begin and end with blanks.
    newModel: adapter(
      "openai-responses",
      changeEvents((event) =>
        event.type === "text" ? { ...event, text: event.text.trim() } : event
      ),
    ),
  },
  {
    id: "blank-pieces-are-dropped",
    source: "zavora-ai/adk-rust#444",
    wire: "openai-chat",
    rule: "whole-turn",
    // A guard against empty pieces trims them before it looks.
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        const text = at(frame, "choices", 0, "delta", "content");
        if (typeof text !== "string" || text === "" || text.trim() !== "") right.frame(frame, out);
      },
    })),
  },
  {
    id: "call-without-arguments-is-dropped",
    source: "JohnnyZ93/oai-compatible-copilot#151",
    wire: "openai-chat",
    rule: "whole-turn",
    // "" has no brace, so it seems to be half of something.
    newModel: adapter("openai-chat", () => ({
      async *give(events) {
        const heads = new Map<number, ToolCallEvent>();
        for await (const event of events) {
          if (event.type !== "tool_call") yield event;
          else if (event.arguments === "") heads.set(event.index, event);
          else {
            yield { ...heads.get(event.index), ...event };
            heads.delete(event.index);
          }
        }
      },
    })),
  },
  {
    id: "empty-arguments-are-parsed",
    source: "openai/openai-agents-js#664",
    wire: "openai-chat",
    rule: "whole-turn",
    // JSON.parse("") throws.
    newModel: adapter("openai-chat", () => ({
      async *give(events) {
        const calls: string[] = [];
        for await (const event of events) {
          if (event.type === "tool_call") {
            calls[event.index] = (calls[event.index] ?? "") + event.arguments;
          }
          if (event.type === "finish") calls.forEach((json) => JSON.parse(json));
          yield event;
        }
      },
    })),
  },
  {
    id: "turn-without-text-is-an-error",
    source: "issue 2: a whole turn is read as it was sent",
    wire: "cohere",
    rule: "whole-turn",
    newModel: adapter("cohere", () => ({
      async *give(events) {
        let count = 0;
        for await (const event of events) {
          if (event.type === "finish" && count === 0) throw new Error("The model said nothing");
          count++;
          yield event;
        }
      },
    })),
  },
  {
    id: "empty-finish-reason-ends-the-turn",
    source: "adolfousier/opencrabs#1499",
    wire: "openai-chat",
    rule: "chunk-shapes",
    // Whatever is not null is a reason.
    newModel: adapter("openai-chat", (right) => {
      let isOver = false;
      return {
        frame(frame, out) {
          right.frame(frame, out);
          if (at(frame, "choices", 0, "finish_reason") !== "") return;
          right.frame({ ...frame, data: "[DONE]" }, out);
          isOver = true;
        },
        isOver: () => isOver || right.isOver(),
      };
    }),
  },
  {
    id: "finish-beside-content-is-lost",
    source: "maximhq/bifrost#4963",
    wire: "openai-chat",
    rule: "chunk-shapes",
    // A chunk has either content or a reason; without a reason the turn does not end.
    newModel: adapter("openai-chat", (right) => {
      let hasReason = false;
      return {
        frame(frame, out) {
          const hasContent = Boolean(at(frame, "choices", 0, "delta", "content"));
          hasReason ||= !hasContent && Boolean(at(frame, "choices", 0, "finish_reason"));
          if (frame.data === "[DONE]" && !hasReason) throw new Error("No finish_reason came");
          right.frame(frame, out);
        },
      };
    }),
  },
  {
    id: "first-choice-without-a-guard",
    source: "pydantic/pydantic-ai#797",
    wire: "openai-chat",
    rule: "chunk-shapes",
    // Azure sends choices: [] first.
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        const isUsage = Boolean(at(frame, "usage"));
        if (frame.data !== "[DONE]" && !isUsage && at(frame, "choices", 0) === undefined) {
          throw new TypeError("Cannot read properties of undefined (reading 'delta')");
        }
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "delta-without-a-guard",
    source: "microsoft/autogen#6465",
    wire: "openai-chat",
    rule: "chunk-shapes",
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        for (const choice of listAt(payloadOf(frame), "choices")) {
          if (choice && (choice as { delta?: unknown }).delta === undefined) {
            throw new TypeError("Cannot read properties of undefined (reading 'content')");
          }
        }
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "first-finish-reason-ends-the-turn",
    source: "0xPlaygrounds/rig#2328",
    wire: "gemini",
    rule: "chunk-shapes",
    // It may be an intermediate one: text follows.
    newModel: adapter("gemini", (right) => {
      let isOver = false;
      return {
        frame(frame, out) {
          right.frame(frame, out);
          if (!at(frame, "candidates", 0, "finishReason")) return;
          right.end(out);
          isOver = true;
        },
        isOver: () => isOver,
      };
    }),
  },
  {
    id: "reason-without-parts-is-dropped",
    source: "agentjido/req_llm#638",
    wire: "gemini",
    rule: "chunk-shapes",
    // The pattern of a chunk asks for parts.
    newModel: adapter("gemini", (right) => ({
      frame(frame, out) {
        if (Array.isArray(at(frame, "candidates", 0, "content", "parts"))) right.frame(frame, out);
      },
    })),
  },
  {
    id: "gateway-done-breaks-the-client",
    source: "liuw1535/antigravity2api#73",
    wire: "gemini",
    rule: "chunk-shapes",
    // A translator ends the stream with [DONE], which this wire does not have.
    newModel: adapter("gemini", (right) => ({
      frame(frame, out) {
        JSON.parse(frame.data);
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "unknown-event-is-an-error",
    source: SHAPES,
    wire: "anthropic-messages",
    rule: "chunk-shapes",
    // An enum of the events of today.
    newModel: adapter("anthropic-messages", (right) => ({
      frame(frame, out) {
        if (
          !/^(message|content_block)_(start|delta|stop)$|^ping$|^error$/.test(frame.event ?? "")
        ) {
          throw new Error(`Unknown event ${frame.event}`);
        }
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "first-message-is-the-answer",
    source: SHAPES,
    wire: "openai-responses",
    rule: "chunk-shapes",
    // Text is read of output 0 alone; a server's tool or reasoning comes before it.
    newModel: adapter("openai-responses", (right) => ({
      frame(frame, out) {
        const events: typeof out = [];
        right.frame(frame, events);
        const index = at(frame, "output_index") ?? 0;
        out.push(...events.filter(({ type }) => type !== "text" || index === 0));
      },
    })),
  },
  {
    id: "text-on-the-last-line-is-lost",
    source: SHAPES,
    wire: "ollama",
    rule: "chunk-shapes",
    // done: true has its own branch, which looks at the counts only.
    newModel: adapter("ollama", (right) => ({
      frame: (frame, out) =>
        right.frame(at(frame, "done") === true ? put(frame, ["message"], undefined) : frame, out),
    })),
  },
  {
    id: "second-block-begins-anew",
    source: SHAPES,
    wire: "cohere",
    rule: "chunk-shapes",
    // content-start resets the text.
    newModel: adapter("cohere", (right) => ({
      frame(frame, out) {
        const isText = at(frame, "delta", "message", "content", "text") !== undefined;
        if (isText && Number(at(frame, "index")) > 0) return;
        right.frame(frame, out);
      },
    })),
  },
];
