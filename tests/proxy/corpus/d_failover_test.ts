/** Rows D17 to D36 of the corpus of bugs, but for D37: what fails over, what rests, and who is asked when. */
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type Lab, lab, received, rests } from "../support/lab.ts";
import {
  answer,
  c,
  DONE,
  err,
  fin,
  json,
  OK,
  PRE,
  type Script,
  status,
  stream,
} from "../support/scripted_upstream.ts";

function hits({ upstreams }: Lab, ...hosts: readonly string[]): readonly number[] {
  return hosts.map((host) => upstreams.hits(host).length);
}

/** Says something after a time. */
function after(ms: number, script: Script): Script {
  return { ...script, steps: [{ waitMs: ms }, ...script.steps] };
}

Deno.test("D17 a request of the client's own making is told to the client, and nothing rests or fails over", async () => {
  const faults = [
    status(400),
    status(413),
    status(422),
    json({ error: { message: "No", code: "content_policy_violation" } }, 400),
    json({ error: { message: "No", code: "content_filter" } }, 403),
    stream(PRE, err({ message: "No", code: "content_policy_violation" })),
  ];
  for (const fault of faults) {
    const made = lab({ u1: [fault], u2: [OK] });
    for (let count = 0; count < 20; count++) {
      const response = await made.ask();
      assert(response.status >= 400);
      assertEquals(response.headers.get("x-proxy-attempts"), "1");
      await response.text();
    }
    assertEquals([...hits(made, "u1", "u2"), ...rests(made)], [20, 0]);
  }
});

Deno.test("D17 the upstream's own words about a request reach the client byte for byte", async () => {
  const text = '{ "error": {"message":"bad x",  "param":"x"} }\n';
  const { ask } = lab({ u1: [json(text, 400)], u2: [OK] });
  const response = await ask();
  assertEquals([response.status, await response.text()], [400, text]);
});

Deno.test("D17 a 400 is tried elsewhere where the configuration says so, and still nothing rests", async () => {
  const made = lab({ u1: [status(400)], u2: [OK] }, { provider: { on_400: "failover" } });
  for (let count = 0; count < 3; count++) {
    assertEquals((await received(await made.ask())).isWhole, true);
  }
  assertEquals([...hits(made, "u1", "u2"), ...rests(made)], [3, 3]);
});

Deno.test("D19 an error whose code is anything at all is a failure of a known kind", async () => {
  const codes = ["", "abc", null, 0, -1, 1e9, 4.29, true, [], {}, "429", 429];
  for (const code of codes) {
    const made = lab({ u1: [stream(PRE, err({ message: "No", code }))], u2: [OK] });
    assertEquals((await received(await made.ask())).isWhole, true);
    const kinds = made.events.flatMap((event) => event.event === "attempt_end" ? [event.kind] : []);
    const kind = Number(code) === 429 && typeof code !== "object" ? "rate_limit" : "stream_error";
    if (typeof code === "string" || typeof code === "number") {
      assertEquals([code, kinds[0]], [code, kind]);
    }
    assertEquals(hits(made, "u1", "u2"), [1, 1]);
  }
});

Deno.test("D21 a key that is refused for its limits rests alone, and the next request takes another", async () => {
  const made = lab({ u1: [status(429), OK] }, { provider: { keys: ["key-1", "key-2"] } });
  await (await made.ask()).text();
  for (let count = 0; count < 3; count++) {
    assertEquals((await received(await made.ask())).isWhole, true);
  }
  const keys = made.upstreams.hits("u1").map(({ headers }) => headers.get("authorization"));
  assertEquals(keys, ["Bearer key-1", "Bearer key-2", "Bearer key-2", "Bearer key-2"]);
  await made.clock.advance(1000);
  await received(await made.ask());
  assertEquals(made.upstreams.hits("u1").at(-1)!.headers.get("authorization"), "Bearer key-1");
});

Deno.test("D21 when every key rests, so does the upstream", async () => {
  const made = lab({ u1: [status(429)], u2: [OK] }, { provider: { keys: ["key-1", "key-2"] } });
  for (let count = 0; count < 5; count++) await received(await made.ask());
  assertEquals(hits(made, "u1", "u2"), [2, 5]);
});

Deno.test("D23 a request is sent to each upstream once at most, and to no more than it may", async () => {
  const scripts = { u1: [status(500)], u2: [status(500)], u3: [status(500)] };
  const all = lab(scripts);
  assertEquals((await all.ask()).headers.get("x-proxy-attempts"), "3");
  assertEquals(hits(all, "u1", "u2", "u3"), [1, 1, 1]);
  const two = lab(scripts, { model: { max_attempts: 2 } });
  assertEquals((await two.ask()).headers.get("x-proxy-attempts"), "2");
  assertEquals(hits(two, "u1", "u2", "u3"), [1, 1, 0]);
});

Deno.test("D23 an upstream of several models is asked once, also by way of a fallback", async () => {
  const made = lab({ u1: [status(500)], u2: [status(500)] }, {
    provider: { backoff: null },
    models: {
      m: { upstreams: ["u1/m"], fallback: ["n"] },
      n: { upstreams: ["u1/m", "u2/m"], fallback: ["m"] },
    },
  });
  assertEquals((await made.ask()).status, 502);
  assertEquals(hits(made, "u1", "u2"), [1, 1]);
});

Deno.test("D25 when a rest ends, one request of a hundred probes, until it gives its first output", async () => {
  const made = lab({ u1: [status(500), after(500, OK), OK] });
  await (await made.ask()).text();
  await made.clock.advance(1000);
  const asked = Array.from({ length: 100 }, () => made.ask());
  await made.clock.advance(0);
  assertEquals(hits(made, "u1"), [2]);
  const next = made.clock.advance(500);
  const statuses = (await Promise.all(asked)).map((response) => response.status);
  await next;
  assertEquals(statuses.filter((one) => one === 200).length, 1);
  assertEquals(statuses.filter((one) => one === 503).length, 99);
  assertEquals((await made.ask()).status, 200);
});

Deno.test("D25 a probe at the end of a rest goes past an upstream that answers, and costs its request nothing", async () => {
  const made = lab({ u1: [status(500)], u2: [OK] });
  await received(await made.ask());
  await made.clock.advance(1000);
  const got = await Promise.all(
    Array.from({ length: 100 }, async () => received(await made.ask())),
  );
  assertEquals([got.every(({ isWhole }) => isWhole), ...hits(made, "u1")], [true, 2]);
});

Deno.test("D25 a probe whose client leaves lets the next request probe", async () => {
  const made = lab({ u1: [status(500), stream("HANG"), OK] });
  await (await made.ask()).text();
  await made.clock.advance(1000);
  const client = new AbortController();
  const left = assertRejects(() => made.ask({}, { signal: client.signal }));
  await made.clock.advance(100);
  assertEquals((await made.ask()).status, 503);
  client.abort(new Error("left"));
  await left;
  assertEquals((await made.ask()).status, 200);
});

Deno.test("D25 a probe of a key whose client leaves lets the next request probe the key", async () => {
  const made = lab({ u1: [status(429), status(429), stream("HANG"), stream("HANG"), OK] }, {
    provider: { keys: ["key-1", "key-2"] },
  });
  for (let count = 0; count < 2; count++) await (await made.ask()).text();
  await made.clock.advance(1000);
  const client = new AbortController();
  const asked = [1, 2].map(() => assertRejects(() => made.ask({}, { signal: client.signal })));
  await made.clock.advance(100);
  assertEquals((await made.ask()).status, 503);
  client.abort(new Error("left"));
  await Promise.all(asked);
  assertEquals((await made.ask()).status, 200);
});

Deno.test("D25 a probe that tells nothing keeps others away for no longer than its time", async () => {
  const made = lab({ u1: [status(500), stream("HANG"), OK] }, {
    backoff_defaults: { jitter: 0, probe_timeout: "10s" },
  });
  await (await made.ask()).text();
  await made.clock.advance(1000);
  const client = new AbortController();
  const silent = made.ask({}, { signal: client.signal });
  await made.clock.advance(9999);
  assertEquals((await made.ask()).status, 503);
  await made.clock.advance(1);
  assertEquals((await made.ask()).status, 200);
  client.abort(new Error("left"));
  await assertRejects(() => silent);
});

Deno.test("D26 an upstream opens, is probed, rests for longer, is probed again, and is open for all", async () => {
  const made = lab({ u1: [status(500), status(500), OK] });
  const { ask, clock } = made;
  const statuses: number[] = [];
  const go = async (ms: number) => {
    await clock.advance(ms);
    const response = await ask();
    await response.text();
    statuses.push(response.status);
  };
  for (const ms of [0, 999, 1, 1999, 1, 0, 0]) await go(ms);
  assertEquals(statuses, [500, 503, 500, 503, 200, 200, 200]);
  assertEquals(rests(made), [1000, 2000]);
  const probes = made.events.flatMap((event) => event.event === "attempt" ? [event.isProbe] : []);
  assertEquals(probes, [false, true, true, false, false]);
});

Deno.test("D26 after a success the schedule begins anew", async () => {
  const made = lab({ u1: [status(500), status(500), OK, status(500)] });
  for (const ms of [0, 1000, 2000, 0]) {
    await made.clock.advance(ms);
    await (await made.ask()).text();
  }
  assertEquals(rests(made), [1000, 2000, 1000]);
});

Deno.test("D29 one outage that hits many requests counts once", async () => {
  const made = lab({ u1: [after(100, status(429))], u2: [OK] });
  const asked = Array.from({ length: 10 }, async () => received(await made.ask({ stream: false })));
  await made.clock.advance(100);
  await Promise.all(asked);
  assertEquals([...hits(made, "u1"), ...rests(made)], [10, 1000]);
});

Deno.test("D30 an old stream that ends well does not end a newer rest", async () => {
  const made = lab({
    u1: [stream(PRE, c("a"), { waitMs: 500 }, fin("stop"), DONE, "EOF"), status(429)],
    u2: [OK],
  });
  const old = received(await made.ask());
  await received(await made.ask());
  await made.clock.advance(500);
  assertEquals((await old).isWhole, true);
  await received(await made.ask());
  assertEquals(hits(made, "u1", "u2"), [2, 2]);
});

Deno.test("D30 a stream that begins before an outage and commits within it does not end the rest", async () => {
  const made = lab({ u1: [after(500, OK), status(429)], u2: [OK] });
  const old = made.ask();
  await made.clock.advance(0);
  await received(await made.ask());
  await made.clock.advance(500);
  assertEquals((await received(await old)).isWhole, true);
  await received(await made.ask());
  assertEquals(hits(made, "u1", "u2"), [2, 2]);
});

Deno.test("D32 a session yields while its upstream rests, and returns after", async () => {
  const made = lab({ u1: [OK, status(500), OK], u2: [OK] }, { sessions: true });
  const upstreams: (string | null)[] = [];
  for (const ms of [0, 0, 0, 1000, 0]) {
    await made.clock.advance(ms);
    const response = await made.ask({}, { headers: { "x-session-id": "s" } });
    await received(response);
    upstreams.push(response.headers.get("x-proxy-upstream"));
  }
  assertEquals(upstreams, ["u1/m", "u2/m", "u2/m", "u1/m", "u1/m"]);
});

Deno.test("D33 what is more than a queue holds is refused at once, and told when to come back", async () => {
  const made = lab({ u1: [after(1000, answer("ok"))] }, {
    provider: { max_concurrent: 1, queue: { max: 2, timeout: "30s" } },
  });
  const asked = [1, 2, 3].map(() => made.ask({ stream: false }));
  await made.clock.advance(0);
  const refused = await made.ask({ stream: false });
  assertEquals([refused.status, refused.headers.get("retry-after")], [503, "1"]);
  assertStringIncludes(await refused.text(), "all upstreams busy");
  const order: number[] = [];
  asked.forEach((one, index) => one.then(() => order.push(index)));
  await made.clock.advance(3000);
  assertEquals((await Promise.all(asked)).map((response) => response.status), [200, 200, 200]);
  assertEquals(order, [0, 1, 2]);
});

Deno.test("D33 who waits too long is refused, and who leaves waits no more", async () => {
  const made = lab({ u1: [stream(PRE, c("a"), "HANG"), OK] }, {
    provider: { max_concurrent: 1, queue: { max: 1, timeout: "5s" } },
  });
  const first = await made.ask();
  const late = made.ask();
  await made.clock.advance(5000);
  assertEquals((await late).status, 503);
  const client = new AbortController();
  const left = assertRejects(() => made.ask({}, { signal: client.signal }));
  await made.clock.advance(10);
  client.abort(new Error("left"));
  await left;
  // The place in the queue is free again.
  const third = made.ask();
  await made.clock.advance(10);
  await first.body!.cancel();
  assertEquals((await received(await third)).isWhole, true);
});

Deno.test("D35 a large body reaches each upstream of a request whole, as each of them needs it", async () => {
  const content = "x".repeat(5 * 1024 * 1024);
  const made = lab({ u1: [status(429)], u2: [status(500)], u3: [OK] }, {
    models: { m: [{ provider: "u1", model: "a", patch: { seed: 1 } }, "u2/b", "u3/m"] },
  });
  await received(await made.ask({ messages: [{ role: "user", content }] }));
  const bodies = ["u1", "u2", "u3"].map((host) => JSON.parse(made.upstreams.hits(host)[0]!.body));
  assertEquals(bodies.map(({ model }) => model), ["a", "b", "m"]);
  assertEquals(bodies.map(({ seed }) => seed), [1, undefined, undefined]);
  assert(bodies.every(({ messages }) => messages[0].content === content));
});

Deno.test("D36 an answer of status 200 that says nothing is none", async () => {
  const empty = [
    {},
    { choices: [] },
    { choices: null },
    { choices: [{ message: { content: "" }, finish_reason: "stop" }] },
    { choices: [{ message: { content: null, tool_calls: [] }, finish_reason: null }] },
    {
      choices: [{ message: { content: "" }, finish_reason: "stop" }],
      usage: { completion_tokens: 0 },
    },
  ];
  for (const value of empty) {
    const made = lab({ u1: [json(value)], u2: [answer("ok")] });
    const response = await made.ask({ stream: false });
    assertEquals(response.headers.get("x-proxy-upstream"), "u2/m");
    assertEquals(rests(made), [1000]);
    await response.text();
  }
});

Deno.test("D36 an answer that says little is one, and an empty one where that is allowed", async () => {
  const message = { role: "assistant", content: "" };
  const little = [
    { choices: [{ message, finish_reason: "stop" }], usage: { completion_tokens: 1 } },
    { choices: [{ message: { refusal: "No" }, finish_reason: "stop" }] },
    { choices: [{ message: { reasoning_content: "Hm" }, finish_reason: "length" }] },
    { choices: [{ message, finish_reason: "content_filter" }] },
  ];
  for (const value of little) {
    const { ask } = lab({ u1: [json(value)], u2: [answer("ok")] });
    assertEquals(await (await ask({ stream: false })).json(), value);
  }
  const { ask } = lab({ u1: [json({ choices: [] })] }, { provider: { allow_empty: true } });
  assertEquals(await (await ask({ stream: false })).json(), { choices: [] });
});
