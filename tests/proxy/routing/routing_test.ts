/** How requests find their upstream, through the whole proxy. */
import { assertEquals, assertRejects } from "@std/assert";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { lab, received } from "../support/lab.ts";
import { answer, c, OK, PRE, type Script, status, stream } from "../support/scripted_upstream.ts";

const HANGING = stream(PRE, c("a"), "HANG");

/** Says something after a time. */
function after(ms: number, script: Script): Script {
  return { ...script, steps: [{ waitMs: ms }, ...script.steps] };
}

Deno.test("models to fall back to are asked in order, theirs after them, and none twice", async () => {
  const made = lab(
    { u1: [status(500)], u2: [status(500)], u3: [status(500)], u4: [status(500)] },
    {
      models: {
        m: { upstreams: ["u1/m"], fallback: ["n", "o"] },
        n: { upstreams: ["u2/m"], fallback: ["m", "p"] },
        o: { upstreams: ["u3/m"], fallback: ["n"] },
        p: { upstreams: ["u4/m"], fallback: ["p2"] },
        p2: { upstreams: ["u1/m"], fallback: ["m"] },
      },
    },
  );
  const { error } = await (await made.ask()).json();
  const asked = error.attempts.map(({ upstream }: { upstream: string }) => upstream);
  assertEquals(asked, ["u1/m", "u2/m", "u3/m", "u4/m"]);
});

Deno.test("the model that was asked for says how many attempts there are, also of those it falls back to", async () => {
  const made = lab({ u1: [status(500)], u2: [status(500)], u3: [OK] }, {
    models: {
      m: { upstreams: ["u1/m"], fallback: ["n"], max_attempts: 2 },
      n: { upstreams: ["u2/m", "u3/m"], max_attempts: 9 },
    },
  });
  assertEquals((await made.ask()).status, 502);
  assertEquals(made.upstreams.hits("u3").length, 0);
});

Deno.test("upstreams that rest cost no attempt", async () => {
  const made = lab({ u1: [status(500)], u2: [OK] }, { model: { max_attempts: 1 } });
  assertEquals((await made.ask()).status, 500);
  assertEquals((await made.ask()).status, 200);
});

Deno.test("a request that must not fall back is sent once", async () => {
  const made = lab({ u1: [status(500)], u2: [OK] }, { provider: { backoff: null } });
  const response = await made.ask({}, { headers: { "x-proxy-no-fallback": "1" } });
  assertEquals(response.status, 500);
  assertEquals(made.upstreams.hits("u2").length, 0);
});

Deno.test("the budget bounds further attempts, and never the first of a request", async () => {
  const made = lab({ u1: [status(500)], u2: [status(500)] }, {
    // What is not sent in the end must not keep its slot.
    provider: { backoff: null, max_concurrent: 1, queue: { max: 0 } },
    retry_budget: { ratio: 0.5, per_second: 0 },
  });
  const attempts: string[] = [];
  for (let count = 0; count < 8; count++) {
    const response = await made.ask();
    attempts.push(response.headers.get("x-proxy-attempts")!);
    await response.text();
  }
  assertEquals(attempts, ["1", "2", "1", "2", "1", "2", "1", "2"]);
});

Deno.test("a session is bound to where it began, though that is not the first choice", async () => {
  const made = lab({ u1: [status(500), OK], u2: [OK] }, { sessions: true });
  const ask = async (init: RequestInit, body = {}) => {
    const response = await made.ask(body, init);
    await received(response);
    return response.headers.get("x-proxy-upstream");
  };
  const s = { headers: { "x-session-id": "s" } };
  assertEquals(await ask(s), "u2/m");
  await made.clock.advance(1000);
  assertEquals([await ask({}), await ask(s)], ["u1/m", "u2/m"]);
  // The member "user" names a session where no header does; it is another one than that of the header.
  assertEquals(await ask({}, { user: "s" }), "u2/m");
  assertEquals(await ask({}, { user: "t" }), "u1/m");
  // After its time, it is nowhere.
  await made.clock.advance(3_600_000);
  assertEquals(await ask(s), "u1/m");
});

Deno.test("a request passes over an upstream that is busy, and its session stays", async () => {
  const made = lab({ u1: [HANGING, OK], u2: [OK] }, {
    provider: { max_concurrent: 1 },
    sessions: true,
  });
  const s = { headers: { "x-session-id": "s" } };
  const first = await made.ask({}, s);
  assertEquals(first.headers.get("x-proxy-upstream"), "u1/m");
  const second = await made.ask({}, s);
  await received(second);
  assertEquals(second.headers.get("x-proxy-upstream"), "u2/m");
  await first.body!.cancel();
  assertEquals((await made.ask({}, s)).headers.get("x-proxy-upstream"), "u1/m");
});

Deno.test("the limits of a provider and of its upstreams hold together", async () => {
  const slow = after(1000, answer("ok"));
  const made = lab({ u1: [slow] }, {
    provider: { max_concurrent: 3 },
    models: {
      m: [{ provider: "u1", model: "m", max_concurrent: 2 }],
      n: ["u1/n"],
    },
  });
  const asked = [
    ...[1, 2, 3].map(() => made.ask({ stream: false })),
    ...[1, 2].map(() => made.ask({ stream: false, model: "n" })),
  ];
  await made.clock.advance(999);
  const models = made.upstreams.hits("u1").map(({ body }) => JSON.parse(body).model);
  assertEquals(models, ["m", "m", "n"]);
  await made.clock.advance(2000);
  assertEquals((await Promise.all(asked)).map((response) => response.status), Array(5).fill(200));
});

Deno.test("who waits is served when a reload raises the limit, and when one takes it away", async () => {
  const url = "http://u1/v1";
  const configs: readonly ((limit: number | null) => ProxyConfig)[] = [
    (limit) => ({ providers: { u1: { url, max_concurrent: limit } }, models: { m: ["u1/m"] } }),
    (limit) => ({
      providers: { u1: { url } },
      models: { m: [{ provider: "u1", model: "m", max_concurrent: limit }] },
    }),
  ];
  for (const config of configs) {
    const made = lab({ u1: [HANGING] }, config(1));
    const asked = Array.from({ length: 5 }, () => made.ask());
    await made.clock.advance(0);
    assertEquals(made.upstreams.hits("u1").length, 1);
    made.proxy.reload(config(3));
    await made.clock.advance(0);
    assertEquals(made.upstreams.hits("u1").length, 3);
    made.proxy.reload(config(null));
    await made.clock.advance(0);
    assertEquals(made.upstreams.hits("u1").length, 5);
    for (const response of asked) await (await response).body!.cancel();
  }
});

Deno.test("who waits for what a reload removes is served in turn, within the limit there was", async () => {
  const [u1, u2] = [{ url: "http://u1/v1" }, { url: "http://u2/v1" }];
  const own = { provider: "u1", model: "m", max_concurrent: 1 };
  const removals: readonly (readonly [ProxyConfig, ProxyConfig])[] = [
    [
      { providers: { u1: { ...u1, max_concurrent: 1 }, u2 }, models: { m: "u1/m" } },
      { providers: { u2 }, models: { m: "u2/m" } },
    ],
    [
      { providers: { u1, u2 }, models: { m: [own] } },
      { providers: { u1, u2 }, models: { m: "u2/m" } },
    ],
  ];
  for (const [before, since] of removals) {
    const made = lab({ u1: [after(1000, answer("ok"))], u2: [OK] }, before);
    const asked = Array.from({ length: 5 }, () => made.ask({ stream: false }));
    await made.clock.advance(0);
    made.proxy.reload(since);
    const hits: number[] = [];
    for (let second = 0; second < 5; second++) {
      await made.clock.advance(999);
      hits.push(made.upstreams.hits("u1").length);
      await made.clock.advance(1);
    }
    assertEquals(hits, [1, 2, 3, 4, 5]);
    for (const response of asked) assertEquals((await response).status, 200);
  }
});

Deno.test("a limit holds over a reload, also of models that are not listed", async () => {
  const url = "http://u1/v1";
  const configs = [
    { providers: { u1: { url, max_concurrent: 1 } }, models: {}, allow_unlisted: true },
    {
      providers: { u1: { url } },
      models: { "*": [{ provider: "u1", model: "*", max_concurrent: 1 }] },
    },
  ];
  for (const config of configs) {
    const made = lab({ u1: [HANGING] }, config);
    const first = await made.ask({ model: "u1/x" });
    made.proxy.reload(config);
    const second = made.ask({ model: "u1/x" });
    await made.clock.advance(0);
    assertEquals(made.upstreams.hits("u1").length, 1);
    await first.body!.cancel();
    await (await second).body!.cancel();
  }
});

Deno.test("what rests goes on resting over a reload", async () => {
  const config = (attempts: number) => ({
    providers: { u1: { url: "http://u1/v1", backoff: "1h" } },
    models: { m: { upstreams: ["u1/m"], max_attempts: attempts } },
  });
  const made = lab({ u1: [status(500), OK] }, config(1));
  await (await made.ask()).text();
  made.proxy.reload(config(2));
  assertEquals((await made.ask()).status, 503);
});

Deno.test("a client that leaves while it waits for a rest to end is sent nowhere", async () => {
  const made = lab({ u1: [status(500), OK] }, { model: { max_wait: "5s" } });
  await (await made.ask()).text();
  const client = new AbortController();
  const left = assertRejects(() => made.ask({}, { signal: client.signal }));
  await made.clock.advance(500);
  client.abort(new Error("left"));
  await left;
  await made.clock.advance(5000);
  assertEquals(made.upstreams.hits("u1").length, 1);
});

Deno.test("the last upstream that is left may take as long as the whole attempt for its first token", async () => {
  const made = lab({ u1: [after(5000, OK)] }, { provider: { timeouts: { ttft: "1s" } } });
  const asked = made.ask();
  await made.clock.advance(5000);
  assertEquals((await asked).status, 200);
});

Deno.test("least_busy and latency follow what happens on the upstreams", async () => {
  const busy = lab({ u1: [HANGING], u2: [HANGING] }, { model: { strategy: "least_busy" } });
  const asked: Response[] = [];
  for (let count = 0; count < 4; count++) asked.push(await busy.ask());
  assertEquals([busy.upstreams.hits("u1").length, busy.upstreams.hits("u2").length], [2, 2]);
  for (const response of asked) await response.body!.cancel();

  const timed = lab({ u1: [after(900, answer("ok"))], u2: [after(100, answer("ok"))] }, {
    model: { strategy: "latency" },
  });
  const chosen: (string | null)[] = [];
  for (let count = 0; count < 4; count++) {
    const one = timed.ask({ stream: false });
    await timed.clock.advance(900);
    chosen.push((await one).headers.get("x-proxy-upstream"));
  }
  assertEquals(chosen, ["u1/m", "u2/m", "u2/m", "u2/m"]);
});
