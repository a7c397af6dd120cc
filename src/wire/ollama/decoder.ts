import { ModelError } from "../../errors.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { ToolCallEvent, TurnEvent } from "../../turn/turn.ts";
import type { JsonObject } from "../json.ts";
import { stringOf } from "../json.ts";
import { argumentsText } from "../json_text.ts";
import { readPayload } from "../read_payload.ts";
import { entriesIn, objectIn, textIn } from "../members.ts";
import type { TurnDecoder } from "../wire.ts";
import { OLLAMA_FINISH_MAP } from "./finish_map.ts";
import { ollamaUsage } from "./usage.ts";

/** Reads one turn on the Ollama wire. */
export class OllamaDecoder implements TurnDecoder {
  #calls = 0;
  #done = false;

  /** True once a line with `done: true` has been read. */
  get done(): boolean {
    return this.#done;
  }

  /**
   * Takes the next line; those after `done: true` are ignored.
   *
   * @throws {ModelError} `PROVIDER` for an error within the stream, `STREAM_PROTOCOL` or
   * `INCOMPLETE` for a line that cannot be read.
   */
  push(frame: SseEvent, out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done) return out;
    const line = readPayload(frame);
    if (line === undefined) return out;
    // The last line may carry content, and even the turn's only calls.
    this.#readMessage(objectIn(line.message, "message"), out);
    if (line.done !== true) return out;
    this.#done = true;
    const raw = textIn(line.done_reason, "done_reason");
    out.push({ type: "finish", finish: finishFrom(OLLAMA_FINISH_MAP, raw, ollamaUsage(line)) });
    return out;
  }

  /**
   * Ends the body.
   *
   * @throws {ModelError} `INCOMPLETE` if the turn had not ended.
   */
  end(out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done) return out;
    throw new ModelError(
      "INCOMPLETE",
      "The body ended before the turn did: no line says done: true",
    );
  }

  #readMessage(message: JsonObject, out: TurnEvent[]): void {
    const thinking = textIn(message.thinking, "thinking");
    if (thinking !== "") out.push({ type: "reasoning", text: thinking });
    const content = textIn(message.content, "content");
    if (content !== "") out.push({ type: "text", text: content });
    for (const entry of entriesIn(message.tool_calls, "tool_calls")) {
      out.push(this.#readCall(entry));
    }
  }

  /** Calls come whole, so each entry is one, whatever its `index` says: servers repeat it. */
  #readCall(entry: JsonObject): ToolCallEvent {
    const call = objectIn(entry.function, "function");
    const id = stringOf(entry.id);
    const name = textIn(call.name, "name");
    return {
      type: "tool_call",
      index: this.#calls++,
      ...(id === "" ? {} : { id }),
      ...(name === "" ? {} : { name }),
      arguments: argumentsText(call.arguments),
    };
  }
}
