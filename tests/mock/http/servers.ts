import { TIMED_OUT, withDeadline } from "../../../src/clock.ts";
import { readServed } from "../../../src/mock/http/read_call.ts";
import { serveOnNode } from "../../../src/server/serve_node.ts";
import type { MockGPT, MockRecord } from "../../../mock.ts";

/** Waits until the only record has ended, but not for ever. */
export async function ended(mock: MockGPT): Promise<MockRecord> {
  const found = await withDeadline(
    10_000,
    (async () => {
      while (mock.records[0]?.endedMs === undefined) await turn();
      return mock.records[0];
    })(),
  );
  if (found === TIMED_OUT) throw new Error("The record has not ended");
  return found;
}

/** Lets what was begun go on for a moment. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

/** A mock on a port. */
export interface Started {
  readonly url: string;
  close(): Promise<void>;
}

/** Both servers that a mock may be served by, whatever the runtime of the tests. */
export const SERVERS: readonly {
  readonly server: string;
  readonly start: (mock: MockGPT) => Promise<Started>;
}[] = [
  { server: "serve()", start: (mock) => mock.serve() },
  {
    server: "node:http",
    async start(mock) {
      const { port, close } = await serveOnNode({
        hostname: "127.0.0.1",
        port: 0,
        async handler(request) {
          const { method, headers, path, body, signal } = await readServed(request, 1000);
          const init = { method, headers, body: String(body), signal: signal ?? null };
          return await mock.fetch(`http://x${path}`, init);
        },
      });
      return { url: `http://127.0.0.1:${port}`, close };
    },
  },
];
