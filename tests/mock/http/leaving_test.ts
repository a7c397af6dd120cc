import { assertEquals } from "@std/assert";
import { serve } from "../../../src/server/serve.ts";
import { MockGPT } from "../../../mock.ts";
import type { Generator, Rule } from "../../../mock.ts";
import { ended, SERVERS, type Started, turn } from "./servers.ts";

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
