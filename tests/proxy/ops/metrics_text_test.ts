import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import parse from "npm:parse-prometheus-text-format@1.1.1";
import { Exposition } from "../../../src/proxy/ops/exposition.ts";
import { lone, TWO } from "../state/support/replicas.ts";
import { lab, received } from "../support/lab.ts";
import { answer, c, OK, PRE, status, stream } from "../support/scripted_upstream.ts";
import { readExposition } from "./support/read_exposition.ts";
import { served } from "./support/served.ts";

type Lab = Pick<ReturnType<typeof lab>, "proxy">;

async function textOf({ proxy }: Lab): Promise<string> {
  return String((await proxy.answer(served("/metrics"))).body);
}

/** The values of a name, by their labels. */
async function valuesOf(of: Lab, name: string): Promise<Record<string, number>> {
  const family = readExposition(await textOf(of)).get(`wholeturn_proxy_${name}`);
  return Object.fromEntries(
    family!.samples.map(({ labels, value }) => [Object.values(labels).join(" "), value]),
  );
}

Deno.test("metrics count requests, attempts and failures", async () => {
  const of = lab({
    u1: [status(500), answer("ok"), stream(PRE, c("Hel"), "CUT"), OK],
    u2: [answer("ok")],
  });
  assertEquals((await of.ask({ stream: false })).status, 200);
  await of.clock.advance(1000);
  assertEquals((await of.ask({ stream: false })).status, 200);
  assertEquals((await received(await of.ask())).isWhole, false);
  await of.ask({ stream: false, model: "nobody" });
  assertEquals(await valuesOf(of, "requests_total"), {
    "/chat/completions m 200 whole ": 2,
    "/chat/completions m 200 failed network": 1,
    "/chat/completions  404 refused model_not_found": 1,
  });
  assertEquals(await valuesOf(of, "attempts_total"), {
    "u1/m committed": 2,
    "u1/m failed": 1,
    "u1/m left": 0,
    "u2/m committed": 1,
    "u2/m failed": 0,
    "u2/m left": 0,
  });
  assertEquals(await valuesOf(of, "failures_total"), {
    "u1/m server_error": 1,
    "u1/m network": 1,
  });
  assertEquals(await valuesOf(of, "broken_streams_total"), { "u1/m": 1, "u2/m": 0 });
  assertEquals(await valuesOf(of, "cooldown_seconds"), { "provider:u1": 1, "provider:u2": 0 });
  assertEquals(await valuesOf(of, "cooldown_level"), { "provider:u1": 1, "provider:u2": 0 });
  assertEquals(await valuesOf(of, "requests_in_flight"), { "": 0 });
});

Deno.test("metrics, logs and answers tell alike why nobody was asked", async () => {
  const hanging = stream(PRE, c("a"), "HANG");
  const of = lab({ u1: [hanging, status(500)] }, {
    provider: { max_concurrent: 1, queue: { max: 0 } },
  });
  const running = await of.ask();
  const codes: string[] = [];
  const refused = async () => codes.push((await (await of.ask()).json()).error.code);
  await refused();
  await running.body!.cancel();
  assertEquals((await of.ask({ stream: false })).status, 500);
  await refused();
  assertEquals(codes, ["all_busy", "all_cooling"]);
  const ends = of.events.filter((event) => event.event === "end" && event.attempts === 0);
  assertEquals(ends.map((event) => event.event === "end" && [event.code, event.message]), [
    ["all_busy", "all upstreams busy, retry in 1s"],
    ["all_cooling", "all upstreams cooling, retry in 1s"],
  ]);
  assertEquals(await valuesOf(of, "requests_total"), {
    "/chat/completions m 503 failed all_busy": 1,
    "/chat/completions m 200 left ": 1,
    "/chat/completions m 500 failed server_error": 1,
    "/chat/completions m 503 failed all_cooling": 1,
  });
});

Deno.test("metrics tell slots, queues and what runs, while it does", async () => {
  const slow = { ...answer("ok"), steps: [{ waitMs: 100 }, ...answer("ok").steps] };
  const of = lab({ u1: [slow] }, {
    provider: { max_concurrent: 1, queue: { max: 5, timeout: "10s" } },
  });
  const asked = [of.ask({ stream: false }), of.ask({ stream: false }), of.ask({ stream: false })];
  await of.clock.advance(10);
  assertEquals(await valuesOf(of, "slots"), { "provider:u1": 1 });
  assertEquals(await valuesOf(of, "slots_taken"), { "provider:u1": 1 });
  assertEquals(await valuesOf(of, "queue_length"), { "provider:u1": 2 });
  assertEquals(await valuesOf(of, "requests_waiting"), { "": 2 });
  assertEquals(await valuesOf(of, "upstream_in_flight"), { "u1/m": 1 });
  assertEquals(await valuesOf(of, "requests_in_flight"), { "": 3 });
  await of.clock.advance(300);
  for (const response of asked) assertEquals((await response).status, 200);
  assertEquals(await valuesOf(of, "slots_taken"), { "provider:u1": 0 });
  assertEquals(await valuesOf(of, "queue_length"), { "provider:u1": 0 });
  assertEquals(await valuesOf(of, "requests_in_flight"), { "": 0 });
});

Deno.test("metrics count a request that waits for several upstreams in each queue, and once in all", async () => {
  const hanging = stream(PRE, c("a"), "HANG");
  const of = lab({ u1: [hanging], u2: [hanging] }, { provider: { max_concurrent: 1 } });
  const running = [await of.ask(), await of.ask()];
  const asked = [of.ask(), of.ask()];
  await of.clock.advance(10);
  assertEquals(await valuesOf(of, "queue_length"), { "provider:u1": 2, "provider:u2": 2 });
  assertEquals(await valuesOf(of, "requests_waiting"), { "": 2 });
  for (const { body } of running) await body!.cancel();
  for (const response of asked) await (await response).body!.cancel();
  assertEquals(await valuesOf(of, "requests_waiting"), { "": 0 });
});

Deno.test("metrics count what was not shared in time, and nothing where nothing is shared", async () => {
  assertEquals(await valuesOf(lab({ u1: [OK] }), "shared_state_misses_total"), { "": 0 });
  const none = Promise.resolve();
  const link = { ready: none, missed: 3, changed: () => {}, close: () => none };
  const { proxy } = lone(() => Promise.resolve(undefined), TWO, { state: { join: () => link } });
  assertEquals(await valuesOf({ proxy }, "shared_state_misses_total"), { "": 3 });
  await proxy.close();
});

Deno.test("metrics tell times as histograms in seconds", async () => {
  const slow = { ...OK, steps: [{ waitMs: 300 }, ...OK.steps] };
  const of = lab({ u1: [slow] });
  const asked = of.ask();
  await of.clock.advance(300);
  await received(await asked);
  const first = await valuesOf(of, "time_to_first_output_seconds");
  assertEquals([first["u1/m 0.25"], first["u1/m 0.5"], first["u1/m +Inf"]], [0, 1, 1]);
  assertEquals(first["u1/m"], 1);
  const sum = readExposition(await textOf(of)).get("wholeturn_proxy_time_to_first_output_seconds")!
    .samples.find(({ name }) => name.endsWith("_sum"));
  assertEquals(sum!.value, 0.3);
  assertEquals((await valuesOf(of, "overhead_seconds"))["0.001"], 1);
});

Deno.test("no client makes labels of its own, whatever it asks for", async () => {
  const of = lab({ u1: [answer("ok")] }, {
    allow_unlisted: true,
    models: { m: ["u1/m"], "*": ["u1/*"] },
  });
  await of.ask({ stream: false });
  await of.ask({ stream: false, model: "u1/first" });
  await of.ask({ stream: false, model: "first" });
  await of.proxy.fetch(new Request("http://proxy/first"));
  const lines = (await textOf(of)).split("\n").length;
  for (let index = 0; index < 200; index++) {
    await of.ask({ stream: false, model: `u1/made-up-${index}` });
    await of.ask({ stream: false, model: `made-up-${index}` });
    await of.proxy.fetch(new Request(`http://proxy/made-up-${index}?made-up=${index}`));
    const body = JSON.stringify({ model: "m", messages: [] });
    const url = `http://proxy/v1/chat/completions?made-up=${index}`;
    await of.proxy.fetch(new Request(url, { method: "POST", body }));
  }
  const text = await textOf(of);
  assertEquals(text.split("\n").length, lines);
  assertEquals(text.includes("made-up"), false);
});

Deno.test("metrics are read by a parser of others as by ours", async () => {
  const of = lab({ u1: [status(500)], u2: [answer("ok")] });
  await of.ask({ stream: false });
  const text = await textOf(of);
  const ours = readExposition(text);
  const theirs = parse(text) as readonly { readonly name: string; readonly type: string }[];
  assertEquals(
    theirs.map(({ name, type }) => [name, type]).sort(),
    [...ours].map(([name, { type }]) => [name, type.toUpperCase()]).sort(),
  );
});

Deno.test("Exposition: labels come back as they were, whatever is in them", () => {
  fc.assert(fc.property(
    fc.string({ unit: fc.constantFrom("a", '"', "\\", "\n", "{", "}", ",", "=", "n", "é") }),
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    (text, value) => {
      const out = new Exposition();
      out.family("one", "gauge", "Help with a \\ and\na line");
      out.sample("one", { text, more: 1 }, value);
      const [sample] = readExposition(out.text()).get("one")!.samples;
      assertEquals(sample!.labels, { text, more: "1" });
      assert(sample!.value === value);
    },
  ));
});
