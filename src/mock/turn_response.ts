import type { Bytes } from "../bytes.ts";
import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import type { TurnEvent } from "../turn/turn.ts";
import { encodeFrame, encodeTurn } from "../wire/encode_turn.ts";
import type { EncodeOptions, WireId } from "../wire/wire.ts";
import { wireOf } from "../wire/wires.ts";

const OPTIONS: OptionNames<EncodeOptions> = {
  id: true,
  createdSeconds: true,
  model: true,
  usage: true,
};

/**
 * Answers with a turn as the provider itself would stream it: its frames, its end marker, its
 * content type. A chunk is written only when the body is read.
 *
 * @example Give it to any SDK through the SDK's `fetch` option
 * ```ts
 * import { turnResponse, ZERO_USAGE } from "@wholeturn/wholeturn/mock";
 * import { assemble, fetchModel } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const fetch = () =>
 *   Promise.resolve(turnResponse("anthropic-messages", [
 *     { type: "text", text: "Hello" },
 *     {
 *       type: "finish",
 *       finish: { reason: "stop", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE },
 *     },
 *   ]));
 * const model = fetchModel({ wire: "anthropic-messages", baseUrl: "http://localhost", fetch, model: "m" });
 * const turn = await assemble(model.stream({ messages: [{ role: "user", content: "hi" }] }));
 * assertEquals(turn.text, "Hello");
 * ```
 *
 * @param id The format to write.
 * @param events The events of the turn. Without a finish the turn is cut: the body just ends. What
 * is no event, and what the wire has no way to say, makes the body fail with a `TypeError`.
 * @param options What the response says of itself.
 * @throws {TypeError} If there is no such wire or option, an option is of the wrong kind, or the events
 * cannot be iterated.
 */
export function turnResponse(
  id: WireId,
  events: Iterable<TurnEvent>,
  options: EncodeOptions = {},
): Response {
  const wire = wireOf(id);
  requireKnownOptions("answer with a turn", options, OPTIONS);
  const frames = encodeTurn(wire, events, options);
  const body = new ReadableStream<Bytes>({
    pull(controller) {
      const next = frames.next();
      if (next.done) controller.close();
      else controller.enqueue(encodeFrame(wire, next.value));
    },
    cancel: () => void frames.return(),
  }, { highWaterMark: 0 });
  return new Response(body, { headers: { "content-type": wire.contentType } });
}
