/** An event of the wire, without its number. */
export type WireEvent = { readonly type: string; readonly [field: string]: unknown };

/** Writes the events of one output item, and the item itself as it stands at its end. */
export interface ItemWriter {
  /** The type of the item. */
  readonly type: "message" | "reasoning" | "function_call";
  /** Gives the events that open it. */
  open(): WireEvent[];
  /** Gives the events of a piece of its text. */
  write(text: string): WireEvent[];
  /**
   * Gives the events that close it, and the item.
   *
   * @param fields What is known of it only now.
   */
  close(fields: object): { readonly events: WireEvent[]; readonly item: object };
}

/**
 * Makes the writer of an item.
 *
 * @param type The type of the item.
 * @param index Its place in the output.
 * @param fields What is known of it from the start.
 */
export function itemWriter(type: ItemWriter["type"], index: number, fields: object): ItemWriter {
  switch (type) {
    case "message":
      return new MessageWriter(index);
    case "reasoning":
      return new ReasoningWriter(index);
    case "function_call":
      return new CallWriter(index, fields);
  }
}

class MessageWriter implements ItemWriter {
  readonly type = "message";
  readonly #place: Place;
  #text = "";

  constructor(index: number) {
    this.#place = { item_id: `msg_${index}`, output_index: index, content_index: 0 };
  }

  open(): WireEvent[] {
    return [
      itemEvent("added", this.#place, this.#item("in_progress", [])),
      { type: "response.content_part.added", ...this.#place, part: this.#part() },
    ];
  }

  write(text: string): WireEvent[] {
    this.#text += text;
    return [{ type: "response.output_text.delta", ...this.#place, delta: text, logprobs: [] }];
  }

  close(fields: object): { events: WireEvent[]; item: object } {
    const part = this.#part();
    const item = { ...this.#item("completed", [part]), ...fields };
    const done = {
      type: "response.output_text.done",
      ...this.#place,
      text: this.#text,
      logprobs: [],
    };
    const partDone = { type: "response.content_part.done", ...this.#place, part };
    return { events: [done, partDone, itemEvent("done", this.#place, item)], item };
  }

  #item(status: string, content: readonly object[]): object {
    return { id: this.#place.item_id, type: "message", status, content, role: "assistant" };
  }

  #part(): object {
    return { type: "output_text", annotations: [], logprobs: [], text: this.#text };
  }
}

class ReasoningWriter implements ItemWriter {
  readonly type = "reasoning";
  readonly #place: Place;
  #text = "";
  #begun = false;

  constructor(index: number) {
    this.#place = { item_id: `rs_${index}`, output_index: index, summary_index: 0 };
  }

  open(): WireEvent[] {
    return [itemEvent("added", this.#place, this.#item([]))];
  }

  write(text: string): WireEvent[] {
    const opening = this.#begun ? [] : [this.#partEvent("added")];
    this.#begun = true;
    this.#text += text;
    const delta = { type: "response.reasoning_summary_text.delta", ...this.#place, delta: text };
    return [...opening, delta];
  }

  close(fields: object): { events: WireEvent[]; item: object } {
    const item = { ...this.#item(this.#begun ? [this.#part()] : []), ...fields };
    const done = {
      type: "response.reasoning_summary_text.done",
      ...this.#place,
      text: this.#text,
    };
    const closing = this.#begun ? [done, this.#partEvent("done")] : [];
    return { events: [...closing, itemEvent("done", this.#place, item)], item };
  }

  #item(summary: readonly object[]): object {
    return { id: this.#place.item_id, type: "reasoning", summary };
  }

  #part(): object {
    return { type: "summary_text", text: this.#text };
  }

  #partEvent(moment: "added" | "done"): WireEvent {
    const type = `response.reasoning_summary_part.${moment}`;
    return { type, ...this.#place, part: this.#part() };
  }
}

class CallWriter implements ItemWriter {
  readonly type = "function_call";
  readonly #place: Place;
  readonly #fields: object;
  #arguments = "";

  constructor(index: number, fields: object) {
    this.#place = { item_id: `fc_${index}`, output_index: index };
    this.#fields = fields;
  }

  open(): WireEvent[] {
    return [itemEvent("added", this.#place, this.#item("in_progress"))];
  }

  write(text: string): WireEvent[] {
    this.#arguments += text;
    return [{ type: "response.function_call_arguments.delta", ...this.#place, delta: text }];
  }

  close(fields: object): { events: WireEvent[]; item: object } {
    const isWhole = Object.keys(fields).length === 0;
    // The provider writes a call without arguments as an empty object, never as no JSON at all.
    const rest = isWhole && this.#arguments === "" ? this.write("{}") : [];
    const item = { ...this.#item("completed"), ...fields };
    const done = {
      type: "response.function_call_arguments.done",
      ...this.#place,
      arguments: this.#arguments,
    };
    return { events: [...rest, done, itemEvent("done", this.#place, item)], item };
  }

  #item(status: string): object {
    return {
      id: this.#place.item_id,
      type: "function_call",
      status,
      arguments: this.#arguments,
      ...this.#fields,
    };
  }
}

type Place = {
  readonly item_id: string;
  readonly output_index: number;
  readonly [count: string]: unknown;
};

function itemEvent(moment: "added" | "done", place: Place, item: object): WireEvent {
  return { type: `response.output_item.${moment}`, output_index: place.output_index, item };
}
