import type { Bytes } from "../../src/bytes.ts";
import { TurnAssembler } from "../../src/turn/assemble.ts";
import type { Turn, TurnEvent } from "../../src/turn/turn.ts";
import { BodyDecoder } from "../../src/wire/body_decoder.ts";
import type { DecodeOptions, Wire } from "../../src/wire/wire.ts";

/** What reading a body came to: its events, and an error or not. */
export interface Reading {
  /** The events in order, those before a failure included. */
  readonly events: readonly TurnEvent[];
  /** What reading threw; `undefined` if it ended well. */
  readonly error: unknown;
  /** The code of the error; `undefined` if there is none, `"(foreign)"` if it is not ours. */
  readonly code: string | undefined;
  /** Whether the wire's end-of-turn marker was read. */
  readonly done: boolean;
}

/** Reads a body that comes in these chunks and then ends cleanly. */
export function readBody(
  wire: Wire,
  body: Bytes | readonly Bytes[],
  options?: DecodeOptions,
): Reading {
  const decoder = new BodyDecoder(wire, options);
  const events: TurnEvent[] = [];
  let error: unknown;
  try {
    for (const chunk of body instanceof Uint8Array ? [body] : body) decoder.push(chunk, events);
    decoder.end(events);
  } catch (thrown) {
    error = thrown;
  }
  return { events, error, code: codeOf(error), done: decoder.done };
}

/** What a body came to as a turn. */
export interface Outcome extends Reading {
  /** The turn; `undefined` if there is an error. */
  readonly turn: Turn | undefined;
}

/** Reads a body and assembles its turn. An error of the assembly counts as the reading's. */
export function readTurn(
  wire: Wire,
  body: Bytes | readonly Bytes[],
  options?: DecodeOptions,
): Outcome {
  const reading = readBody(wire, body, options);
  if (reading.error !== undefined) return { ...reading, turn: undefined };
  try {
    return { ...reading, turn: assembleAll(reading.events) };
  } catch (error) {
    return { ...reading, error, code: codeOf(error), turn: undefined };
  }
}

/** Assembles a turn without waiting. */
export function assembleAll(events: Iterable<TurnEvent>): Turn {
  const assembler = new TurnAssembler();
  for (const event of events) assembler.push(event);
  return assembler.end();
}

/** The code of an error; `undefined` for no error, `"(foreign)"` for one that is not ours. */
export function codeOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  const { origin, code } = error as { readonly origin?: unknown; readonly code?: unknown };
  return origin === "wholeturn" && typeof code === "string" ? code : "(foreign)";
}
