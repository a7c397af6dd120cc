import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { TIMED_OUT, withDeadline } from "../../src/clock.ts";

/** A provider on a port of this machine that counts what is open. */
export interface Loopback {
  /** Where it is. */
  readonly baseUrl: string;
  /** How many requests have come. */
  readonly requests: () => number;
  /** Fails unless every response so far is closed before long. */
  readonly allReleased: () => Promise<void>;
  /** Ends it. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** How long a closed connection may take to be seen: a bound for a failing test, never waited out. */
const DEADLINE_MS = 10_000;

/** Starts a provider that answers by `handle`. */
export async function loopback(
  handle: (response: ServerResponse, request: IncomingMessage) => void,
): Promise<Loopback> {
  const open = new Set<Promise<void>>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const closed = new Promise<void>((resolve) => response.once("close", resolve));
    open.add(closed);
    closed.then(() => open.delete(closed));
    request.resume();
    handle(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async allReleased() {
      const released = await withDeadline(DEADLINE_MS, Promise.all(open));
      if (released === TIMED_OUT) throw new Error(`${open.size} responses were never released`);
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
