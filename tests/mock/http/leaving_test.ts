import { assertEquals } from "@std/assert";
import { TIMED_OUT, withDeadline } from "../../../src/clock.ts";
import { readServed } from "../../../src/mock/http/read_call.ts";
import { serve } from "../../../src/server/serve.ts";
import { serveOnNode } from "../../../src/server/serve_node.ts";
import { MockGPT } from "../../../mock.ts";
import type { Generator, MockRecord, Rule } from "../../../mock.ts";

/** Waits until the only record has ended, but not for ever. */
async function ended(mock: MockGPT): Promise<MockRecord> {
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

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

interface Started {
  readonly url: string;
  close(): Promise<void>;
}

/** Both servers that a mock may be served by, whatever the runtime of the tests. */
const SERVERS: readonly {
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

const never: Generator = () => new Promise(() => {});

/** A real endpoint that never answers. */
async function silent(): Promise<Started> {
  return await serve(({ signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
  );
}

const SLOW: readonly { readonly what: string; readonly rule: Rule | undefined }[] = [
  { what: "a generator", rule: { generator: never } },
  { what: "a wait", rule: { response: { status: 200, body: {}, delayMs: 100_000 } } },
  { what: "the real endpoint", rule: undefined },
];

const CASES = SERVERS.flatMap((server) =>
  SLOW.flatMap((slow) =>
    (["leaves", "is closed out"] as const).map((how) => ({ ...server, ...slow, how }))
  )
);

Deno.test.each(CASES)(
  "the record of a client of $server that $how during $what says aborted",
  async ({ start, rule, how }) => {
    const upstream = await silent();
    const signals: AbortSignal[] = [];
    const generator: Generator = (_, { signal }) => {
      signals.push(signal!);
      return never(_, {} as never);
    };
    const watched = rule && ("generator" in rule ? { generator } : rule);
    const mock = new MockGPT({
      rules: watched === undefined ? [] : [watched],
      ...(watched === undefined && { forward: { to: upstream.url } }),
    });
    const server = await start(mock);
    const leaving = new AbortController();
    const answer = fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] }),
      signal: leaving.signal,
    }).then((response) => response.text(), () => "no answer");
    while (mock.records.length === 0) await turn();
    if (how === "leaves") leaving.abort();
    const closed = how === "leaves" ? undefined : server.close();
    assertEquals((await ended(mock)).outcome, "aborted");
    for (const signal of signals) assertEquals(signal.aborted, true);
    await answer;
    await (closed ?? server.close());
    await upstream.close();
  },
);
