import { assertEquals } from "@std/assert";
import { createProxy } from "../../src/proxy/create_proxy.ts";
import { lab } from "./support/lab.ts";
import { json, REFUSED, type Script, status, stream } from "./support/scripted_upstream.ts";

const PROVIDERS = { a: { url: "http://a.example/v1" } };

async function modelAt(
  name: string,
  config: { models?: Record<string, string>; allow_unlisted?: boolean },
): Promise<readonly [number, unknown]> {
  const proxy = createProxy({ providers: PROVIDERS, ...config });
  const response = await proxy.fetch(new Request(`http://proxy/v1/models/${name}`));
  const { id } = await response.json();
  await proxy.close();
  return [response.status, id];
}

Deno.test("A model that any name is served by has each name, as requests do", async () => {
  const config = { models: { "*": "a/*" } };
  assertEquals(await modelAt("gpt-5", config), [200, "gpt-5"]);
  assertEquals(await modelAt("org%2Fsmall", config), [200, "org/small"]);
  assertEquals(await modelAt("", config), [404, undefined]);
});

Deno.test("A model that is not listed has its name where it may be asked for", async () => {
  const models = { chat: "a/x" };
  assertEquals(await modelAt("a/y", { models, allow_unlisted: true }), [200, "a/y"]);
  assertEquals(await modelAt("b/y", { models, allow_unlisted: true }), [404, undefined]);
  assertEquals(await modelAt("a/y", { models }), [404, undefined]);
  assertEquals(await modelAt("chat", { models }), [200, "chat"]);
});

const ANY = { models: { "*": "u1/*" } };

/** A list as a provider gives it. */
function listOf(...ids: readonly string[]): Script {
  const data = ids.map((id) => ({ id, object: "model", created: 7, owned_by: "them" }));
  return json({ object: "list", data });
}

interface Listed {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly owned_by: string;
}

async function listed({ proxy }: ReturnType<typeof lab>): Promise<readonly Listed[]> {
  const response = await proxy.fetch(new Request("http://proxy/v1/models"));
  assertEquals(response.status, 200);
  const { object, data } = await response.json();
  assertEquals(object, "list");
  return data;
}

const idsOf = (models: readonly Listed[]) => models.map(({ id }) => id);

function warnings({ events }: ReturnType<typeof lab>): readonly string[] {
  return events.flatMap((event) => event.event === "warning" ? [event.message] : []);
}

Deno.test("The list has the models of an upstream that serves any name, asked for with its key alone", async () => {
  const made = lab({ u1: [listOf("gpt-5", "gpt-5-mini")] }, {
    ...ANY,
    provider: { key: "sk-up", headers: { set: { "x-team": "a" } } },
  });
  assertEquals(await listed(made), [
    { id: "gpt-5", object: "model", created: 7, owned_by: "them" },
    { id: "gpt-5-mini", object: "model", created: 7, owned_by: "them" },
  ]);
  const [hit] = made.upstreams.hits("u1");
  assertEquals([hit!.url, hit!.headers.get("authorization")], [
    "http://u1/v1/models",
    "Bearer sk-up",
  ]);
  assertEquals([hit!.headers.get("x-team"), hit!.headers.get("content-type")], ["a", null]);
  await made.proxy.close();
});

Deno.test("The list has each name once: what is configured first, then the upstreams in their order", async () => {
  const made = lab({ u1: [listOf("b", "c")], u2: [listOf("c", "a", "d")], u3: [listOf("e")] }, {
    models: { a: "u1/x", "*": ["u1/*", "u2/*", "u3/fixed"] },
  });
  const models = await listed(made);
  assertEquals(idsOf(models), ["a", "b", "c", "d"]);
  assertEquals(models[0]!.owned_by, "wholeturn");
  assertEquals(made.upstreams.hits("u3").length, 0);
});

Deno.test("The list has what clients rely on, whatever an upstream says of its models, and keeps the rest", async () => {
  const data = [
    { type: "model", id: "claude", display_name: "Claude", created: "2025", owned_by: null },
    ...[{ id: 7 }, null, "x", {}, { id: "" }, { id: "a\nb" }, { id: "x".repeat(300) }],
  ];
  const made = lab({ u1: [json({ data })] }, ANY);
  assertEquals(await listed(made) as unknown, [{
    type: "model",
    id: "claude",
    display_name: "Claude",
    created: 0,
    owned_by: "u1",
    object: "model",
  }]);
});

Deno.test("The list of an upstream that encodes it, though that was ruled out, is read", async () => {
  const plain = new Blob(['{"data":[{"id":"a"}]}']).stream();
  const gzip = await new Response(plain.pipeThrough(new CompressionStream("gzip"))).bytes();
  const made = lab({
    u1: [{ headers: { "content-encoding": "gzip" }, steps: [gzip, "EOF"] }],
    u2: [{ headers: { "content-encoding": "br" }, steps: [gzip, "EOF"] }],
  }, { models: { "*": ["u1/*", "u2/*"] } });
  assertEquals(idsOf(await listed(made)), ["a"]);
  assertEquals(warnings(made).map((text) => text.includes("is encoded by br")), [true]);
});

Deno.test("The list is asked for once a minute, by all who ask together", async () => {
  const slow = { ...listOf("a"), headMs: 100 };
  const made = lab({ u1: [slow, listOf("b")] }, ANY);
  const asked = [listed(made), listed(made)];
  await made.clock.advance(100);
  assertEquals((await Promise.all(asked)).map(idsOf), [["a"], ["a"]]);
  await made.clock.advance(59_899);
  assertEquals([idsOf(await listed(made)), made.upstreams.hits("u1").length], [["a"], 1]);
  await made.clock.advance(101);
  assertEquals([idsOf(await listed(made)), made.upstreams.hits("u1").length], [["b"], 2]);
});

Deno.test.each<{ name: string; script: Script | typeof REFUSED; waitMs?: number; told: string }>([
  { name: "refuses", script: status(401), told: "status is 401" },
  {
    name: "refuses in words that nobody can read",
    script: status(401, { "content-encoding": "br" }),
    told: "status is 401",
  },
  { name: "is not there", script: REFUSED, told: "The connection failed" },
  { name: "is no API", script: json("<html>"), told: "no list of models" },
  { name: "gives no list", script: json({ data: {} }), told: "no list of models" },
  { name: "stays silent", script: stream("HANG"), waitMs: 5000, told: "took too long" },
  { name: "gives too much", script: json("x".repeat(5_000_000)), told: "too large" },
])(
  "The list goes without an upstream that $name, says so once, and asks again later",
  async ({ script, waitMs = 0, told }) => {
    const made = lab({ u1: [script, script, listOf("late"), script] }, {
      models: { own: "u1/x", "*": "u1/*" },
    });
    const ask = async () => {
      const models = listed(made);
      await made.clock.advance(waitMs);
      return idsOf(await models);
    };
    assertEquals(await ask(), ["own"]);
    assertEquals(warnings(made).length, 1);
    assertEquals(warnings(made)[0]!.startsWith("u1 gives no list of its models: "), true);
    assertEquals(warnings(made)[0]!.includes(told), true, warnings(made)[0]);
    assertEquals([await ask(), made.upstreams.hits("u1").length], [["own"], 1]);
    await made.clock.advance(10_000);
    assertEquals([await ask(), made.upstreams.hits("u1").length], [["own"], 2]);
    await made.clock.advance(10_000);
    assertEquals(await ask(), ["own", "late"]);
    // What it said before is better than nothing.
    await made.clock.advance(60_000);
    assertEquals(await ask(), ["own", "late"]);
    assertEquals([warnings(made).length, made.upstreams.hits("u1").length], [2, 4]);
    assertEquals(made.events.some(({ event }) => event === "rest" || event === "attempt"), false);
  },
);

Deno.test("A proxy that is closed waits for no list", async () => {
  const made = lab({ u1: [stream("HANG")] }, ANY);
  const models = listed(made);
  await made.clock.advance(0);
  await made.proxy.close();
  assertEquals(await models, []);
  assertEquals([made.upstreams.hits("u1")[0]!.signal.aborted, warnings(made)], [true, []]);
});
