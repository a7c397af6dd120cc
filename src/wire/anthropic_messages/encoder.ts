import type { SseEvent } from "../../sse/sse_event.ts";
import type { Finish } from "../../turn/finish.ts";
import type { ReasoningEvent, ToolCallEvent } from "../../turn/turn.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import type { Usage } from "../../turn/usage.ts";
import { rawReason } from "../raw_reason.ts";
import { frameOf } from "../frame.ts";
import { TurnEncoder } from "../turn_encoder.ts";
import type { EncodeOptions } from "../wire.ts";
import { ANTHROPIC_FINISH_MAP } from "./finish_map.ts";
import { anthropicCounts } from "./usage.ts";

/**
 * Writes one turn as Anthropic streams it: one block after the other. The pieces of a tool call must
 * stand together and begin with its id and name.
 *
 * A redacted block of reasoning has no readable text on this wire: what it has is left out.
 */
export class AnthropicMessagesEncoder extends TurnEncoder {
  readonly #options: EncodeOptions;
  #index = -1;
  /** The open block's type, and for a tool call its index. */
  #open: string | undefined;
  #call = -1;

  /** @param options What the response says of itself. */
  constructor(options: EncodeOptions = {}) {
    super();
    this.#options = options;
  }

  protected override begin(out: SseEvent[]): void {
    const { id = "turn-1", model = "model", usage = ZERO_USAGE } = this.#options;
    out.push(event("message_start", {
      message: {
        model,
        id,
        type: "message",
        role: "assistant",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: firstUsage(usage),
      },
    }));
  }

  protected override text(text: string, out: SseEvent[]): void {
    if (this.#open !== "text") this.#start({ type: "text", text: "" }, out);
    out.push(this.#delta({ type: "text_delta", text }));
  }

  protected override reasoning(
    { text, signature = "", redacted = "" }: ReasoningEvent,
    out: SseEvent[],
  ): void {
    if (redacted !== "") {
      this.#start({ type: "redacted_thinking", data: redacted }, out);
      this.#stop(out);
      return;
    }
    if (text === "" && signature === "") return;
    if (this.#open !== "thinking") {
      this.#start({ type: "thinking", thinking: "", signature: "" }, out);
    }
    if (text !== "") out.push(this.#delta({ type: "thinking_delta", thinking: text }));
    if (signature === "") return;
    out.push(this.#delta({ type: "signature_delta", signature }));
    this.#stop(out);
  }

  protected override toolCall(
    { index, id, name, arguments: json }: ToolCallEvent,
    out: SseEvent[],
  ): void {
    const fragment = (text: string) =>
      out.push(this.#delta({ type: "input_json_delta", partial_json: text }));
    if (this.#open !== "tool_use" || this.#call !== index) {
      const callId = id ?? `call_${index}`;
      this.#start({ type: "tool_use", id: callId, name: name ?? "", input: {} }, out);
      this.#call = index;
      // The provider's first fragment is empty; a call without arguments has no other.
      fragment("");
    }
    if (json !== "") fragment(json);
  }

  protected override finish(finish: Finish, out: SseEvent[]): void {
    this.#stop(out);
    out.push(event("message_delta", {
      delta: { stop_reason: rawReason(ANTHROPIC_FINISH_MAP, finish), stop_sequence: null },
      usage: anthropicCounts(finish.usage),
    }));
    out.push(event("message_stop", {}));
  }

  #start(
    block: { readonly type: string; readonly [field: string]: unknown },
    out: SseEvent[],
  ): void {
    this.#stop(out);
    this.#open = block.type;
    out.push(event("content_block_start", { index: ++this.#index, content_block: block }));
  }

  #delta(delta: object): SseEvent {
    return event("content_block_delta", { index: this.#index, delta });
  }

  #stop(out: SseEvent[]): void {
    if (this.#open === undefined) return;
    this.#open = undefined;
    out.push(event("content_block_stop", { index: this.#index }));
  }
}

function event(type: string, fields: object): SseEvent {
  return frameOf({ type, ...fields }, type);
}

/** What is known before the answer: the provider reports a token or so as written already. */
function firstUsage(usage: Usage): object {
  return {
    ...anthropicCounts({ ...usage, output: Math.min(usage.output, 1) }),
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite,
      ephemeral_1h_input_tokens: 0,
    },
    service_tier: "standard",
  };
}
