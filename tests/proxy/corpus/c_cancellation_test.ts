/** Rows C1 to C6 of the corpus of bugs: clients that leave. Over sockets, see tests/proxy/sockets. */
import { assertEquals, assertRejects } from "@std/assert";
import { type Lab, lab, received } from "../support/lab.ts";
import {
  answer,
  c,
  DONE,
  fin,
  OK,
  PRE,
  type Script,
  status,
  stream,
} from "../support/scripted_upstream.ts";

const SLOW_ANSWER: Script = { ...answer("late"), steps: [{ waitMs: 10_000 }, "EOF"] };
const HANG_IN_STREAM = stream(PRE, c("a"), c("b"), "HANG");
/** Often enough that what leaks a slot, or counts as a failure, shows. */
const TIMES = 25;

class Left extends Error {}

/** Asks, and leaves after a time. */
async function leaveAfter(
  { ask, clock }: Lab,
  ms: number,
  body: Record<string, unknown> = {},
): Promise<void> {
  const client = new AbortController();
  const asked = assertRejects(() => ask(body, { signal: client.signal }), Left);
  await clock.advance(ms);
  client.abort(new Left());
  await asked;
  await clock.advance(0);
}

function outcomes({ events }: Lab): readonly string[] {
  return events.flatMap((event) => event.event === "end" ? [event.outcome] : []);
}

/** Every way an answer takes through the proxy. */
const WAYS: readonly {
  readonly name: string;
  readonly path?: string;
  readonly script: Script;
  readonly body?: Record<string, unknown>;
  readonly provider?: Record<string, unknown>;
}[] = [
  { name: "a stream", script: HANG_IN_STREAM },
  {
    name: "a stream whose thoughts are split",
    script: HANG_IN_STREAM,
    provider: { think_tags: "split" },
  },
  {
    name: "a stream of messages",
    path: "messages",
    script: stream(
      new TextEncoder().encode(
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\n',
      ),
      "HANG",
    ),
  },
  {
    name: "a stream of responses",
    path: "responses",
    script: stream(
      new TextEncoder().encode(
        'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"a"}\n\n',
      ),
      "HANG",
    ),
    body: { input: "Hi" },
  },
  {
    name: "a stream of completions",
    path: "completions",
    script: stream(
      new TextEncoder().encode(
        'data: {"choices":[{"index":0,"text":"a","finish_reason":null}]}\n\n',
      ),
      "HANG",
    ),
  },
];

for (const { name, path = "chat/completions", script, body, provider } of WAYS) {
  Deno.test(`C1, C11 a client that leaves ${name} closes the upstream`, async () => {
    const made = lab({ u1: [script], u2: [OK] }, provider ? { provider } : {});
    const response = await made.proxy.fetch(
      new Request(`http://proxy/v1/${path}`, {
        method: "POST",
        body: JSON.stringify({ model: "m", stream: true, messages: [], ...body }),
      }),
    );
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    await made.clock.advance(0);
    const [hit] = made.upstreams.hits("u1");
    assertEquals([hit!.signal.aborted, outcomes(made)], [true, ["left"]]);
    assertEquals(made.upstreams.hits("u2").length, 0);
  });
}

/** Every moment before an answer at which a client can leave. */
const MOMENTS: readonly {
  readonly name: string;
  readonly script: Script;
  readonly body?: Record<string, unknown>;
}[] = [
  { name: "before the head", script: stream("HANG") },
  { name: "before the first token", script: stream(PRE, "HANG") },
  { name: "before the head of a whole answer", script: stream("HANG"), body: { stream: false } },
  { name: "during a whole answer", script: SLOW_ANSWER, body: { stream: false } },
  {
    name: "during a stream that becomes a whole answer",
    script: HANG_IN_STREAM,
    body: { stream: false },
  },
  {
    name: "during the answer of a failure",
    script: { ...status(500), steps: [{ waitMs: 10_000 }, "EOF"] },
  },
];

for (const { name, script, body } of MOMENTS) {
  Deno.test(`C2, C3, C11 a client that leaves ${name} closes the upstream and ends the attempts`, async () => {
    const made = lab({ u1: [script], u2: [OK] });
    await leaveAfter(made, 500, body);
    assertEquals(made.upstreams.hits("u1")[0]!.signal.aborted, true);
    assertEquals(made.upstreams.hits("u2").length, 0);
    assertEquals(outcomes(made), ["left"]);
  });

  Deno.test(`C4 clients that leave ${name} let nothing rest`, async () => {
    const made = lab({ u1: [...Array(TIMES).fill(script), OK] });
    for (let count = 0; count < TIMES; count++) await leaveAfter(made, 1, body);
    assertEquals(made.events.filter(({ event }) => event === "rest"), []);
    assertEquals((await received(await made.ask())).isWhole, true);
  });
}

Deno.test("C4 clients that leave a stream let nothing rest", async () => {
  const made = lab({ u1: [...Array(TIMES).fill(HANG_IN_STREAM), OK] });
  for (let count = 0; count < TIMES; count++) await (await made.ask()).body!.cancel();
  assertEquals(made.events.filter(({ event }) => event === "rest"), []);
  assertEquals((await received(await made.ask())).isWhole, true);
});

Deno.test("C4 a client that leaves a probe lets the next request probe", async () => {
  const made = lab({ u1: [status(500), stream(PRE, "HANG"), OK] });
  await made.ask();
  await made.clock.advance(1000);
  await leaveAfter(made, 500);
  assertEquals((await received(await made.ask())).isWhole, true);
});

/** What takes the only slot and lets it go again, in every way there is. */
const HOLDERS: readonly {
  readonly name: string;
  readonly script: Script;
  hold(made: Lab): Promise<void>;
}[] = [
  ...MOMENTS.map(({ name, script, body }) => ({
    name: `a client that leaves ${name}`,
    script,
    hold: (made: Lab) => leaveAfter(made, 1, body),
  })),
  {
    name: "a client that leaves a stream",
    script: HANG_IN_STREAM,
    hold: async (made) => void await (await made.ask()).body!.cancel(),
  },
  {
    name: "an upstream that fails",
    script: status(500),
    hold: async (made) => void await (await made.ask()).text(),
  },
  {
    name: "a stream that is cut",
    script: stream(PRE, c("a"), "CUT"),
    hold: async (made) => void await received(await made.ask()),
  },
  {
    name: "a stream that is late",
    script: stream(PRE, c("a"), "HANG"),
    async hold(made) {
      const got = received(await made.ask());
      await made.clock.advance(90_000);
      await got;
    },
  },
  {
    name: "an empty answer",
    script: stream(PRE, "EOF"),
    hold: async (made) => void await (await made.ask()).text(),
  },
];

for (const { name, script, hold } of HOLDERS) {
  Deno.test(`C6 the only slot is free however often ${name} took it`, async () => {
    const made = lab({ u1: [...Array(TIMES).fill(script), OK] }, {
      provider: { max_concurrent: 1, backoff: undefined },
    });
    for (let count = 0; count < TIMES; count++) await hold(made);
    assertEquals(made.upstreams.hits("u1").length, TIMES);
    assertEquals((await received(await made.ask())).isWhole, true);
  });
}

Deno.test("C6 clients that leave the queue take no slot", async () => {
  const made = lab({ u1: [HANG_IN_STREAM, OK] }, { provider: { max_concurrent: 1 } });
  const first = await made.ask();
  for (let count = 0; count < TIMES; count++) await leaveAfter(made, 1);
  assertEquals(made.upstreams.hits("u1").length, 1);
  await first.body!.cancel();
  assertEquals((await received(await made.ask())).isWhole, true);
});

Deno.test("C6 an answer that nobody reads gives its slot back", async () => {
  const made = lab({ u1: [HANG_IN_STREAM, OK] }, {
    provider: { max_concurrent: 1 },
    limits: { stall_timeout: "2s" },
  });
  const unread = await made.ask();
  await made.clock.advance(2000);
  assertEquals(made.upstreams.hits("u1")[0]!.signal.aborted, true);
  assertEquals(outcomes(made), ["stalled"]);
  assertEquals((await received(await made.ask())).isWhole, true);
  assertEquals((await received(unread)).isWhole, false);
});

Deno.test("C8 a steady stream outlives the limit of its first token, and of its silences", async () => {
  const steps = Array.from({ length: 50 }, () => [{ waitMs: 900 }, c("a")]).flat();
  const made = lab({ u1: [stream(PRE, ...steps, fin("stop"), DONE, "EOF")], u2: [OK] }, {
    provider: { timeouts: { ttft: "1s", idle: "1s" } },
  });
  const asked = made.ask();
  await made.clock.advance(900);
  const got = received(await asked);
  await made.clock.advance(60_000);
  const { text, isWhole } = await got;
  assertEquals([text.split('"content":"a"').length - 1, isWhole], [50, true]);
  assertEquals(made.upstreams.hits("u2").length, 0);
});

Deno.test("C8 when an answer has ended, nothing is timed any more", async () => {
  const made = lab({ u1: [OK, answer("ok"), stream(c("a"), "CUT"), status(400)] });
  for (const stream of [true, false, true, true]) {
    await received(await made.ask({ stream }));
    await made.clock.advance(0);
    assertEquals(made.clock.sleeping, 0);
  }
});

Deno.test("C10 normal streams and answers never count as left", async () => {
  const made = lab({ u1: [OK, answer("ok")] });
  for (let count = 0; count < TIMES; count++) {
    await received(await made.ask({ stream: count % 2 === 0 }));
  }
  assertEquals(outcomes(made), Array(TIMES).fill("whole"));
});
