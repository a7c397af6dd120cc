import type { SseEvent } from "../../sse/sse_event.ts";
import type { Finish } from "../../turn/finish.ts";
import type { ReasoningEvent, ToolCallEvent } from "../../turn/turn.ts";
import { rawReason } from "../raw_reason.ts";
import { frameOf } from "../frame.ts";
import { TurnEncoder } from "../turn_encoder.ts";
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
 * another. The pieces of a tool call must stand together and begin with its id and name. Reasoning
 * becomes thinking; signatures and redacted reasoning are unknown here, and left out.
 */
export class CohereEncoder extends TurnEncoder {
  readonly #id: string;
  #open: Block | undefined;
  #contents = 0;

  /** @param options What the response says of itself; Cohere tells no model and no time. */
  constructor(options: EncodeOptions = {}) {
    super();
    this.#id = options.id ?? "turn-1";
  }

  protected override begin(out: SseEvent[]): void {
    const message = {
      role: "assistant",
      content: [],
      tool_plan: "",
      tool_calls: [],
      citations: [],
    };
    out.push(frameOf({ id: this.#id, type: "message-start", delta: { message } }, "message-start"));
  }

  protected override text(text: string, out: SseEvent[]): void {
    this.#content("text", text, out);
  }

  protected override reasoning({ text }: ReasoningEvent, out: SseEvent[]): void {
    if (text !== "") this.#content("thinking", text, out);
  }

  #content(kind: "text" | "thinking", text: string, out: SseEvent[]): void {
    if (this.#open?.kind !== kind) {
      const index = this.#contents++;
      this.#openBlock({ kind, index }, out);
      out.push(frame("content-start", index, { content: { type: kind, [kind]: "" } }));
    }
    out.push(frame("content-delta", this.#open!.index, { content: { [kind]: text } }));
  }

  protected override toolCall(event: ToolCallEvent, out: SseEvent[]): void {
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

  protected override finish(finish: Finish, out: SseEvent[]): void {
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
