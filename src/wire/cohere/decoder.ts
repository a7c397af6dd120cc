import { ModelError } from "../../errors.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { clampUsage } from "../../turn/usage.ts";
import type { JsonObject } from "../json.ts";
import { isDoneSentinel, isObject, providerError, quote, stringOf } from "../json.ts";
import { readPayload } from "../read_payload.ts";
import { objectIn, textIn } from "../members.ts";
import type { TurnDecoder } from "../wire.ts";
import { COHERE_FAILURES, COHERE_FINISH_MAP } from "./finish_map.ts";
import { CohereToolCalls } from "./tool_calls.ts";
import { cohereUsage } from "./usage.ts";

/** Reads one turn on the Cohere wire, version 2. */
export class CohereDecoder implements TurnDecoder {
  readonly #calls: CohereToolCalls = new CohereToolCalls();
  #started = false;
  #done = false;

  /** True once `message-end` has been read. */
  get done(): boolean {
    return this.#done;
  }

  /**
   * Takes the next frame; those after `message-end` are ignored, `[DONE]` among them.
   *
   * @throws {ModelError} `PROVIDER` for an error within the stream, `STREAM_PROTOCOL` or
   * `INCOMPLETE` for a frame that cannot be read, `INCOMPLETE` for `[DONE]` before `message-end`.
   */
  push(frame: SseEvent, out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done) return out;
    if (isDoneSentinel(frame)) {
      throw new ModelError("INCOMPLETE", "The turn had not ended when [DONE] came: no message-end");
    }
    const event = readPayload(frame);
    if (event !== undefined) this.#read(stringOf(event.type) || (frame.event ?? ""), event, out);
    return out;
  }

  /**
   * Ends the body.
   *
   * @throws {ModelError} `INCOMPLETE` if the turn had not ended.
   */
  end(out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done) return out;
    throw new ModelError("INCOMPLETE", "The body ended before the turn did: no message-end");
  }

  /** Reads an event of a known type. Others, such as citations, are no part of the turn. */
  #read(type: string, event: JsonObject, out: TurnEvent[]): void {
    const delta = objectIn(event.delta, "delta");
    const message = objectIn(delta.message, "message");
    switch (type) {
      case "message-start":
        return this.#start();
      case "content-start":
      case "content-delta":
        return readContent(message.content, out);
      case "tool-plan-delta":
        return readThinking(message.tool_plan, out);
      case "tool-call-start":
        for (const call of objectsOf(message.tool_calls)) {
          out.push(this.#calls.start(event.index, call));
        }
        return;
      case "tool-call-delta":
        for (const call of objectsOf(message.tool_calls)) {
          out.push(this.#calls.delta(event.index, call));
        }
        return;
      case "message-end":
        return this.#end(delta, out);
    }
  }

  #start(): void {
    if (this.#started) {
      throw new ModelError("STREAM_PROTOCOL", "A second message-start came within the turn");
    }
    this.#started = true;
  }

  #end(delta: JsonObject, out: TurnEvent[]): void {
    const usage = cohereUsage(delta.usage);
    const raw = textIn(delta.finish_reason, "finish_reason");
    // The member may stand there without an error, as null or empty.
    const error = delta.error || undefined;
    if (error !== undefined || COHERE_FAILURES.has(raw)) {
      const info = { usage: clampUsage(usage) };
      throw providerError(error ?? `finish_reason ${quote(raw)}`, info);
    }
    this.#done = true;
    out.push({ type: "finish", finish: finishFrom(COHERE_FINISH_MAP, raw, usage) });
  }
}

/** Cohere sends one object; a list of them says the same. */
function objectsOf(value: unknown): readonly JsonObject[] {
  return (Array.isArray(value) ? value : [value]).filter(isObject);
}

function readContent(value: unknown, out: TurnEvent[]): void {
  const content = objectIn(value, "content");
  readThinking(content.thinking, out);
  const text = textIn(content.text, "text");
  if (text !== "") out.push({ type: "text", text });
}

function readThinking(value: unknown, out: TurnEvent[]): void {
  const text = textIn(value, "thinking");
  if (text !== "") out.push({ type: "reasoning", text });
}
