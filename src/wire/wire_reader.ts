import type { Bytes } from "../bytes.ts";
import type { TurnEvent } from "../turn/turn.ts";
import { checkTerminator } from "./body_decoder.ts";
import { readTurn, requireReadOptions, toMaxBytes } from "./read_turn.ts";
import type { ReadTurnOptions } from "./read_turn.ts";
import { checkSignal } from "../check_signal.ts";
import type { WireId } from "./wire.ts";
import { wireOf } from "./wires.ts";

/**
 * Gives a reader of response bodies for a wire: the part of an adapter that comes after the
 * headers.
 *
 * @example
 * ```ts
 * import { assemble, wireReader } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const body = new Response('{"message":{"content":"Hi"},"done":true}\n').body!;
 * const turn = await assemble(wireReader("ollama")(body));
 * assertEquals(turn.text, "Hi");
 * ```
 *
 * @param id The wire.
 * @param options How to read.
 * @throws {TypeError} If there is no such wire, or an option is of the wrong kind.
 * @throws {RangeError} If `maxBytes` is not a positive integer.
 */
export function wireReader(
  id: WireId,
  options: ReadTurnOptions = {},
): (body: ReadableStream<Bytes>) => AsyncIterableIterator<TurnEvent> {
  const wire = wireOf(id);
  requireReadOptions(options);
  toMaxBytes(options.maxBytes);
  checkTerminator(options.terminator);
  checkSignal(options.signal, "read a turn");
  return (body) => readTurn(body, wire, options);
}
