import { ModelError } from "../../errors.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { isObject, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { CallItem } from "./call_item.ts";
import { textParts } from "./message_item.ts";
import { kindOf } from "./output_item.ts";
import type { OutputItems } from "./output_items.ts";
import { StatedText } from "./stated_text.ts";

/** What the output of a completed response adds to what arrived. */
export interface FinalOutput {
  /** Whether a part of it is a refusal. */
  readonly isRefused: boolean;
}

/**
 * Compares what arrived with the output that a completed response states, and makes up for what is
 * missing at its end. Items are matched by what they say, since gateways renumber them: the text as a
 * whole, calls by their id, reasoning by its order.
 *
 * @param items What arrived.
 * @param output The output; without entries it states nothing, and each item must have told its end.
 * @param out Where to append what had not arrived.
 * @throws {ModelError} `STREAM_PROTOCOL` if the two do not fit.
 */
export function readFinalOutput(
  items: OutputItems,
  output: readonly unknown[],
  out: TurnEvent[],
): FinalOutput {
  const stated = output.filter(isObject);
  const isRefused = stated.length > 0 && readText(items, stated, out);
  if (stated.length > 0) {
    readReasoning(items, stated, out);
    readCalls(items, stated, out);
  }
  requireEnds(items, stated.length === 0);
  return { isRefused };
}

function readText(items: OutputItems, stated: readonly JsonObject[], out: TurnEvent[]): boolean {
  const parts = stated.filter((item) => kindOf(item) === "message").flatMap(textParts);
  const text = new StatedText("text of the response");
  text.add(items.messages.map((message) => message.text).join(""));
  const rest = text.state(parts.map((part) => part.text).join(""));
  if (rest !== "") out.push({ type: "text", text: rest });
  return parts.some((part) => part.isRefusal);
}

function readReasoning(items: OutputItems, stated: readonly JsonObject[], out: TurnEvent[]): void {
  const known = items.reasoning;
  const entries = stated.filter((item) => kindOf(item) === "reasoning");
  for (const [index, item] of entries.entries()) {
    if (!known[index]) items.done({ item }, out);
    else if (!known[index].isClosed) known[index].close(item, out);
  }
}

function readCalls(items: OutputItems, stated: readonly JsonObject[], out: TurnEvent[]): void {
  const unmatched = new UnmatchedCalls(items.calls);
  for (const item of stated) {
    if (kindOf(item) !== "call") continue;
    const known = unmatched.take(stringOf(item.call_id));
    if (known) known.close(item, out);
    else items.done({ item }, out);
  }
  if (unmatched.size === 0) return;
  throw new ModelError(
    "STREAM_PROTOCOL",
    "A tool call arrived that the output of the completed response does not have",
  );
}

/** The calls that arrived and were not stated yet, to be found without walking through them all. */
class UnmatchedCalls {
  readonly #left: Set<CallItem>;
  /** The calls of each id, the first one last. */
  readonly #byId: Map<string, CallItem[]> = new Map();

  constructor(calls: readonly CallItem[]) {
    this.#left = new Set(calls);
    for (const call of calls.toReversed()) {
      const same = this.#byId.get(call.id);
      if (same) same.push(call);
      else this.#byId.set(call.id, [call]);
    }
  }

  get size(): number {
    return this.#left.size;
  }

  /** Takes the call with an id, or else one that no id tells apart from it. */
  take(id: string): CallItem | undefined {
    const call = this.#pop(id) ?? (id === "" ? this.#first() : this.#pop(""));
    if (call) this.#left.delete(call);
    return call;
  }

  #pop(id: string): CallItem | undefined {
    const same = this.#byId.get(id) ?? [];
    for (let call = same.pop(); call; call = same.pop()) {
      if (this.#left.has(call)) return call;
    }
    return undefined;
  }

  #first(): CallItem | undefined {
    for (const call of this.#left) return call;
    return undefined;
  }
}

/** Whatever was begun must have ended, be it by its own event or by the final output. */
function requireEnds(items: OutputItems, withMessages: boolean): void {
  const isOpen = (item: { readonly announced: boolean; readonly isClosed: boolean }) =>
    item.announced && !item.isClosed;
  const kind = items.calls.some((call) => !call.isClosed)
    ? "tool call"
    : items.reasoning.some(isOpen)
    ? "reasoning"
    : withMessages && items.messages.some(isOpen)
    ? "message"
    : undefined;
  if (kind === undefined) return;
  throw new ModelError(
    "STREAM_PROTOCOL",
    `The response completed although a ${kind} item had not ended`,
  );
}
