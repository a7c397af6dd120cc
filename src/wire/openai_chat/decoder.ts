import { ModelError } from "../../errors.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { FinishMap } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, isObject, parsePayload, providerError, quote, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { TurnDecoder } from "../wire.ts";
import { ToolCallSlots } from "./tool_call_slots.ts";
import { openAiUsage, usageOfChunk } from "./usage.ts";

/** What the decoder must be told of the server. */
export interface OpenAiChatDecoderOptions {
  /** The server's words for the end of a turn. */
  readonly finishMap: FinishMap;
  /** The words by which it says that it failed. */
  readonly failures: readonly string[];
  /** Whether a finish reason and a clean end of the body suffice without `[DONE]`. */
  readonly terminator: "required" | "optional";
}

/** Reads one turn on the OpenAI chat completions wire and its dialects. */
export class OpenAiChatDecoder implements TurnDecoder {
  readonly #options: OpenAiChatDecoderOptions;
  readonly #slots: ToolCallSlots = new ToolCallSlots();
  #reason = "";
  #refused = false;
  #usage: JsonObject | undefined;
  #done = false;

  /** @param options What differs between servers. */
  constructor(options: OpenAiChatDecoderOptions) {
    this.#options = options;
  }

  /** True once `[DONE]` has been read. */
  get done(): boolean {
    return this.#done;
  }

  /**
   * Takes the next frame; those after `[DONE]` are ignored.
   *
   * @throws {ModelError} `PROVIDER` for an error within the stream, `STREAM_PROTOCOL` or
   * `INCOMPLETE` for a frame that cannot be read, or content after the finish reason.
   */
  push(frame: SseEvent, out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done) return out;
    if (frame.data.length < 32 && frame.data.trim() === "[DONE]") {
      this.#done = true;
      this.#finish(out);
      return out;
    }
    const chunk = parsePayload(frame);
    if (chunk === undefined) return out;
    this.#refuseFailure(chunk, frame);
    this.#usage = usageOfChunk(chunk) ?? this.#usage;
    for (const choice of arrayOf(chunk.choices)) {
      if (isObject(choice)) this.#readChoice(choice, out);
    }
    return out;
  }

  /**
   * Ends the body.
   *
   * @throws {ModelError} `INCOMPLETE` if the turn had not ended.
   */
  end(out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done) return out;
    if (this.#reason === "") {
      throw new ModelError(
        "INCOMPLETE",
        "The body ended before the turn did: no finish_reason, no [DONE]",
      );
    }
    if (this.#options.terminator === "required") {
      throw new ModelError(
        "INCOMPLETE",
        `The body ended after finish_reason "${this.#reason}" but before [DONE]: ` +
          'pass terminator: "optional" only for a server that never sends it',
        { usage: openAiUsage(this.#usage) },
      );
    }
    this.#done = true;
    this.#finish(out);
    return out;
  }

  #finish(out: TurnEvent[]): void {
    const finish = finishFrom(this.#options.finishMap, this.#reason, openAiUsage(this.#usage));
    out.push({
      type: "finish",
      finish: this.#refused ? { ...finish, reason: "filtered" } : finish,
    });
  }

  #refuseFailure(chunk: JsonObject, frame: SseEvent): void {
    const error = chunk.error ?? (isObject(chunk.x_groq) ? chunk.x_groq.error : undefined);
    if (error !== undefined && error !== null) throw providerError(error);
    if (frame.event === "error" || chunk.object === "error") throw providerError(chunk);
  }

  #readChoice(choice: JsonObject, out: TurnEvent[]): void {
    if (typeof choice.index === "number" && choice.index !== 0) {
      throw new ModelError(
        "STREAM_PROTOCOL",
        `One choice was asked for, but choice ${choice.index} arrived`,
      );
    }
    const before = out.length;
    if (isObject(choice.delta)) this.#readDelta(choice.delta, out);
    if (this.#reason !== "" && out.length > before) {
      const { type } = out[before]!;
      out.length = before;
      throw new ModelError(
        "STREAM_PROTOCOL",
        `A "${type}" event follows the finish reason "${this.#reason}"`,
      );
    }
    const reason = choice.finish_reason;
    if (typeof reason === "string" && reason !== "") this.#readReason(reason);
  }

  #readReason(reason: string): void {
    if (this.#options.failures.includes(reason)) {
      throw new ModelError(
        "PROVIDER",
        `The provider failed within the stream: finish_reason ${quote(reason)}`,
      );
    }
    if (this.#reason !== "" && this.#reason !== reason) {
      throw new ModelError(
        "STREAM_PROTOCOL",
        `The turn has two finish reasons: ${quote(this.#reason)}, then ${quote(reason)}`,
      );
    }
    this.#reason = reason;
  }

  #readDelta(delta: JsonObject, out: TurnEvent[]): void {
    const reasoning = stringOf(delta.reasoning_content) || stringOf(delta.reasoning);
    if (reasoning !== "") out.push({ type: "reasoning", text: reasoning });
    const { content } = delta;
    if (typeof content === "string") {
      if (content !== "") out.push({ type: "text", text: content });
    } else if (Array.isArray(content)) readParts(content, out);
    const refusal = stringOf(delta.refusal);
    if (refusal !== "") {
      this.#refused = true;
      out.push({ type: "text", text: refusal });
    }
    if (delta.tool_calls) this.#readCalls(arrayOf(delta.tool_calls), out);
    // The form before tool calls: one call, without an id.
    if (isObject(delta.function_call)) this.#readCalls([{ function: delta.function_call }], out);
  }

  #readCalls(entries: readonly unknown[], out: TurnEvent[]): void {
    for (const entry of entries) {
      const event = this.#slots.read(entry);
      if (event) out.push(event);
    }
  }
}

/** Mistral's reasoning models send content as parts: text, and thinking made of text parts. */
function readParts(parts: readonly unknown[], out: TurnEvent[]): void {
  for (const part of parts) {
    if (!isObject(part)) continue;
    const text = stringOf(part.text);
    if (part.type === "text" && text !== "") out.push({ type: "text", text });
    for (const thought of part.type === "thinking" ? arrayOf(part.thinking) : []) {
      const piece = isObject(thought) ? stringOf(thought.text) : "";
      if (piece !== "") out.push({ type: "reasoning", text: piece });
    }
  }
}
