import { ModelError } from "../../errors.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { Finish } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Usage } from "../../turn/usage.ts";
import { withUsage } from "../../turn/with_usage.ts";
import { arrayOf, isDoneSentinel, isObject, providerError, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { readPayload } from "../read_payload.ts";
import type { TurnDecoder } from "../wire.ts";
import { readFinalOutput } from "./final_output.ts";
import { RESPONSES_FINISH_MAP } from "./finish_map.ts";
import { OutputItems } from "./output_items.ts";
import { pieceEvent } from "./piece_events.ts";
import { responsesUsage } from "./usage.ts";

/** The events that end a turn, and the status of a response that each stands for. */
const TERMINAL: ReadonlyMap<string, string> = new Map([
  ["response.completed", "completed"],
  ["response.incomplete", "incomplete"],
  ["response.failed", "failed"],
  ["response.cancelled", "cancelled"],
]);

/**
 * Reads one turn on the OpenAI Responses wire.
 *
 * Whatever the provider states whole, at the end of a text, of an item or of the response, is
 * compared with what arrived: a missing tail is made up for, anything else is an error. Unknown
 * events, the items of server tools and a gateway's `[DONE]` carry nothing.
 */
export class OpenAiResponsesDecoder implements TurnDecoder {
  readonly #items: OutputItems = new OutputItems();
  #id = "";
  #done = false;

  /** True once one of the terminal events has been read. */
  get done(): boolean {
    return this.#done;
  }

  /**
   * Takes the next frame; those after a terminal event are ignored.
   *
   * @throws {ModelError} `PROVIDER` and its kin for an error within the stream or a failed response,
   * `STREAM_PROTOCOL` or `INCOMPLETE` for a frame that cannot be read or contradicts another.
   */
  push(frame: SseEvent, out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done || isDoneSentinel(frame)) return out;
    const payload = readPayload(frame);
    if (payload) this.#read(stringOf(payload.type) || (frame.event ?? ""), payload, out);
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
      "The body ended before the turn did: no response.completed, response.incomplete or " +
        "response.failed",
    );
  }

  #read(type: string, payload: JsonObject, out: TurnEvent[]): void {
    const status = TERMINAL.get(type);
    if (status !== undefined) {
      return this.#end(status, isObject(payload.response) ? payload.response : {}, out);
    }
    switch (type) {
      case "response.created":
        return this.#create(isObject(payload.response) ? stringOf(payload.response.id) : "");
      case "response.output_item.added":
        return this.#items.added(payload, out);
      case "response.output_item.done":
        return this.#items.done(payload, out);
    }
    const event = pieceEvent(type, payload);
    if (event) this.#items.forPiece(event.kind, event.isCustom, payload).take(event.piece, out);
  }

  #create(id: string): void {
    if (this.#id !== "" && id !== this.#id) {
      throw new ModelError("STREAM_PROTOCOL", "A second response was created within the turn");
    }
    this.#id = id;
  }

  #end(named: string, response: JsonObject, out: TurnEvent[]): void {
    const usage = responsesUsage(response.usage);
    // A response that says of itself that it did not complete is believed, whatever its event.
    const own = stringOf(response.status);
    const status = named === "completed" && TERMINAL.has(`response.${own}`) ? own : named;
    try {
      const error = response.error ?? undefined;
      if (error !== undefined || status === "failed" || status === "cancelled") {
        throw providerError(error ?? `the response is ${status}`);
      }
      const finish = status === "incomplete"
        ? incompleteFinish(response, usage)
        : this.#complete(response, usage, out);
      this.#done = true;
      out.push({ type: "finish", finish });
    } catch (failure) {
      throw withUsage(failure, usage);
    }
  }

  #complete(response: JsonObject, usage: Usage, out: TurnEvent[]): Finish {
    const { isRefused } = readFinalOutput(this.#items, arrayOf(response.output), out);
    const finish = finishFrom(RESPONSES_FINISH_MAP, "completed", usage);
    if (isRefused || this.#items.messages.some((message) => message.isRefused)) {
      return { ...finish, reason: "filtered" };
    }
    return this.#items.calls.length > 0 ? { ...finish, reason: "tool_use" } : finish;
  }
}

/** The end of a response that did not complete; whatever its words, it is never that of a whole turn. */
function incompleteFinish(response: JsonObject, usage: Usage): Finish {
  const details = isObject(response.incomplete_details) ? response.incomplete_details : {};
  const finish = finishFrom(RESPONSES_FINISH_MAP, stringOf(details.reason), usage);
  const soundsWhole = finish.reason === "stop" || finish.reason === "tool_use";
  return soundsWhole ? finishFrom(RESPONSES_FINISH_MAP, "incomplete", usage) : finish;
}
