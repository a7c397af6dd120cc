import { ModelError } from "../../errors.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { FinishMap } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { withUsage } from "../../turn/with_usage.ts";
import { isDoneSentinel, isObject, parsePayload, providerError, quote, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { entriesIn, listIn, objectIn, textIn } from "../members.ts";
import { refuseNamedError } from "../read_payload.ts";
import type { TurnDecoder } from "../wire.ts";
import { readContent } from "./content.ts";
import { ReasoningReader } from "./reasoning.ts";
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
  /** What `[DONE]` without a finish reason means. */
  readonly doneAlone: "stop" | "incomplete";
}

/** Reads one turn on the OpenAI chat completions wire and its dialects. */
export class OpenAiChatDecoder implements TurnDecoder {
  readonly #options: OpenAiChatDecoderOptions;
  readonly #slots: ToolCallSlots = new ToolCallSlots();
  readonly #reasoning: ReasoningReader = new ReasoningReader();
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
   * @throws {ModelError} `PROVIDER` and its kin for an error within the stream, `STREAM_PROTOCOL` or
   * `INCOMPLETE` for a frame that cannot be read, or content after the finish reason.
   */
  push(frame: SseEvent, out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done) return out;
    try {
      this.#read(frame, out);
    } catch (error) {
      throw this.#withUsage(error);
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
    if (this.#reason === "") throw this.#incomplete("no finish_reason, no [DONE]");
    // Whatever is not the one word that asks for leniency is strict, also a misspelt one.
    if (this.#options.terminator !== "optional") {
      throw this.#incomplete(
        `after finish_reason ${quote(this.#reason)} but before [DONE]; ` +
          'pass terminator: "optional" only for a server that never sends it',
      );
    }
    this.#finish(out);
    return out;
  }

  #read(frame: SseEvent, out: TurnEvent[]): void {
    refuseNamedError(frame);
    if (isDoneSentinel(frame)) {
      if (this.#reason === "" && this.#options.doneAlone === "incomplete") {
        throw this.#incomplete("[DONE] without a finish_reason");
      }
      return this.#finish(out);
    }
    const chunk = parsePayload(frame);
    if (chunk === undefined) return;
    this.#usage = usageOfChunk(chunk) ?? this.#usage;
    refuseFailure(chunk);
    for (const choice of entriesIn(chunk.choices, "choices")) this.#readChoice(choice, out);
  }

  #incomplete(place: string): ModelError {
    return this.#withUsage(
      new ModelError("INCOMPLETE", `The body ended before the turn did: ${place}`),
    );
  }

  #withUsage<E>(error: E): E {
    return withUsage(error, this.#usage && openAiUsage(this.#usage));
  }

  #finish(out: TurnEvent[]): void {
    this.#done = true;
    const finish = finishFrom(this.#options.finishMap, this.#reason, openAiUsage(this.#usage));
    out.push({
      type: "finish",
      finish: this.#refused ? { ...finish, reason: "filtered" } : finish,
    });
  }

  #readChoice(choice: JsonObject, out: TurnEvent[]): void {
    if (typeof choice.index === "number" && choice.index !== 0) {
      throw new ModelError(
        "STREAM_PROTOCOL",
        `One choice was asked for, but choice ${choice.index} arrived`,
      );
    }
    refuseFailure(choice);
    const before = out.length;
    const delta = objectIn(choice.delta, "delta");
    if (delta === choice.delta) this.#readDelta(delta, out);
    else refuseMessage(choice);
    if (this.#reason !== "" && out.length > before) {
      const { type } = out[before]!;
      out.length = before;
      throw new ModelError(
        "STREAM_PROTOCOL",
        `A "${type}" event follows the finish reason ${quote(this.#reason)}`,
      );
    }
    const reason = textIn(choice.finish_reason, "finish_reason");
    if (reason !== "") this.#readReason(reason);
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
    this.#reasoning.read(delta, out);
    readContent(delta.content, out);
    const refusal = textIn(delta.refusal, "refusal");
    if (refusal !== "") {
      this.#refused = true;
      out.push({ type: "text", text: refusal });
    }
    if (delta.tool_calls) this.#slots.read(listIn(delta.tool_calls, "tool_calls"), out);
    // The form before tool calls: one call, without an id or an index.
    if (isObject(delta.function_call)) {
      this.#slots.read([{ index: -1, function: delta.function_call }], out);
    }
  }
}

/** Refuses a chunk or a choice that reports a failure, whatever else it holds. */
function refuseFailure(value: JsonObject): void {
  // Groq's stands under `x_groq`; Mistral's chunk is the error itself.
  const error = value.error || (isObject(value.x_groq) ? value.x_groq.error : undefined);
  const isNamed = value.object === "error" || value.type === "error";
  if (!error && !isNamed) return;
  throw providerError(error || value, { requestId: stringOf(value.request_id) || undefined });
}

/** Refuses an answer that stands where no stream has it; passing it over would lose it. */
function refuseMessage(choice: JsonObject): void {
  const { text, message } = choice;
  const { content, tool_calls: calls } = isObject(message) ? message : { content: text };
  if (!content && !calls) return;
  throw new ModelError(
    "STREAM_PROTOCOL",
    "A choice has a whole message where a stream has a delta: ask the server to stream, and for chat",
  );
}
