import { assertEquals } from "@std/assert";
import { lab } from "./support/lab.ts";
import { c, PRE, stream } from "./support/scripted_upstream.ts";

const HANG_IN_STREAM = stream(PRE, c("a"), "HANG");

Deno.test.each([
  { name: "says nothing more", isCanceled: false },
  { name: "then gives the body up", isCanceled: true },
])(
  "A client that leaves a stream by its signal, and $name, makes nothing rest",
  async ({ isCanceled }) => {
    const { ask, clock, events, upstreams, proxy } = lab({ u1: [HANG_IN_STREAM] });
    const client = new AbortController();
    const response = await ask({}, { signal: client.signal });
    const reader = response.body!.getReader();
    await reader.read();
    // Whoever serves may be waiting for the next part already.
    const next = reader.read();
    client.abort();
    if (isCanceled) await reader.cancel();
    await next.catch(() => {});
    await clock.advance(0);
    const ends = events.flatMap((event) => event.event === "end" ? [event.outcome] : []);
    const rests = events.filter(({ event }) => event === "rest");
    assertEquals([ends, rests], [["left"], []]);
    assertEquals(upstreams.hits("u1")[0]!.signal.aborted, true);
    await proxy.close();
  },
);
