import { assertEquals } from "@std/assert";
import { lab } from "../support/lab.ts";
import { status } from "../support/scripted_upstream.ts";

Deno.test("a key rests for no longer than its provider says", async () => {
  const provider = { keys: ["key-one-1", "key-two-2"], key_backoff: "4s" };
  const { ask, clock, events } = lab({ u1: [status(429)] }, { provider });
  for (let hours = 0; hours < 10; hours++) {
    await ask({ stream: false });
    await clock.advance(3_600_000);
  }
  const rests = events.filter((event) => event.event === "rest" && event.scope.startsWith("key:"));
  assertEquals(rests.length > 0, true);
  assertEquals(Math.max(...rests.map((event) => event.event === "rest" ? event.restMs : 0)), 4000);
});
