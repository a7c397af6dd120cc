import type { Bytes } from "../../src/bytes.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { WIRES } from "../../src/wire/wires.ts";
import type { Wire } from "../../src/wire/wire.ts";
import { finish, text } from "../support/events.ts";
import { encodeTurn } from "../support/bodies.ts";

/** Every known wire. */
export const ALL_WIRES: readonly Wire[] = Object.values(WIRES);

/** A turn that every wire can say. */
export const TURN: readonly TurnEvent[] = [text("Hello, "), text("world"), finish("stop")];

/** A fetch that answers by itself and keeps what it was asked. */
export interface FakeFetch {
  /** Give this to an adapter. */
  readonly fetch: typeof fetch;
  /** The requests so far. */
  readonly requests: Request[];
}

/** Makes a fetch of a function; whether it heeds the signal is up to that. */
export function fakeFetch(answer: (request: Request) => Response | Promise<Response>): FakeFetch {
  const requests: Request[] = [];
  return {
    requests,
    async fetch(input, init) {
      const request = new Request(input, init);
      requests.push(request);
      return await answer(request);
    },
  };
}

/** A response as the provider of a wire streams it. */
export function streamed(
  wire: Wire,
  body: ReadableStream<Bytes> | Bytes | null = encodeTurn(wire, TURN),
  headers: Record<string, string> = {},
): Response {
  return new Response(body, { headers: { "content-type": wire.contentType, ...headers } });
}
