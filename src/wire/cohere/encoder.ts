import type { Decoder } from "../../decoder.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { FinishEvent, ToolCallEvent, TurnEvent } from "../../turn/turn.ts";
import { ContiguousCalls } from "../contiguous_calls.ts";
import { rawReason } from "../raw_reason.ts";
import { frameOf } from "../frame.ts";
import type { EncodeOptions } from "../wire.ts";
import { COHERE_FINISH_MAP } from "./finish_map.ts";
import { encodeUsage } from "./usage.ts";

/** What is open on the wire: a block of content, or a call. */
interface Block {
  readonly kind: "text" | "thinking" | "call";
  /** The index within the content, or among the calls. */
  readonly index: number;
}

/**
 * Writes one turn as Cohere streams it: blocks of content and calls, each begun and ended, one after
 * another. Reasoning becomes thinking; signatures and redacted reasoning are unknown here, and left
 * out.
 */
export class CohereEncoder implements Decoder<TurnEvent, SseEvent> {
  readonly #id: string;
  readonly #contiguous: ContiguousCalls = new ContiguousCalls();
  #begun = false;
  #open: Block | undefined;
  #contents = 0;

  /** @param options What the response says of itself; Cohere tells no model and no time. */
  constructor(options: EncodeOptions = {}) {
    this.#id = options.id ?? "turn-1";
  }

  /** Takes the next event of the turn. */
  push(event: TurnEvent, out: SseEvent[] = []): SseEvent[] {
    for (const ordered of this.#contiguous.push(event)) this.#write(ordered, out);
    return out;
  }

  /** Ends the turn; gives what still waits. Only a finish ends a turn on this wire. */
  end(out: SseEvent[] = []): SseEvent[] {
    for (const ordered of this.#contiguous.end()) this.#write(ordered, out);
    return out;
  }

  #write(event: TurnEvent, out: SseEvent[]): void {
    this.#begin(out);
    switch (event.type) {
      case "text":
        this.#content("text", event.text, out);
        break;
      case "reasoning":
        if (event.text !== "") this.#content("thinking", event.text, out);
        break;
      case "tool_call":
        this.#call(event, out);
        break;
      case "finish":
        this.#end(event, out);
        break;
      default:
        event satisfies never;
    }
  }

  #begin(out: SseEvent[]): void {
    if (this.#begun) return;
    this.#begun = true;
    const message = {
      role: "assistant",
      content: [],
      tool_plan: "",
      tool_calls: [],
      citations: [],
    };
    out.push(frameOf({ id: this.#id, type: "message-start", delta: { message } }, "message-start"));
  }

  #content(kind: "text" | "thinking", text: string, out: SseEvent[]): void {
    if (this.#open?.kind !== kind) {
      const index = this.#contents++;
      this.#openBlock({ kind, index }, out);
      out.push(frame("content-start", index, { content: { type: kind, [kind]: "" } }));
    }
    out.push(frame("content-delta", this.#open!.index, { content: { [kind]: text } }));
  }

  #call(event: ToolCallEvent, out: SseEvent[]): void {
    const { index } = event;
    if (this.#open?.kind !== "call" || this.#open.index !== index) {
      this.#openBlock({ kind: "call", index }, out);
      const { id = `call_${index}`, name = "" } = event;
      const call = { id, type: "function", function: { name, arguments: "" } };
      out.push(frame("tool-call-start", index, { tool_calls: call }));
    }
    if (event.arguments === "") return;
    const call = { function: { arguments: event.arguments } };
    out.push(frame("tool-call-delta", index, { tool_calls: call }));
  }

  #openBlock(block: Block, out: SseEvent[]): void {
    this.#close(out);
    this.#open = block;
  }

  #close(out: SseEvent[]): void {
    const block = this.#open;
    if (!block) return;
    this.#open = undefined;
    out.push(frame(block.kind === "call" ? "tool-call-end" : "content-end", block.index));
  }

  #end({ finish }: FinishEvent, out: SseEvent[]): void {
    this.#close(out);
    const delta = {
      finish_reason: rawReason(COHERE_FINISH_MAP, finish),
      usage: encodeUsage(finish.usage),
    };
    out.push(frameOf({ type: "message-end", delta }, "message-end"));
    out.push(frameOf("[DONE]"));
  }
}

function frame(type: string, index: number, message?: object): SseEvent {
  const delta = message === undefined ? {} : { delta: { message } };
  return frameOf({ type, index, ...delta }, type);
}
