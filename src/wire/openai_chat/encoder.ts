import type { SseEvent } from "../../sse/sse_event.ts";
import type { Finish } from "../../turn/finish.ts";
import type { ReasoningEvent, ToolCallEvent } from "../../turn/turn.ts";
import type { Usage } from "../../turn/usage.ts";
import { isZeroUsage, tokensRead } from "../../turn/usage.ts";
import { rawReason } from "../raw_reason.ts";
import { frameOf } from "../frame.ts";
import { TurnEncoder } from "../turn_encoder.ts";
import type { EncodeOptions } from "../wire.ts";
import { OPENAI_FINISH_MAP } from "./dialects.ts";

/** Writes one turn as OpenAI streams it with `stream_options.include_usage`. */
export class OpenAiChatEncoder extends TurnEncoder {
  readonly #head: object;
  /** The calls begun so far, and whether each has its name. */
  readonly #opened: Map<number, boolean> = new Map();

  /** @param options What the response says of itself. */
  constructor(options: EncodeOptions = {}) {
    super();
    const { id = "turn-1", createdSeconds: created = 0, model = "model" } = options;
    this.#head = { id, object: "chat.completion.chunk", created, model };
  }

  protected override begin(out: SseEvent[]): void {
    out.push(this.#chunk({ role: "assistant", content: "" }));
  }

  protected override text(text: string, out: SseEvent[]): void {
    out.push(this.#chunk({ content: text }));
  }

  protected override reasoning({ text }: ReasoningEvent, out: SseEvent[]): void {
    if (text !== "") out.push(this.#chunk({ reasoning_content: text }));
  }

  protected override toolCall(event: ToolCallEvent, out: SseEvent[]): void {
    out.push(this.#chunk({ tool_calls: [this.#call(event)] }));
  }

  protected override finish(finish: Finish, out: SseEvent[]): void {
    out.push(this.#chunk({}, rawReason(OPENAI_FINISH_MAP, finish)));
    if (!isZeroUsage(finish.usage)) {
      out.push(frameOf({ ...this.#head, choices: [], usage: encodeUsage(finish.usage) }));
    }
    out.push(frameOf("[DONE]"));
  }

  /** The id stands on the first piece, as clients expect it there; one that comes later is lost. */
  #call(event: ToolCallEvent): object {
    const { index, name = "", arguments: args } = event;
    const isNamed = this.#opened.get(index);
    this.#opened.set(index, isNamed || name !== "");
    if (isNamed) return { index, function: { arguments: args } };
    if (isNamed === false) return { index, function: { name, arguments: args } };
    const id = event.id ?? `call_${index}`;
    return { index, id, type: "function", function: { name, arguments: args } };
  }

  #chunk(delta: object, reason: string | null = null): SseEvent {
    const choice = { index: 0, delta, logprobs: null, finish_reason: reason };
    return frameOf({ ...this.#head, choices: [choice], usage: null });
  }
}

function encodeUsage(usage: Usage): object {
  const prompt = tokensRead(usage);
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead,
      ...(usage.cacheWrite === 0 ? {} : { cache_write_tokens: usage.cacheWrite }),
    },
  };
}
