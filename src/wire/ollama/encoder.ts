import type { Decoder } from "../../decoder.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { FinishEvent, TurnEvent } from "../../turn/turn.ts";
import { rawReason } from "../raw_reason.ts";
import { frameOf } from "../frame.ts";
import { WholeCalls } from "../whole_calls.ts";
import type { EncodeOptions } from "../wire.ts";
import { OLLAMA_FINISH_MAP } from "./finish_map.ts";
import { encodeCounts } from "./usage.ts";

/** Writes one turn as Ollama streams it. Its calls are written whole, at the end. */
export class OllamaEncoder implements Decoder<TurnEvent, SseEvent> {
  readonly #head: object;
  readonly #calls: WholeCalls = new WholeCalls();

  /** @param options What the response says of itself; Ollama gives it no id. */
  constructor(options: EncodeOptions = {}) {
    const { createdSeconds = 0, model = "model" } = options;
    this.#head = { model, created_at: new Date(createdSeconds * 1000).toISOString() };
  }

  /**
   * Takes the next event of the turn. Signatures and redacted reasoning are unknown here, and left
   * out.
   *
   * @throws {TypeError} If the arguments of a call are no JSON object.
   */
  push(event: TurnEvent, out: SseEvent[] = []): SseEvent[] {
    switch (event.type) {
      case "text":
        out.push(this.#line({ content: event.text }));
        break;
      case "reasoning":
        if (event.text !== "") out.push(this.#line({ content: "", thinking: event.text }));
        break;
      case "tool_call":
        this.#calls.push(event);
        break;
      case "finish":
        this.#end(event, out);
        break;
      default:
        event satisfies never;
    }
    return out;
  }

  /** Ends the turn; adds nothing, since only a finish ends one on this wire. */
  end(out: SseEvent[] = []): SseEvent[] {
    return out;
  }

  #end({ finish }: FinishEvent, out: SseEvent[]): void {
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
