import { finish } from "../../support/events.ts";
import type { SseEvent } from "../../../src/sse/sse_event.ts";
import { finishFrom } from "../../../src/turn/finish.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { OPENAI_FINISH_MAP } from "../../../src/wire/openai_chat/dialects.ts";
import { wireOf } from "../../../src/wire/wires.ts";
import type { AdapterFault } from "../fault.ts";
import { changeFinish } from "../finishes.ts";
import { at, put } from "../payload.ts";
import { adapter } from "../steps.ts";

/** Takes the reasons that are no reason to stop for one. */
function cleanEnd(...words: readonly string[]) {
  return changeFinish(({ raw }) => words.includes(raw) ? { reason: "stop" } : {});
}

/** A finish for a chunk of the OpenAI chat wire that has a finish_reason. */
function finishOfChunk(frame: SseEvent): TurnEvent[] {
  const reason = at(frame, "choices", 0, "finish_reason");
  if (typeof reason !== "string" || reason === "") return [];
  return [{ type: "finish", finish: finishFrom(OPENAI_FINISH_MAP, reason) }];
}

/** Ends that come twice, that say something else, or that what follows joins. */
export const FINISH_FAULTS: readonly AdapterFault[] = [
  {
    id: "a-finish-for-every-reason",
    source: "ai-dynamo/dynamo#4154",
    wire: "openai-chat",
    rule: "one-finish",
    // Every chunk with a finish_reason gives a finish; [DONE] gives none.
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        const events: TurnEvent[] = [];
        right.frame(frame, events);
        out.push(...events.filter(({ type }) => type !== "finish"), ...finishOfChunk(frame));
      },
    })),
  },
  {
    id: "finish-by-reason-and-by-done",
    source: "nyroway/nyro#162",
    wire: "openai-chat",
    rule: "one-finish",
    // The finish_reason ends the turn, and so does [DONE].
    newModel: adapter("openai-chat", (right) => ({
      frame(frame, out) {
        right.frame(frame, out);
        out.push(...finishOfChunk(frame));
      },
    })),
  },
  {
    id: "a-finish-for-every-chunk",
    source: "songquanpeng/one-api#1477",
    wire: "gemini",
    rule: "one-finish",
    // Gateways put STOP on every chunk.
    newModel: adapter("gemini", (right) => ({
      frame(frame, out) {
        right.frame(frame, out);
        if (at(frame, "candidates", 0, "finishReason")) out.push(finish());
      },
      end: () => {},
    })),
  },
  {
    id: "finish-by-reason-and-by-stop",
    source: "issue 2: exactly one finish, nothing after it",
    wire: "anthropic-messages",
    rule: "one-finish",
    // message_delta gives the reason and message_stop the end: each a finish.
    newModel: adapter("anthropic-messages", (right) => ({
      frame(frame, out) {
        if (at(frame, "delta", "stop_reason")) out.push(finish());
        right.frame(frame, out);
      },
    })),
  },
  {
    id: "finish-reason-is-dropped",
    source: "0xPlaygrounds/rig#2248",
    wire: "openai-chat",
    rule: "finish-reason",
    // The streaming path has no place for it.
    newModel: adapter("openai-chat", changeFinish(() => ({ reason: "stop", raw: "" }))),
  },
  {
    id: "content-filter-is-end-turn",
    source: "librefang/librefang#3450",
    wire: "openai-chat",
    rule: "finish-reason",
    // A catch-all at the end of the mapping.
    newModel: adapter("openai-chat", cleanEnd("content_filter")),
  },
  {
    id: "unknown-reason-is-stop",
    source: "theopenco/llmgateway#2974",
    wire: "cohere",
    rule: "finish-reason",
    newModel: adapter(
      "cohere",
      changeFinish(({ reason, raw }) => reason === raw ? { reason: "stop" } : {}),
    ),
  },
  {
    id: "filtered-turn-looks-empty",
    source: "openai/openai-agents-python#3769",
    wire: "openai-chat",
    rule: "finish-reason",
    // A turn without text is taken for an answer of no words; nobody looks why.
    newModel: adapter("openai-chat", () => ({
      async *give(events) {
        let isEmpty = true;
        for await (const event of events) {
          if (event.type === "finish" && isEmpty) yield finish("stop", { raw: event.finish.raw });
          else yield event;
          isEmpty = false;
        }
      },
    })),
  },
  {
    id: "refusal-is-shown-as-clean",
    source: "lobehub/lobehub#17700",
    wire: "anthropic-messages",
    rule: "finish-reason",
    newModel: adapter("anthropic-messages", cleanEnd("refusal")),
  },
  {
    id: "pause-is-a-stop",
    source: "apache/maka#2297",
    wire: "anthropic-messages",
    rule: "finish-reason",
    // pause_turn asks for more of the turn; unknown words become end_turn.
    newModel: adapter("anthropic-messages", cleanEnd("pause_turn", "novel")),
  },
  {
    id: "abnormal-finish-is-shown-as-clean",
    source: "CherryHQ/cherry-studio#16079",
    wire: "gemini",
    rule: "finish-reason",
    newModel: adapter("gemini", cleanEnd("MALFORMED_FUNCTION_CALL", "SAFETY", "RECITATION")),
  },
  {
    id: "incomplete-is-completed",
    source: "issue 2: finish mapping of each wire",
    wire: "openai-responses",
    rule: "finish-reason",
    // Both are the end of a response, so one branch reads both.
    newModel: adapter("openai-responses", (right) => ({
      frame(frame, out) {
        if (at(frame, "type") !== "response.incomplete") return right.frame(frame, out);
        const type = put(frame, ["type"], "response.completed");
        right.frame(
          { ...put(type, ["response", "status"], "completed"), event: "response.completed" },
          out,
        );
      },
    })),
  },
  {
    id: "length-is-a-stop",
    source: "issue 2: finish mapping of each wire",
    wire: "ollama",
    rule: "finish-reason",
    // done: true is all that is looked at.
    newModel: adapter("ollama", changeFinish(() => ({ reason: "stop" }))),
  },
  {
    id: "reason-in-a-spelling-of-its-own",
    source: "issue 2: unknown reasons pass through as they are",
    wire: "gemini",
    rule: "finish-reason",
    newModel: adapter(
      "gemini",
      changeFinish(({ reason, raw }) => reason === raw ? { reason: reason.toLowerCase() } : {}),
    ),
  },
  {
    id: "done-is-just-a-line",
    source: "issue 2: text after the marker never joins the answer",
    wire: "openai-chat",
    rule: "after-marker",
    // [DONE] is skipped like a comment; all text up to the end of the body is the answer.
    newModel: adapter("openai-chat", (right) => {
      let last: TurnEvent | undefined;
      return {
        isOver: () => false,
        frame(frame, out) {
          const events: TurnEvent[] = [];
          // What reads a turn stops at the marker, and one who goes on needs another.
          (right.turn.done ? wireOf("openai-chat").decoder() : right.turn).push(frame, events);
          for (const event of events) {
            if (event.type === "finish") last ??= event;
            else out.push(event);
          }
        },
        end: (out) => last ? void out.push(last) : right.end(out),
      };
    }),
  },
  {
    id: "message-stop-ends-nothing",
    source: "rynfar/meridian#29",
    wire: "anthropic-messages",
    rule: "after-marker",
    // Only the deltas are looked at, and the last message_delta holds.
    newModel: adapter("anthropic-messages", (right) => {
      let end: TurnEvent | undefined;
      return {
        isOver: () => false,
        frame(frame, out) {
          const text = at(frame, "delta", "text");
          if (typeof text === "string") out.push({ type: "text", text });
          const events: TurnEvent[] = [];
          right.frame(frame, events);
          for (const event of events) {
            if (event.type === "finish") end = event;
            else if (event.type !== "text") out.push(event);
          }
        },
        end: (out) => end ? void out.push(end) : right.end(out),
      };
    }),
  },
  {
    id: "lines-after-done-true",
    source: "issue 2: text after the marker never joins the answer",
    wire: "ollama",
    rule: "after-marker",
    // The line with done: true is the end only if it is the last one.
    newModel: adapter("ollama", (right) => {
      let end: TurnEvent | undefined;
      return {
        isOver: () => false,
        frame(frame, out) {
          const events: TurnEvent[] = [];
          right.turn.done
            ? wireOf("ollama").decoder().push(frame, events)
            : right.frame(frame, events);
          for (const event of events) {
            if (event.type === "finish") end = event;
            else out.push(event);
          }
        },
        end: (out) => end ? void out.push(end) : right.end(out),
      };
    }),
  },
];
