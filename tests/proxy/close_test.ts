/** What becomes of requests when the proxy is closed under them. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Lab, lab, received } from "./support/lab.ts";
import { answer, c, status, stream } from "./support/scripted_upstream.ts";

const STREAMING = stream(c("a"), "HANG");

/** Lets what is under way go on, which takes no time on the clock. */
async function settled({ clock }: Lab): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await clock.advance(0);
}

async function assertStopped(response: Response, attempts: string): Promise<void> {
  assertEquals(response.status, 503);
  assertEquals(response.headers.get("x-proxy-attempts"), attempts);
  const { error } = await response.json();
  assertEquals(error.code, "stopped");
  assertStringIncludes(error.message, "The proxy was stopped");
}

Deno.test("a request that waits for a slot is told that the proxy is closed, and sent nowhere", async () => {
  const made = lab({ u1: [STREAMING, answer("late")] }, { provider: { max_concurrent: 1 } });
  const running = received(await made.ask());
  const waiting = made.ask({ stream: false });
  await settled(made);
  await made.proxy.close();
  assertStringIncludes((await running).text, '"code":"stopped"');
  await assertStopped(await waiting, "0");
  assertEquals(made.upstreams.hits("u1").length, 1);
  const ends = made.events.filter((event) => event.event === "end");
  assertEquals(ends.map(({ outcome, kind }) => [outcome, kind]), [
    ["failed", "stopped"],
    ["failed", "stopped"],
  ]);
});

Deno.test("a request that waits for a rest to end is told that the proxy is closed, and waits no more", async () => {
  const made = lab({ u1: [status(500), answer("late")] }, { model: { max_wait: "1m" } });
  await (await made.ask()).text();
  const waiting = made.ask({ stream: false });
  await settled(made);
  assertEquals(made.clock.sleeping, 1);
  await made.proxy.close();
  await assertStopped(await waiting, "0");
  assertEquals(made.clock.sleeping, 0);
  assertEquals(made.upstreams.hits("u1").length, 1);
});

Deno.test("a request that is under way when the proxy is closed is not sent to the next upstream", async () => {
  const made = lab({ u1: [stream("HANG")], u2: [answer("late")] });
  const asked = made.ask();
  await settled(made);
  await made.proxy.close();
  await assertStopped(await asked, "1");
  assertEquals(made.upstreams.hits("u2").length, 0);
});

Deno.test("a proxy that is closed sends nothing any more", async () => {
  const made = lab({ u1: [answer("late")] });
  await made.proxy.close();
  await assertStopped(await made.ask(), "0");
  await assertStopped(await made.ask({ stream: false }), "0");
  assertEquals(made.upstreams.hits("u1").length, 0);
  const models = await made.proxy.fetch(new Request("http://proxy/v1/models"));
  assert(models.ok);
  await models.body?.cancel();
});
