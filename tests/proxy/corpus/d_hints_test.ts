/** Rows D1 to D14 of the corpus of bugs, but for D3, which is about replicas: how long upstreams rest. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { lab, received, rests } from "../support/lab.ts";
import {
  answer,
  err,
  json,
  OK,
  PRE,
  type Script,
  status,
  stream,
} from "../support/scripted_upstream.ts";

/** How long an upstream rests after one answer. */
async function restAfter(script: Script): Promise<number> {
  const made = lab({ u1: [script], u2: [OK] });
  assertEquals((await received(await made.ask())).isWhole, true);
  const [ms] = rests(made);
  return ms ?? 0;
}

Deno.test("D1 of two rests the one that ends later holds, whichever comes first", async () => {
  const late = (ms: number, script: Script): Script => (
    { ...script, steps: [{ waitMs: ms }, ...script.steps] }
  );
  for (const hints of [[10, undefined], [undefined, 10], [10, 2], [2, 10]] as const) {
    const scripts = hints.map((hint, index) =>
      late(index + 1, status(429, hint === undefined ? {} : { "retry-after": String(hint) }))
    );
    const { ask, clock } = lab({ u1: [...scripts, OK] });
    const both = [ask({ stream: false }), ask({ stream: false })];
    await clock.advance(10);
    for (const response of both) await (await response).text();
    await clock.advance(9980);
    assertEquals((await ask()).status, 503);
    await clock.advance(20);
    assertEquals((await ask()).status, 200);
  }
});

Deno.test("D2 an upstream that always fails is asked after 1, 2, 4, 8 seconds and so on, and never between", async () => {
  const { ask, clock, upstreams } = lab({ u1: [status(500)], u2: [OK] });
  const asked: number[] = [];
  for (let tenths = 0; tenths < 320; tenths++) {
    const before = upstreams.hits("u1").length;
    await received(await ask());
    if (upstreams.hits("u1").length > before) asked.push(clock.now());
    await clock.advance(100);
  }
  assertEquals(asked, [0, 1000, 3000, 7000, 15_000, 31_000]);
});

Deno.test("D4 every attempt that fails lets its own upstream rest, whichever it is", async () => {
  const { ask, upstreams } = lab({ u1: [status(500)], u2: [status(502)], u3: [OK] });
  for (let count = 0; count < 3; count++) await received(await ask());
  assertEquals(["u1", "u2", "u3"].map((host) => upstreams.hits(host).length), [1, 1, 3]);
});

Deno.test("D4 upstreams of a model that was fallen back to rest as well", async () => {
  const { ask, upstreams } = lab({ u1: [status(500)], u2: [status(500)], u3: [OK] }, {
    models: {
      m: { upstreams: ["u1/m"], fallback: ["n", "o"] },
      n: ["u2/m"],
      o: ["u3/m"],
    },
  });
  for (let count = 0; count < 3; count++) await received(await ask());
  assertEquals(["u1", "u2", "u3"].map((host) => upstreams.hits(host).length), [1, 1, 3]);
});

Deno.test("D5 when all rest, the client is told the seconds until the first rests no more", async () => {
  const { ask } = lab({
    u1: [status(429, { "retry-after": "7.2" })],
    u2: [status(429, { "retry-after": "3.1" })],
  });
  await (await ask()).text();
  const response = await ask();
  const { error } = await response.json();
  assertEquals([response.status, response.headers.get("retry-after")], [503, "4"]);
  assertEquals(error.message, "all upstreams cooling, retry in 4s");
  assertEquals([error.code, error.retry_after], ["all_cooling", 3.1]);
});

Deno.test("D5 a model to fall back to counts among all that rest", async () => {
  const { ask } = lab({ u1: [status(429, { "retry-after": "9" })], u2: [status(500)] }, {
    models: { m: { upstreams: ["u1/m"], fallback: "n" }, n: ["u2/m"] },
  });
  await (await ask()).text();
  const response = await ask();
  assertEquals([response.status, response.headers.get("retry-after")], [503, "1"]);
  await response.body?.cancel();
});

Deno.test("D6 a request waits for the first upstream that rests no more, if that is soon enough", async () => {
  const { ask, clock } = lab({
    u1: [status(429, { "retry-after": "4" }), OK],
    u2: [status(429, { "retry-after": "2" }), OK],
  }, { model: { max_wait: "3s" } });
  await (await ask()).text();
  let answeredMs = 0;
  const asked = ask().finally(() => answeredMs = clock.now());
  await clock.advance(3000);
  assertEquals((await asked).headers.get("x-proxy-upstream"), "u2/m");
  assertEquals(answeredMs, 2000);
});

Deno.test("D6 a request does not wait for what is too far off", async () => {
  const { ask } = lab({ u1: [status(429, { "retry-after": "4" }), OK] }, {
    model: { max_wait: "3s" },
  });
  await (await ask()).text();
  assertEquals((await ask()).status, 503);
});

Deno.test("D6 requests that waited for the same upstream are answered, one after its probe", async () => {
  const slow = stream({ waitMs: 500 }, ...OK.steps);
  const made = lab({ u1: [status(500), slow, OK] }, { model: { max_wait: "3s" } });
  const { ask, clock, upstreams } = made;
  await (await ask()).text();
  const asked = Array.from({ length: 10 }, async () => {
    const response = await ask();
    return [response.status, (await received(response)).isWhole];
  });
  await clock.advance(1400);
  assertEquals(upstreams.hits("u1").length, 2);
  await clock.advance(1500);
  assertEquals(await Promise.all(asked), Array(10).fill([200, true]));
});

Deno.test("D6 a probe that fails ends the wait of those whose time does not last for another rest", async () => {
  const { ask, clock, upstreams } = lab({ u1: [status(500)] }, { model: { max_wait: "2500ms" } });
  await (await ask()).text();
  const asked = [ask(), ask(), ask()];
  await clock.advance(1200);
  // The first was the probe; the next rest is 2 s long, and 1.5 s of their wait are left.
  const statuses = (await Promise.all(asked)).map((response) => response.status);
  assertEquals([statuses.sort(), upstreams.hits("u1").length], [[500, 503, 503], 2]);
});

Deno.test("D7, D8 a hint of days is cut to the longest hint, and clients are told a minute at most", async () => {
  const made = lab({ u1: [status(429, { "retry-after": "1587827" }), OK] });
  const { ask, clock } = made;
  await (await ask()).text();
  const response = await ask();
  assertEquals(response.headers.get("retry-after"), "60");
  assertEquals((await response.json()).error.retry_after, 3600);
  await clock.advance(3_600_000);
  assertEquals((await ask()).status, 200);
  assertEquals((await ask()).status, 200);
});

Deno.test("D8 the upstream's own Retry-After is not passed on", async () => {
  const { ask } = lab({ u1: [status(429, { "retry-after": "1587827" })] });
  const response = await ask();
  assertEquals(response.status, 429);
  const told = response.headers.get("retry-after");
  assert(told === null || Number(told) <= 60, `It is ${told}`);
});

Deno.test("D9, D10 a hint that is none leaves the schedule as it is", async () => {
  const values = ["soon", "", "NaN", "Infinity", "1e9999", "-3", "-5", "0x10", "1,5", "12 s"];
  for (const value of values) {
    assertEquals([value, await restAfter(status(429, { "retry-after": value }))], [value, 1000]);
  }
});

Deno.test("D10, D13 seconds are seconds, and only ever lengthen the rest", async () => {
  const cases = [["0", 1000], ["1.5", 1500], ["5", 5000], ["2020", 2_020_000]] as const;
  for (const [value, ms] of cases) {
    assertEquals([value, await restAfter(status(429, { "retry-after": value }))], [value, ms]);
  }
  assertEquals(await restAfter(status(503, { "retry-after-ms": "2500" })), 2500);
});

Deno.test("D11 dates are waited for, and those of the past are not", async () => {
  const at = (ms: number) => new Date(ms).toUTCString();
  assertEquals(await restAfter(status(429, { "retry-after": at(30_000) })), 30_000);
  assertEquals(
    await restAfter(status(429, { "retry-after": "Thu Jan  1 00:00:30 1970" })),
    30_000,
  );
  const past = lab({ u1: [status(429, { "retry-after": at(0) })], u2: [OK] });
  await past.clock.advance(60_000);
  await received(await past.ask());
  assertEquals(rests(past), [1000]);
});

Deno.test("D14 hints in bodies are followed, of answers and of events", async () => {
  const info = (retryDelay: string) => ({
    error: {
      code: 429,
      status: "RESOURCE_EXHAUSTED",
      message: "Quota exceeded",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }],
    },
  });
  assertEquals(await restAfter(json(info("45.837906927s"), 429)), 45_838);
  assertEquals(await restAfter(json(info("soon"), 429)), 1000);
  assertEquals(await restAfter(stream(PRE, err(info("7s").error))), 7000);
  assertEquals(await restAfter(status(429, {}, "Please try again in 5.3s")), 5300);
});

Deno.test("D14 a quota of the day rests for a minute at least", async () => {
  const details = [{
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }],
  }];
  const body = { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "No", details } };
  assert(await restAfter(json(body, 429)) >= 60_000);
});

Deno.test("D18 no money rests an upstream for a minute at least, whatever its status, and the next one answers", async () => {
  const scripts = [
    status(400, {}, "Your credit balance is too low to access the API"),
    json({ error: { message: "No", type: "insufficient_quota", code: "insufficient_quota" } }, 429),
    status(402, {}, "Insufficient Balance"),
    stream(PRE, err({ message: "No", code: "insufficient_quota" })),
  ];
  for (const script of scripts) assert(await restAfter(script) >= 60_000);
});

Deno.test("a 402 that says no more rests by the seed's schedule", async () => {
  assertEquals(await restAfter(status(402)), 1000);
});

Deno.test("D20 no failure is for ever: each kind of it is asked again, and answers", async () => {
  const scripts = [
    ...[401, 402, 403, 404, 408, 429, 500, 502, 503, 504, 529].map((code) => status(code)),
    stream(PRE, "EOF"),
    stream(PRE, err({ message: "model_not_found", code: "model_not_found" })),
  ];
  for (const script of scripts) {
    const { ask, clock } = lab({ u1: [script, answer("ok")] });
    await (await ask({ stream: false })).text();
    await clock.advance(60_000);
    const response = await ask({ stream: false });
    assertEquals(response.status, 200);
    assertStringIncludes(await response.text(), "ok");
  }
});
