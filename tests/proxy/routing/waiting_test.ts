/** Who waits for an upstream that rests, and who does not. */
import { assertEquals } from "@std/assert";
import { lab, received } from "../support/lab.ts";
import { answer, c, DONE, fin, OK, PRE, status, stream } from "../support/scripted_upstream.ts";

const HANGING = stream(PRE, c("a"), "HANG");
const BUSY_FOR_LONG = status(503, { "retry-after": "60" });
const LONG = { max_wait: "5m" };

Deno.test("a request that one upstream failed does not wait for another that rests", async () => {
  const made = lab({ u1: [status(500)], u2: [BUSY_FOR_LONG, OK] }, { model: LONG });
  await (await made.ask()).text();
  await made.clock.advance(1000);
  const statuses: number[] = [];
  const asked = made.ask().then((response) => statuses.push(response.status));
  await made.clock.advance(10);
  assertEquals(statuses, [500]);
  await made.clock.advance(100_000);
  await asked;
  assertEquals(made.upstreams.hits("u2").length, 1);
});

Deno.test("a request whose model is busy does not wait for a fallback that rests", async () => {
  const made = lab({ u1: [HANGING], u2: [BUSY_FOR_LONG, OK] }, {
    provider: { max_concurrent: 1, queue: { max: 0 } },
    models: { m: { upstreams: ["u1/m"], fallback: ["n"], ...LONG }, n: "u2/m" },
  });
  const first = await made.ask();
  await (await made.ask()).text();
  const codes: string[] = [];
  const asked = made.ask().then(async (response) => codes.push((await response.json()).error.code));
  await made.clock.advance(10);
  assertEquals(codes, ["all_busy"]);
  await asked;
  assertEquals(made.upstreams.hits("u2").length, 1);
  await first.body!.cancel();
});

Deno.test("who waits for the probe of another looks every 50 ms whether it is over", async () => {
  const slow = { ...answer("probed"), headMs: 10 };
  const made = lab({ u1: [status(500), slow, answer("waited")] }, { model: LONG });
  await (await made.ask()).text();
  await made.clock.advance(1000);
  const probe = made.ask({ stream: false });
  await made.clock.advance(0);
  const waiting = made.ask({ stream: false });
  await made.clock.advance(0);
  await made.clock.advance(49);
  assertEquals((await probe).status, 200);
  assertEquals(made.upstreams.hits("u1").length, 2);
  await made.clock.advance(1);
  assertEquals((await received(await waiting)).text.includes("waited"), true);
});

Deno.test("who waits through a long probe of another is told of as passing over it once", async () => {
  const slow = { ...answer("probed"), headMs: 1000 };
  const made = lab({ u1: [status(500), slow, answer("waited")] }, { model: LONG });
  await (await made.ask()).text();
  await made.clock.advance(1000);
  const asked = [made.ask({ stream: false }), made.ask({ stream: false })];
  await made.clock.advance(1100);
  assertEquals((await Promise.all(asked)).map(({ status }) => status), [200, 200]);
  assertEquals(made.events.filter(({ event }) => event === "skip").length, 1);
});

Deno.test("the last attempt there may be has all the time of an attempt for its first token", async () => {
  const slow = stream({ waitMs: 5000 }, PRE, c("ok"), fin("stop"), DONE, "EOF");
  const made = lab({ u1: [slow], u2: [OK] }, {
    provider: { timeouts: { ttft: "1s" } },
    model: { max_attempts: 1 },
  });
  const asked = made.ask();
  await made.clock.advance(5000);
  const response = await asked;
  assertEquals([response.status, response.headers.get("x-proxy-upstream")], [200, "u1/m"]);
  await received(response);
});

Deno.test("one that rests is told of as passed over once for each request, however many others it tries", async () => {
  const made = lab({ u1: [BUSY_FOR_LONG], u2: [status(500)], u3: [OK] }, {
    models: { m: { upstreams: ["u1/m", "u2/m"], fallback: ["n"] }, n: ["u1/m", "u3/m"] },
  });
  await received(await made.ask());
  await made.clock.advance(1000);
  const before = made.events.length;
  await received(await made.ask());
  const skipped = made.events.slice(before).flatMap((event) =>
    event.event === "skip" ? [event.upstream] : []
  );
  assertEquals(skipped, ["u1/m"]);
});

Deno.test("a request waits for slots once, also where it falls back to another model", async () => {
  const made = lab({ u1: [HANGING], u2: [HANGING], u3: [HANGING] }, {
    provider: { max_concurrent: 1, queue: { timeout: "2s" } },
    models: { m: { upstreams: ["u1/m", "u2/m"], fallback: ["n"] }, n: "u3/m" },
  });
  const running = [await made.ask(), await made.ask(), await made.ask({ model: "n" })];
  const codes: string[] = [];
  const asked = made.ask().then(async (response) => codes.push((await response.json()).error.code));
  await made.clock.advance(1999);
  assertEquals(codes, []);
  await made.clock.advance(1);
  await asked;
  assertEquals(codes, ["all_busy"]);
  for (const { body } of running) await body!.cancel();
});

Deno.test("a request that waits is served by the first upstream that comes free, not by the first of the list", async () => {
  const made = lab({ u1: [HANGING], u2: [HANGING, OK] }, { provider: { max_concurrent: 1 } });
  const running = [await made.ask(), await made.ask()];
  const asked = made.ask();
  await made.clock.advance(0);
  await running[1]!.body!.cancel();
  assertEquals((await asked).headers.get("x-proxy-upstream"), "u2/m");
  await received(await asked);
  await running[0]!.body!.cancel();
});

Deno.test("who waits for a slot of one that rests by then goes to another that rests no more", async () => {
  const made = lab({ u1: [status(500), OK], u2: [{ ...status(500), headMs: 1500 }] }, {
    provider: { max_concurrent: 1 },
    models: { m: { upstreams: ["u1/m", "u2/m"], ...LONG }, warm: "u1/m" },
  });
  await received(await made.ask({ model: "warm" }));
  const asked = [1, 2, 3].map(() => made.ask());
  await made.clock.advance(1550);
  const upstreams = [];
  for (const one of asked) {
    upstreams.push((await one).headers.get("x-proxy-upstream"));
    await received(await one);
  }
  assertEquals(upstreams, ["u1/m", "u1/m", "u1/m"]);
});

Deno.test("who waits for a slot of one that rests by then waits for the end of the rest as long as it may", async () => {
  const made = lab({ u1: [{ ...status(500), headMs: 100 }, answer("ok")] }, {
    provider: { max_concurrent: 1 },
    model: LONG,
  });
  const asked = Array.from({ length: 5 }, () => made.ask({ stream: false }));
  await made.clock.advance(1099);
  assertEquals(made.upstreams.hits("u1").length, 1);
  await made.clock.advance(51);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assertEquals(statuses, [500, 200, 200, 200, 200]);
});

Deno.test("who waits for a slot of one that rests by then is told how long it rests, and not that it is busy", async () => {
  const made = lab({ u1: [{ ...BUSY_FOR_LONG, headMs: 100 }] }, {
    provider: { max_concurrent: 1 },
  });
  const asked = [1, 2, 3].map(() => made.ask());
  await made.clock.advance(100);
  const told = [];
  for (const one of asked.slice(1)) {
    const response = await one;
    const { error } = await response.json();
    told.push([response.status, error.code, response.headers.get("retry-after")]);
  }
  assertEquals(told, [[503, "all_cooling", "60"], [503, "all_cooling", "60"]]);
  await received(await asked[0]!);
});

Deno.test("who waits under a limit of several goes to the first choice whose own limit has a slot", async () => {
  const slow = { ...answer("ok"), headMs: 1000 };
  const made = lab({ u1: [slow] }, {
    provider: { max_concurrent: 5 },
    models: { m: [{ provider: "u1", model: "x", max_concurrent: 3 }, "u1/y"] },
  });
  const asked = Array.from({ length: 30 }, () => made.ask({ stream: false }));
  await made.clock.advance(6000);
  for (const response of asked) assertEquals((await response).status, 200);
  const models = made.upstreams.hits("u1").map(({ body }) => JSON.parse(body).model);
  assertEquals(models.filter((model) => model === "x").length, 18);
});
