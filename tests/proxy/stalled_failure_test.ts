import { assertEquals } from "@std/assert";
import { toBytes } from "../../src/bytes.ts";
import { type Lab, lab } from "./support/lab.ts";
import { answer, type Script, type Step } from "./support/scripted_upstream.ts";

function failing(...steps: readonly Step[]): Script {
  return { status: 500, headers: { "content-type": "application/json" }, steps };
}

const ERROR = toBytes('{"error":{"message":"It broke"}}');

/** Tells what each attempt came to. */
function attempts({ events }: Lab): readonly unknown[] {
  return events.flatMap((event) =>
    event.event === "attempt_end"
      ? [event.outcome === "failed" ? `${event.kind} ${event.status}` : event.outcome]
      : []
  );
}

const STALLS = [
  { name: "stalls", script: failing(ERROR, "HANG") },
  {
    name: "stalls in the middle of a word",
    script: failing(ERROR.slice(0, 9), "HANG"),
  },
  {
    name: "drips without an end",
    script: failing(
      ERROR,
      ...Array.from({ length: 100 }, () => [{ waitMs: 900 }, toBytes(" ")]).flat(),
    ),
  },
];

for (const { name, script } of STALLS) {
  for (const stream of [true, false]) {
    Deno.test(`a failure whose body ${name} is one by its status, and the next upstream answers, stream=${stream}`, async () => {
      // Not even a limit for the first output changes what it failed by.
      const provider = { timeouts: { ttft: "1s" } };
      const made = lab({ u1: [script], u2: [answer("ok")] }, { provider });
      const { ask, clock, upstreams } = made;
      const asked = ask({ stream });
      for (let second = 0; second < 5; second++) await clock.advance(1000);
      const response = await asked;
      assertEquals([response.status, response.headers.get("x-proxy-attempts")], [200, "2"]);
      await response.text();
      assertEquals(attempts(made), ["server_error 500", "committed"]);
      assertEquals(upstreams.hits("u1")[0]!.isClosed, true);
    });
  }
}

for (const { name, script } of STALLS) {
  Deno.test(`a failure whose body ${name} is told if there is nobody else`, async () => {
    const made = lab({ u1: [script] });
    const asked = made.ask();
    for (let second = 0; second < 5; second++) await made.clock.advance(1000);
    assertEquals((await asked).status, 502);
    assertEquals(attempts(made), ["server_error 500"]);
  });
}

Deno.test("a failure whose body comes slowly is told in full", async () => {
  const made = lab({ u1: [failing(ERROR.slice(0, 9), { waitMs: 4000 }, ERROR.slice(9), "EOF")] });
  const asked = made.ask();
  await made.clock.advance(4000);
  const response = await asked;
  assertEquals([response.status, await response.text()], [500, '{"error":{"message":"It broke"}}']);
});
