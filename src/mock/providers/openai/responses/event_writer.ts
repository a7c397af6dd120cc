import type { Frame, FramePart } from "../../../delivery/frame.ts";

/** Writes events of a response, each with the number that follows that of the one before. */
export class EventWriter {
  #sequence: number;

  /** @param sequence The number of the first event. */
  constructor(sequence = 0) {
    this.#sequence = sequence;
  }

  /** The number of the next event. */
  get sequence(): number {
    return this.#sequence;
  }

  /**
   * Writes an event.
   *
   * @param part Which part of the stream it is.
   * @param type Its type.
   * @param members The JSON text of its members, each with a comma before it.
   * @param tokens How many tokens it carries.
   */
  event(part: FramePart, type: string, members: string, tokens = 0): Frame {
    const data = `{"type":"${type}"${members},"sequence_number":${this.#sequence++}}`;
    return { event: type, data, part, tokens };
  }
}
