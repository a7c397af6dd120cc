import type { SseEvent } from "../../sse/sse_event.ts";
import type { Finish } from "../../turn/finish.ts";
import type { ReasoningEvent, ToolCallEvent } from "../../turn/turn.ts";
import { rawReason } from "../raw_reason.ts";
import { frameOf } from "../frame.ts";
import { WholeCalls } from "../whole_calls.ts";
import { TurnEncoder } from "../turn_encoder.ts";
import type { EncodeOptions } from "../wire.ts";
import { BLOCK_REASONS, GEMINI_FINISH_MAP } from "./finish_map.ts";
import { encodeUsage } from "./usage.ts";

/**
 * Writes one turn as the Gemini API streams it. Its calls are written whole, at the end; only the
 * last chunk has a `finishReason`, and usage, which is not known before.
 */
export class GeminiEncoder extends TurnEncoder {
  readonly #tail: object;
  readonly #calls: WholeCalls = new WholeCalls();
  /** A signature without thoughts to stand at; it goes on the next call or the last part. */
  #signature: string | undefined;
  #thinking = false;

  /** @param options What the response says of itself. */
  constructor(options: EncodeOptions = {}) {
    super();
    const { id = "turn-1", model = "model" } = options;
    this.#tail = { modelVersion: model, responseId: id };
  }

  protected override text(text: string, out: SseEvent[]): void {
    out.push(this.#part({ text }));
    this.#thinking = false;
  }

  protected override toolCall(event: ToolCallEvent): void {
    this.#calls.push(event);
  }

  /** Redacted reasoning is unknown here, and left out. */
  protected override reasoning({ text, signature }: ReasoningEvent, out: SseEvent[]): void {
    if (text === "" && signature === undefined) return;
    const held = this.#takeSignature();
    if (held.thoughtSignature !== undefined) {
      out.push(this.#part({ text: "", thought: true, ...held }));
    }
    if (text === "" && !this.#thinking) {
      this.#signature = signature;
      return;
    }
    const proof = signature === undefined ? {} : { thoughtSignature: signature };
    out.push(this.#part({ text, thought: true, ...proof }));
    this.#thinking = signature === undefined;
  }

  #takeSignature(): { thoughtSignature?: string } {
    const signature = this.#signature;
    this.#signature = undefined;
    return signature === undefined ? {} : { thoughtSignature: signature };
  }

  /** @throws {TypeError} If the arguments of a call are no JSON object. */
  protected override finish(finish: Finish, out: SseEvent[]): void {
    for (const { id, name, arguments: args } of this.#calls.calls()) {
      const functionCall = { name, args, ...(id === undefined ? {} : { id }) };
      out.push(this.#part({ functionCall, ...this.#takeSignature() }));
    }
    const usage = encodeUsage(finish.usage);
    if (isBlocked(finish)) {
      const promptFeedback = { blockReason: finish.raw };
      out.push(frameOf({ promptFeedback, ...usage, ...this.#tail }));
      return;
    }
    const last = { text: "", ...this.#takeSignature() };
    const end = { finishReason: finishReason(finish), index: 0 };
    const candidates = [{ content: { parts: [last], role: "model" }, ...end }];
    out.push(frameOf({ candidates, ...usage, ...this.#tail }));
  }

  #part(part: object): SseEvent {
    const candidates = [{ content: { parts: [part], role: "model" }, index: 0 }];
    return frameOf({ candidates, ...this.#tail });
  }
}

/** Tells whether the prompt was withheld, and not the answer to it. */
function isBlocked(finish: Finish): boolean {
  return finish.reason === "filtered" && BLOCK_REASONS.has(finish.raw);
}

/** Gemini has no word for tool use: such a turn stops. */
function finishReason(finish: Finish): string {
  const reason = finish.reason === "tool_use" ? "stop" : finish.reason;
  return rawReason(GEMINI_FINISH_MAP, { ...finish, reason });
}
