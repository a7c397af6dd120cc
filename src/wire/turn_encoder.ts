import type { Decoder } from "../decoder.ts";
import type { SseEvent } from "../sse/sse_event.ts";
import type { Finish } from "../turn/finish.ts";
import type { ReasoningEvent, ToolCallEvent, TurnEvent } from "../turn/turn.ts";

/** Writes one turn as frames; each wire says how it writes each kind of event. */
export abstract class TurnEncoder implements Decoder<TurnEvent, SseEvent> {
  #begun = false;

  /**
   * Takes the next event of the turn.
   *
   * @throws {TypeError} If the wire has no way to say it.
   */
  push(event: TurnEvent, out: SseEvent[] = []): SseEvent[] {
    if (!this.#begun) {
      this.#begun = true;
      this.begin(out);
    }
    switch (event.type) {
      case "text":
        this.text(event.text, out);
        break;
      case "reasoning":
        this.reasoning(event, out);
        break;
      case "tool_call":
        this.toolCall(event, out);
        break;
      case "finish":
        this.finish(event.finish, out);
        break;
      default:
        event satisfies never;
    }
    return out;
  }

  /** Ends the turn; adds nothing, since on no wire anything but a finish ends one. */
  end(out: SseEvent[] = []): SseEvent[] {
    return out;
  }

  /** Writes what stands before the first event; nothing by default. */
  protected begin(_out: SseEvent[]): void {}

  /** Writes a piece of text. */
  protected abstract text(text: string, out: SseEvent[]): void;

  /** Writes a piece of reasoning. */
  protected abstract reasoning(event: ReasoningEvent, out: SseEvent[]): void;

  /** Writes a piece of a tool call. */
  protected abstract toolCall(event: ToolCallEvent, out: SseEvent[]): void;

  /** Writes the end of the turn. */
  protected abstract finish(finish: Finish, out: SseEvent[]): void;
}
