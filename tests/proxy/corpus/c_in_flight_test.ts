/** Row C12, and C6 over every way an attempt can end: after all of them nothing runs, waits or is held. */
import { assert, assertEquals } from "@std/assert";
import type { Bytes } from "../../../src/bytes.ts";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";

import { coreLab } from "../routing/support/core_lab.ts";
import { GridClock } from "../routing/support/grid_clock.ts";
import {
  answer,
  c,
  DONE,
  err,
  fin,
  json,
  PRE,
  REFUSED,
  type Script,
  ScriptedUpstreams,
  status,
  stream,
  USAGE,
} from "../support/scripted_upstream.ts";

const OK = stream(PRE, c("<think>a</think>b"), fin("stop"), USAGE, DONE, "EOF");

/** Ways an upstream may behave. */
const SCRIPTS: readonly (Script | typeof REFUSED)[] = [
  OK,
  stream(PRE, { waitMs: 40 }, c("a"), { waitMs: 40 }, c("b"), fin("stop"), DONE, "EOF"),
  stream(c("a"), fin("stop"), "EOF"),
  stream(c("a"), fin("stop"), "HANG"),
  stream(c("a"), DONE, "HANG"),
  stream(PRE, "EOF"),
  stream(PRE, "CUT"),
  stream(PRE, c("a"), "CUT"),
  stream(PRE, c("a"), "EOF"),
  stream(PRE, c("a"), "HANG"),
  stream(PRE, "HANG"),
  stream("HANG"),
  stream(PRE, err({ message: "No", code: 429 })),
  stream(PRE, c("a"), err({ message: "No" })),
  answer("whole"),
  { ...answer("whole"), steps: [{ waitMs: 70 }, ...answer("whole").steps] },
  { ...answer("cut"), steps: [new TextEncoder().encode('{"choices":['), "CUT"] },
  json({ choices: [] }),
  json("no JSON"),
  status(400),
  status(401),
  status(429, { "retry-after-ms": "300" }),
  status(500),
  status(503),
  REFUSED,
];

/** Numbers from 0 to 1 that are the same in every run (the least standard generator of Park and Miller). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff;
}

const CONFIG: ProxyConfig = {
  providers: Object.fromEntries(["u1", "u2", "u3"].map((host, index) => [host, {
    url: `http://${host}/v1`,
    backoff: "400ms",
    max_concurrent: 12,
    queue: { max: 20, timeout: "100ms" },
    think_tags: "split",
    timeouts: { ttft: "60ms", idle: "90ms", total: "500ms", grace: "50ms" },
    ...(index === 0 && { keys: ["key-1", "key-2"], key_backoff: "300ms" }),
  }])),
  models: {
    m: {
      upstreams: [{ provider: "u1", model: "m", max_concurrent: 10 }, "u2/m"],
      strategy: "least_busy",
      fallback: "n",
      max_wait: "120ms",
    },
    n: ["u3/m", "u1/n"],
  },
  sessions: true,
  backoff_defaults: { base: "50ms", jitter: 0.5, probe_timeout: "200ms" },
  retry_budget: { ratio: 0.3, per_second: 5 },
  limits: { stall_timeout: "80ms" },
};

/** How a client behaves; resolves when it is done. */
const CLIENTS: readonly ((response: Response, clock: GridClock) => Promise<unknown>)[] = [
  (response) => response.text(),
  (response) => response.text(),
  (response) => response.text(),
  (response) => response.body!.cancel(),
  async ({ body }) => {
    const reader = body!.getReader();
    await reader.read();
    await reader.cancel();
  },
  // It reads nothing, until the proxy gives up.
  (_, clock) => clock.sleep(1000),
  async ({ body }, clock) => {
    const reader: ReadableStreamDefaultReader<Bytes> = body!.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      await clock.sleep(30);
    }
  },
];

Deno.test("C12 after 10,000 requests that end in every way, nothing runs, waits, is held or is watched", async () => {
  const REQUESTS = 10_000;
  const AT_ONCE = 100;
  const random = seeded(20_261_201);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;
  const clock = new GridClock();
  const order = Object.fromEntries(
    ["u1", "u2", "u3"].map((host) => [host, Array.from({ length: 40_000 }, () => pick(SCRIPTS))]),
  );
  const upstreams = new ScriptedUpstreams(order, clock);
  const { ask, events, assertIdle } = coreLab(CONFIG, upstreams.fetch, clock);

  async function request(): Promise<void> {
    const client = new AbortController();
    await clock.sleep(random() * 50);
    // A third leave while they wait for their answer.
    const leaves = new AbortController();
    if (random() < 0.33) {
      clock.sleep(random() * 120, leaves.signal).then(
        () => client.abort(new Error("left")),
        () => {},
      );
    }
    const headers = { "x-session-id": `s${Math.floor(random() * 20)}` };
    try {
      const response = await ask({ stream: random() < 0.7 }, { signal: client.signal, headers });
      leaves.abort();
      await pick(CLIENTS)(response, clock);
    } catch {
      // That is one of the ways.
    }
  }
  for (let done = 0; done < REQUESTS; done += AT_ONCE) {
    let isOver = false;
    const all = Promise.all(Array.from({ length: AT_ONCE }, request)).then(() => isOver = true);
    while (!isOver) await clock.advance(25);
    await all;
  }
  await clock.advance(3000);

  assertIdle();
  assertEquals(clock.sleeping, 0);
  const ends = events.filter(({ event }) => event === "end");
  assertEquals(ends.length, REQUESTS);
  const outcomes = new Set(ends.map((event) => event.event === "end" && event.outcome));
  assertEquals(outcomes, new Set(["whole", "failed", "left", "stalled"]));
  const kinds = new Set(events.map((event) => event.event === "attempt_end" && event.kind));
  for (
    const kind of ["connect", "cut", "empty", "rate_limit", "ttft_timeout", "auth", "protocol"]
  ) {
    assert([...kinds].includes(kind as never), `No attempt failed by ${kind}`);
  }
  assert(events.some((event) => event.event === "attempt" && event.isProbe));
});
