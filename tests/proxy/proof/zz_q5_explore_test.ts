/**
 * The checks of readers of streams, with the proxy as a part of the reader: whatever bytes an upstream sends and
 * wherever they are cut.
 *
 * @module
 */
import fc from "fast-check";
import {
  checkSsePrefix,
  fuzzSse,
  ModelError,
  type SseReader,
  type TurnEvent,
  wireReader,
} from "../../../mod.ts";
import { MockGPT } from "../../../mock.ts";
import { ASKED, askedBody } from "./support/asked_turn.ts";
import { type Mode, MODES, type ProxyWire, throughProxy, WIRES } from "./support/through_proxy.ts";

/**
 * Reads a body as it comes through the proxy: a whole turn, or the one error that stands for all. How much of a turn
 * that fails is passed on, and by which error it ends, hangs on packets by design: a failure that comes in one packet
 * with the first output is still failed over.
 */
function readerBehind(wire: ProxyWire, mode: Mode): SseReader {
  return async function* (body): AsyncGenerator<TurnEvent> {
    const env = {
      baseUrl: "http://upstream",
      fetch: () =>
        Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } })),
    };
    const { baseUrl, fetch } = throughProxy(wire, env, mode);
    const response = await fetch(`${baseUrl}${ASKED[wire].path}`, askedBody(wire));
    if (!response.ok) throw new ModelError("INCOMPLETE", await response.text());
    let events: TurnEvent[];
    try {
      events = await Array.fromAsync(wireReader(wire)(response.body!));
    } catch (error) {
      throw new ModelError("INCOMPLETE", String(error));
    }
    yield* events;
  };
}

/** A whole stream of MockGPT. */
async function wholeBody(wire: ProxyWire, result: string): Promise<Uint8Array<ArrayBuffer>> {
  const mock = new MockGPT({ rules: [{ result }] });
  const url = `http://mock${wire.startsWith("openai") ? "/v1" : ""}${ASKED[wire].path}`;
  return await (await mock.fetch(url, askedBody(wire))).bytes();
}

for (const wire of WIRES) {
  for (const mode of MODES) {
    Deno.test(`a reader behind the proxy keeps what readers must, whatever comes: ${wire}, thoughts ${mode}`, async () => {
      await fuzzSse(readerBehind(wire, mode), wire, { numRuns: 1500 });
    });

    Deno.test(`a body cut anywhere is no other turn behind the proxy: ${wire}, thoughts ${mode}`, async () => {
      const reader = readerBehind(wire, mode);
      const body = await wholeBody(wire, "<think>Hm, 世界</think>Yes <b>and</b> <think>no");
      const cuts = fc.asyncProperty(
        fc.nat(body.length),
        (cut) => checkSsePrefix(reader, body, cut),
      );
      await fc.assert(cuts, { numRuns: 1500 });
    });
  }
}
