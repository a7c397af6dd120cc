import { ModelError } from "../../errors.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import type { Usage } from "../../turn/usage.ts";
import { withUsage } from "../../turn/with_usage.ts";
import { isDoneSentinel, isObject, quote, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { readPayload } from "../read_payload.ts";
import { objectIn, textIn } from "../members.ts";
import type { DecodeOptions, TurnDecoder } from "../wire.ts";
import { ContentBlocks } from "./content_blocks.ts";
import { ANTHROPIC_FINISH_MAP } from "./finish_map.ts";
import { mergeAnthropicUsage } from "./usage.ts";

/**
 * Reads one turn on the Anthropic Messages wire.
 *
 * A frame is told by the `type` of its payload; the event's name stands in where that is missing.
 * Unknown events, pings and a gateway's `[DONE]` carry nothing.
 */
export class AnthropicMessagesDecoder implements TurnDecoder {
  readonly #terminator: "required" | "optional";
  readonly #blocks: ContentBlocks = new ContentBlocks();
  #usage: Usage = ZERO_USAGE;
  #begun = false;
  #contentOver = false;
  #reason = "";
  #done = false;

  /** @param options Whether a stop reason and a clean end of the body suffice. */
  constructor(options: DecodeOptions = {}) {
    this.#terminator = options.terminator ?? "required";
  }

  /** True once `message_stop` has been read. */
  get done(): boolean {
    return this.#done;
  }

  /**
   * Takes the next frame; those after `message_stop` are ignored.
   *
   * @throws {ModelError} `PROVIDER` and its kin for an error within the stream, `STREAM_PROTOCOL` or
   * `INCOMPLETE` for a frame that cannot be read or stands where it may not.
   */
  push(frame: SseEvent, out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done || isDoneSentinel(frame)) return out;
    try {
      const payload = readPayload(frame);
      if (payload) this.#read(stringOf(payload.type) || frame.event, payload, out);
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
    const { unclosed } = this.#blocks;
    const suffices = this.#terminator === "optional" && unclosed === undefined;
    if (suffices && this.#reason !== "") {
      this.#finish(out);
      return out;
    }
    const place = unclosed !== undefined
      ? `inside a ${unclosed} block`
      : this.#reason !== ""
      ? `after stop_reason ${quote(this.#reason)} but before message_stop`
      : "no stop_reason, no message_stop";
    throw this.#withUsage(
      new ModelError("INCOMPLETE", `The body ended before the turn did: ${place}`),
    );
  }

  #read(type: string | undefined, payload: JsonObject, out: TurnEvent[]): void {
    switch (type) {
      case "message_start":
        return this.#start(payload);
      case "content_block_start":
        this.#requireContent(type);
        return this.#blocks.start(payload, out);
      case "content_block_delta":
        this.#requireContent(type);
        return this.#blocks.delta(payload, out);
      case "content_block_stop":
        return this.#blocks.stop(payload, out);
      case "message_delta":
        return this.#messageDelta(payload);
      case "message_stop":
        return this.#stop(out);
    }
  }

  #start(payload: JsonObject): void {
    if (this.#begun) throw protocolError("A second message_start arrived within the turn");
    this.#begun = true;
    const message = isObject(payload.message) ? payload.message : {};
    this.#usage = mergeAnthropicUsage(this.#usage, message.usage);
  }

  #requireContent(type: string): void {
    if (!this.#begun) throw protocolError(`A ${type} stands before message_start`);
    if (this.#contentOver) throw protocolError(`A ${type} follows message_delta`);
  }

  #messageDelta(payload: JsonObject): void {
    if (!this.#begun) throw protocolError("A message_delta stands before message_start");
    this.#contentOver = true;
    this.#usage = mergeAnthropicUsage(this.#usage, payload.usage);
    const reason = textIn(objectIn(payload.delta, "delta").stop_reason, "stop_reason");
    if (reason === "") return;
    if (this.#reason !== "" && this.#reason !== reason) {
      throw protocolError(
        `The turn has two stop reasons: ${quote(this.#reason)}, then ${quote(reason)}`,
      );
    }
    this.#reason = reason;
  }

  #stop(out: TurnEvent[]): void {
    if (this.#reason === "") throw protocolError("The turn ended without a stop_reason");
    const { unclosed } = this.#blocks;
    if (unclosed !== undefined) {
      throw protocolError(`The turn ended although a ${unclosed} block is still open`);
    }
    this.#finish(out);
  }

  #finish(out: TurnEvent[]): void {
    this.#done = true;
    const finish = finishFrom(ANTHROPIC_FINISH_MAP, this.#reason, this.#usage);
    out.push({ type: "finish", finish });
  }

  #withUsage<E>(error: E): E {
    return withUsage(error, this.#begun ? this.#usage : undefined);
  }
}

function protocolError(message: string): ModelError {
  return new ModelError("STREAM_PROTOCOL", message);
}
