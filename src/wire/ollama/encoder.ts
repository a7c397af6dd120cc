import type { SseEvent } from "../../sse/sse_event.ts";
import type { Finish } from "../../turn/finish.ts";
import type { ReasoningEvent, ToolCallEvent } from "../../turn/turn.ts";
import { rawReason } from "../raw_reason.ts";
import { frameOf } from "../frame.ts";
import { WholeCalls } from "../whole_calls.ts";
import { TurnEncoder } from "../turn_encoder.ts";
import type { EncodeOptions } from "../wire.ts";
import { OLLAMA_FINISH_MAP } from "./finish_map.ts";
import { encodeCounts } from "./usage.ts";

/** Writes one turn as Ollama streams it. Its calls are written whole, at the end. */
export class OllamaEncoder extends TurnEncoder {
  readonly #head: object;
  readonly #calls: WholeCalls = new WholeCalls();

  /** @param options What the response says of itself; Ollama gives it no id. */
  constructor(options: EncodeOptions = {}) {
    super();
    const { createdSeconds = 0, model = "model" } = options;
    this.#head = { model, created_at: new Date(createdSeconds * 1000).toISOString() };
  }

  protected override text(text: string, out: SseEvent[]): void {
    out.push(this.#line({ content: text }));
  }

  /** Signatures and redacted reasoning are unknown here, and left out. */
  protected override reasoning({ text }: ReasoningEvent, out: SseEvent[]): void {
    if (text !== "") out.push(this.#line({ content: "", thinking: text }));
  }

  protected override toolCall(event: ToolCallEvent): void {
    this.#calls.push(event);
  }

  /** @throws {TypeError} If the arguments of a call are no JSON object. */
  protected override finish(finish: Finish, out: SseEvent[]): void {
    for (const [index, { id, name, arguments: args }] of this.#calls.calls().entries()) {
      const call = { function: { index, name, arguments: args } };
      const entry = id === undefined ? call : { id, ...call };
      out.push(this.#line({ content: "", tool_calls: [entry] }));
    }
    // Ollama itself has no word for tool use: such a turn stops.
    const reason = finish.reason === "tool_use" ? "stop" : finish.reason;
    out.push(frameOf({
      ...this.#head,
      message: { role: "assistant", content: "" },
      done: true,
      done_reason: rawReason(OLLAMA_FINISH_MAP, { ...finish, reason }),
      ...encodeCounts(finish.usage),
    }));
  }

  #line(message: object): SseEvent {
    return frameOf({ ...this.#head, message: { role: "assistant", ...message }, done: false });
  }
}
