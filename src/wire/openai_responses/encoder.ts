import type { SseEvent } from "../../sse/sse_event.ts";
import type { Finish } from "../../turn/finish.ts";
import type { ReasoningEvent, ToolCallEvent } from "../../turn/turn.ts";
import { rawReason } from "../raw_reason.ts";
import { frameOf } from "../frame.ts";
import { TurnEncoder } from "../turn_encoder.ts";
import type { EncodeOptions } from "../wire.ts";
import { RESPONSES_FINISH_MAP } from "./finish_map.ts";
import { itemWriter } from "./item_writer.ts";
import type { ItemWriter, WireEvent } from "./item_writer.ts";
import { responseObject } from "./response_object.ts";
import type { ResponseState } from "./response_object.ts";

/**
 * Writes one turn as OpenAI streams it on the Responses wire: one output item after the other. The
 * pieces of a tool call must stand together and begin with its id and name.
 *
 * A redacted block of reasoning has no readable text on this wire: what it has is left out.
 */
export class OpenAiResponsesEncoder extends TurnEncoder {
  readonly #options: EncodeOptions;
  readonly #output: object[] = [];
  #sequence = 0;
  /** The item being written, and for a call which one it is. */
  #item: ItemWriter | undefined;
  #call = -1;

  /** @param options What the response says of itself. */
  constructor(options: EncodeOptions = {}) {
    super();
    this.#options = options;
  }

  protected override begin(out: SseEvent[]): void {
    this.#response("response.created", { status: "in_progress" }, out);
    this.#response("response.in_progress", { status: "in_progress" }, out);
  }

  protected override text(text: string, out: SseEvent[]): void {
    this.#open("message", {}, out);
    this.#write(text, out);
  }

  protected override reasoning(
    { text, signature = "", redacted = "" }: ReasoningEvent,
    out: SseEvent[],
  ): void {
    if (redacted !== "") this.#close(out);
    const proof = redacted || signature;
    if (text === "" && proof === "") return;
    this.#open("reasoning", {}, out);
    if (redacted === "" && text !== "") this.#write(text, out);
    // The proof closes its block, and with it the item.
    if (proof !== "") this.#close(out, { encrypted_content: proof });
  }

  protected override toolCall(
    { index, id, name, arguments: json }: ToolCallEvent,
    out: SseEvent[],
  ): void {
    if (this.#call !== index) this.#close(out);
    this.#open("function_call", { call_id: id ?? `call_${index}`, name: name ?? "" }, out);
    this.#call = index;
    if (json !== "") this.#write(json, out);
  }

  protected override finish(finish: Finish, out: SseEvent[]): void {
    const isWhole = finish.reason === "stop" || finish.reason === "tool_use";
    this.#close(out, isWhole ? {} : { status: "incomplete" });
    const state = { output: this.#output, usage: finish.usage };
    if (isWhole) {
      return this.#response("response.completed", { status: "completed", ...state }, out);
    }
    this.#response("response.incomplete", {
      status: "incomplete",
      incompleteReason: rawReason(RESPONSES_FINISH_MAP, finish),
      ...state,
    }, out);
  }

  #open(type: ItemWriter["type"], fields: object, out: SseEvent[]): void {
    if (this.#item?.type === type) return;
    this.#close(out);
    this.#item = itemWriter(type, this.#output.length, fields);
    this.#emit(this.#item.open(), out);
  }

  #write(text: string, out: SseEvent[]): void {
    this.#emit(this.#item!.write(text), out);
  }

  #close(out: SseEvent[], fields: object = {}): void {
    if (!this.#item) return;
    const { events, item } = this.#item.close(fields);
    this.#emit(events, out);
    this.#output.push(item);
    this.#item = undefined;
    this.#call = -1;
  }

  #response(type: string, state: ResponseState, out: SseEvent[]): void {
    this.#emit([{ type, response: responseObject(this.#options, state) }], out);
  }

  #emit(events: readonly WireEvent[], out: SseEvent[]): void {
    for (const { type, ...fields } of events) {
      out.push(frameOf({ type, sequence_number: this.#sequence++, ...fields }, type));
    }
  }
}
