import type { ToolCallEvent, TurnEvent } from "../../../src/turn/turn.ts";
import type { AdapterFault } from "../fault.ts";
import { at, listAt, payloadOf, put, textAt, valueAt } from "../payload.ts";
import type { Change } from "../steps.ts";
import { adapter } from "../steps.ts";

/** A piece of a tool call of the OpenAI chat wire. */
interface Piece {
  readonly index: unknown;
  readonly id: string;
  readonly name: string;
  readonly json: string;
}

/** Reads the tool calls of the OpenAI chat wire by a way of one's own, and all else right. */
function readPieces(newReader: () => (piece: Piece) => ToolCallEvent | undefined): Change {
  return (right) => {
    const read = newReader();
    return {
      frame(frame, out) {
        const path = ["choices", 0, "delta", "tool_calls"] as const;
        const entries = listAt(payloadOf(frame), ...path);
        right.frame(entries.length > 0 ? put(frame, path, undefined) : frame, out);
        for (const entry of entries) {
          const event = read({
            index: valueAt(entry, "index"),
            id: textAt(entry, "id"),
            name: textAt(entry, "function", "name"),
            json: textAt(entry, "function", "arguments"),
          });
          if (event) out.push(event);
        }
      },
    };
  };
}

/** The pieces of one call; its id and its name stand on the first alone. */
function newCalls() {
  const known: unknown[] = [];
  return function eventOf(key: unknown, { id, name, json }: Piece): ToolCallEvent {
    const isNew = !known.includes(key);
    if (isNew) known.push(key);
    const head = isNew ? { ...(id ? { id } : {}), ...(name ? { name } : {}) } : {};
    return { type: "tool_call", index: known.indexOf(key), ...head, arguments: json };
  };
}

/** Tool calls that are mixed, lost or doubled. */
export const TOOL_CALL_SHAPE_FAULTS: readonly AdapterFault[] = [
  {
    id: "calls-by-index-alone",
    source: "openai/openai-python#3241",
    wire: "openai-chat",
    rule: "tool-call-shapes",
    // Two ids at one index become one call.
    newModel: adapter(
      "openai-chat",
      readPieces(() => {
        const eventOf = newCalls();
        return (piece) => eventOf(piece.index, piece);
      }),
    ),
  },
  {
    id: "index-without-a-guard",
    source: "openai/openai-python#3246",
    wire: "openai-chat",
    rule: "tool-call-shapes",
    // A list is written at the place undefined.
    newModel: adapter(
      "openai-chat",
      readPieces(() => {
        const eventOf = newCalls();
        return (piece) => {
          if (piece.index === undefined) throw new TypeError("The index must be a number");
          return eventOf(piece.id || piece.index, piece);
        };
      }),
    ),
  },
  {
    id: "id-is-required",
    source: "vercel/ai#18440",
    wire: "openai-chat",
    rule: "tool-call-shapes",
    newModel: adapter("openai-chat", () => ({
      async *give(events) {
        const known = new Set<number>();
        for await (const event of events) {
          if (event.type === "tool_call") {
            if (!known.has(event.index) && !event.id) {
              throw new Error("Expected 'id' to be a string");
            }
            known.add(event.index);
          }
          yield event;
        }
      },
    })),
  },
  {
    id: "pieces-without-an-id-are-dropped",
    source: "continuedev/continue#13236",
    wire: "openai-chat",
    rule: "tool-call-shapes",
    // A map by id has no place for them; those at a known index are found.
    newModel: adapter(
      "openai-chat",
      readPieces(() => {
        const eventOf = newCalls();
        const byIndex = new Map<unknown, string>();
        return (piece) => {
          if (piece.id) byIndex.set(piece.index, piece.id);
          const id = piece.id || byIndex.get(piece.index);
          return id === undefined ? undefined : eventOf(id, piece);
        };
      }),
    ),
  },
  {
    id: "a-piece-belongs-to-the-last-call",
    source: "issue 2: parallel and interleaved tool calls",
    wire: "openai-chat",
    rule: "tool-call-shapes",
    // A current call, and no map.
    newModel: adapter(
      "openai-chat",
      readPieces(() => {
        const eventOf = newCalls();
        let current = "";
        return (piece) => eventOf(current = piece.id || current, piece);
      }),
    ),
  },
  {
    id: "an-empty-id-is-a-new-call",
    source: "symfony/ai#2220",
    wire: "openai-chat",
    rule: "tool-call-shapes",
    // The later pieces of Qwen's calls have id: "".
    newModel: adapter("openai-chat", (right) => {
      const eventOf = newCalls();
      let count = 0;
      return {
        frame(frame, out) {
          const events: TurnEvent[] = [];
          right.frame(frame, events);
          const isEmpty = at(frame, "choices", 0, "delta", "tool_calls", 0, "id") === "";
          if (isEmpty) count++;
          for (const event of events) {
            if (event.type !== "tool_call") out.push(event);
            else {
              const { id = "", name = "", arguments: json, index } = event;
              out.push(eventOf(`${index} ${count}`, { index, id, name, json }));
            }
          }
        },
      };
    }),
  },
  {
    id: "a-server-call-is-ours",
    source: "issue 2: chunk shapes",
    wire: "anthropic-messages",
    rule: "tool-call-shapes",
    // server_tool_use looks like tool_use, and is answered by the provider itself.
    newModel: adapter("anthropic-messages", (right) => ({
      frame(frame, out) {
        const isServer = at(frame, "content_block", "type") === "server_tool_use";
        right.frame(isServer ? put(frame, ["content_block", "type"], "tool_use") : frame, out);
      },
    })),
  },
  {
    id: "interleaved-items-share-a-buffer",
    source: "issue 2: parallel and interleaved tool calls",
    wire: "openai-responses",
    rule: "tool-call-shapes",
    // Deltas go to the item that was added last, and the whole arguments are not looked at.
    newModel: adapter("openai-responses", (right) => {
      let last = 0;
      return {
        frame(frame, out) {
          const events: TurnEvent[] = [];
          right.frame(frame, events);
          for (const event of events) {
            if (event.type !== "tool_call") out.push(event);
            else {
              last = Math.max(last, event.index);
              out.push({ ...event, index: event.arguments === "" ? event.index : last });
            }
          }
        },
      };
    }),
  },
  {
    id: "equal-calls-are-one",
    source: "issue 2: parallel and interleaved tool calls",
    wire: "gemini",
    rule: "tool-call-shapes",
    // Calls have no id there, and name and arguments stand in for it.
    newModel: adapter("gemini", () => ({
      async *give(events) {
        const seen = new Set<string>();
        for await (const event of events) {
          const key = event.type === "tool_call" ? `${event.name} ${event.arguments}` : "";
          if (key !== "" && seen.has(key)) continue;
          seen.add(key);
          yield event;
        }
      },
    })),
  },
  {
    id: "calls-by-their-own-index",
    source: "ollama/ollama#15457",
    wire: "ollama",
    rule: "tool-call-shapes",
    // Every call says that it is number 0.
    newModel: adapter("ollama", (right) => ({
      frame(frame, out) {
        const events: TurnEvent[] = [];
        right.frame(frame, events);
        for (const event of events) {
          const own = at(frame, "message", "tool_calls", 0, "function", "index");
          const isNumbered = event.type === "tool_call" && typeof own === "number";
          out.push(isNumbered ? { ...event, index: own } : event);
        }
      },
    })),
  },
  {
    id: "opening-arguments-are-lost",
    source: "issue 2: chunk shapes",
    wire: "cohere",
    rule: "tool-call-shapes",
    // tool-call-start is read for id and name alone.
    newModel: adapter("cohere", (right) => ({
      frame(frame, out) {
        const isStart = at(frame, "type") === "tool-call-start";
        const path = ["delta", "message", "tool_calls", "function", "arguments"];
        right.frame(isStart ? put(frame, path, "") : frame, out);
      },
    })),
  },
];
