import { requireBytes } from "../bytes.ts";
import type { Bytes } from "../bytes.ts";
import { requireKnownOptions } from "../known_options.ts";
import { BodyDecoder } from "../wire/body_decoder.ts";
import type { DecodeOptions, WireId } from "../wire/wire.ts";
import { requireReadOptions } from "../wire/read_turn.ts";
import { wireOf } from "../wire/wires.ts";

/**
 * Passes a streamed response on, byte for byte, and breaks it off where it ends before its turn does,
 * or fails within it: what stands behind a gateway then sees a broken transfer, not the clean end of
 * half an answer.
 *
 * @example A cut turn does not end cleanly
 * ```ts
 * import { guardTurn } from "@wholeturn/wholeturn/proxy";
 * import { assertRejects } from "@std/assert";
 *
 * const upstream = new Response('data: {"choices":[{"delta":{"content":"Hel"}}]}\n\n');
 * const guarded = new Response(upstream.body!.pipeThrough(guardTurn("openai-chat")));
 * await assertRejects(() => guarded.text());
 * ```
 *
 * @param wire The format of the body.
 * @param options How to read it.
 * @returns The stage. It fails with the `ModelError` that says what is wrong with the turn, once the
 * chunks before the one that shows it have been passed on.
 * @throws {TypeError} If there is no such wire or option, or an option is of the wrong kind.
 */
export function guardTurn(
  wire: WireId,
  options: DecodeOptions = {},
): TransformStream<Bytes, Bytes> {
  requireReadOptions(options);
  requireKnownOptions("guard a turn", options, { terminator: true });
  const decoder = new BodyDecoder(wireOf(wire), options);
  return new TransformStream<Bytes, Bytes>({
    transform(chunk, controller) {
      requireBytes(chunk);
      decoder.push(chunk);
      controller.enqueue(chunk);
    },
    flush: () => void decoder.end(),
  });
}
