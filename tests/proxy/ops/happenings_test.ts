import { assertEquals } from "@std/assert";
import type { ProxyState } from "../../../src/proxy/ops/proxy_state.ts";
import { lab, received } from "../support/lab.ts";
import { answer, c, PRE, status, stream } from "../support/scripted_upstream.ts";
import { served } from "./support/served.ts";

async function stateOf({ proxy }: ReturnType<typeof lab>): Promise<ProxyState> {
  return JSON.parse(String((await proxy.answer(served("/state"))).body));
}

/** What happened, the oldest first. */
async function happenings(of: ReturnType<typeof lab>): Promise<readonly string[]> {
  const { recent } = await stateOf(of);
  return recent.map(({ type, subject, detail }) => `${type} ${subject} ${detail}`.trim())
    .reverse();
}

Deno.test("what happened last is told in order: failures, rests and their ends, each once", async () => {
  const of = lab({ u1: [status(429), answer("ok"), stream(PRE, c("Hel"), "CUT")] });
  await of.ask({ stream: false });
  await of.clock.advance(1000);
  await of.ask({ stream: false });
  await received(await of.ask());
  await of.proxy.answer(served("/state/reset", { method: "POST" }));
  assertEquals(await happenings(of), [
    "failed u1/m rate_limit (429)",
    "rests provider:u1 1 s",
    "back provider:u1",
    "rests provider:u1 1 s",
    "broken u1/m network",
    "reset provider:u1",
    "back provider:u1",
  ]);
});

Deno.test("what is kept of what happened does not grow", async () => {
  const of = lab({ u1: [status(503)] }, { provider: { backoff: null } });
  for (let count = 0; count < 100; count++) await of.ask({ stream: false });
  const { recent, upstreams: [upstream] } = await stateOf(of);
  assertEquals([recent.length, upstream!.last.length, upstream!.attempts], [40, 30, 100]);
});

Deno.test("a reset holds against requests that were sent before it", async () => {
  const slow = { ...status(503), steps: [{ waitMs: 50 }, ...status(503).steps] };
  const of = lab({ u1: [slow, status(503)] });
  const asked = of.ask({ stream: false });
  await of.clock.advance(10);
  await of.proxy.answer(served("/state/reset", { method: "POST" }));
  await of.clock.advance(50);
  assertEquals((await asked).status, 503);
  assertEquals((await stateOf(of)).upstreams[0]!.standing, "open");
  await of.ask({ stream: false });
  assertEquals((await stateOf(of)).upstreams[0]!.standing, "resting");
});
