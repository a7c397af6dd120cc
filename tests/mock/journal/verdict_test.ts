import { assertEquals, assertMatch } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Rule, VerdictRule } from "../../../mock.ts";
import { ManualClock } from "../../../testing.ts";

const RATE_LIMITED: Rule = {
  response: {
    problem: { kind: "rate_limit", message: "Slow down" },
    headers: { "retry-after-ms": "1000" },
  },
};

const OVERLOADED: Rule = { response: { problem: { kind: "overloaded", message: "Busy" } } };
const REFUSED: Rule = { response: { problem: { kind: "authentication", message: "No" } } };
const CUT: Rule = {
  result: "one two three four",
  delivery: { faults: [{ kind: "close", afterFrames: 3 }] },
};

const USER = { role: "user", content: "go" };

/** A client that asks again after each of these waits. */
async function client(rule: Rule, waitsMs: readonly number[], messages: unknown[] = [USER]) {
  const clock = new ManualClock();
  const mock = new MockGPT({ rules: [rule], clock });
  for (const waitMs of [0, ...waitsMs]) {
    await clock.advance(waitMs);
    await ask(mock, messages);
  }
  return mock;
}

async function ask(mock: MockGPT, messages: unknown[]): Promise<void> {
  const body = JSON.stringify({ model: "m", stream: true, messages });
  const response = await mock.fetch("http://mock/v1/chat/completions", { method: "POST", body });
  await response.text();
}

function finding(mock: MockGPT, rule: VerdictRule): boolean | undefined {
  return mock.verdict().findings.find((item) => item.rule === rule)?.ok;
}

Deno.test.each(
  [
    {
      rule: "honours-retry-after",
      name: "keeps a wait",
      waits: [1000],
      reply: RATE_LIMITED,
      ok: true,
    },
    {
      rule: "honours-retry-after",
      name: "comes early",
      waits: [900],
      reply: RATE_LIMITED,
      ok: false,
    },
    {
      rule: "honours-retry-after",
      name: "is not asked to wait",
      waits: [900],
      reply: OVERLOADED,
      ok: undefined,
    },
    { rule: "stops-when-told", name: "stops", waits: [], reply: REFUSED, ok: true },
    { rule: "stops-when-told", name: "goes on", waits: [5000], reply: REFUSED, ok: false },
    {
      rule: "stops-when-told",
      name: "tries what may be tried",
      waits: [5000],
      reply: OVERLOADED,
      ok: undefined,
    },
    {
      rule: "backs-off",
      name: "waits longer each time",
      waits: [500, 1000],
      reply: OVERLOADED,
      ok: true,
    },
    { rule: "backs-off", name: "asks at once", waits: [0], reply: OVERLOADED, ok: false },
    { rule: "backs-off", name: "waits shorter", waits: [1000, 100], reply: OVERLOADED, ok: false },
    {
      rule: "no-retry-storm",
      name: "tries five times",
      waits: [50, 50, 50, 50],
      reply: OVERLOADED,
      ok: true,
    },
    {
      rule: "no-retry-storm",
      name: "tries six times",
      waits: [50, 50, 50, 50, 50],
      reply: OVERLOADED,
      ok: false,
    },
    {
      rule: "no-retry-storm",
      name: "asks often without a failure",
      waits: [0, 0, 0, 0, 0],
      reply: { result: "" },
      ok: undefined,
    },
  ] as const,
)(
  "MockGPT.verdict() on $rule of a client that $name is $ok",
  async ({ rule, waits, reply, ok }) => {
    assertEquals(finding(await client(reply, waits), rule), ok);
  },
);

Deno.test("MockGPT.verdict() sees a cut answer that is sent back as the model's", async () => {
  const mock = await client(CUT, []);
  assertEquals(finding(mock, "cut-is-not-whole"), true);
  await ask(mock, [USER, { role: "assistant", content: "one two" }, USER]);
  const { ok, text } = mock.verdict();
  assertEquals(ok, false);
  assertMatch(
    text,
    /BAD {2}cut-is-not-whole: the answer of mock-1 was cut, and mock-2 sends its beginning/,
  );
});

Deno.test("a verdict takes no test's answer for that of another", async () => {
  const mock = new MockGPT({ rules: [CUT] });
  const said = { role: "assistant", content: "one two" };
  for (const [testId, messages] of [["a", [USER]], ["b", [USER, said, USER]]] as const) {
    const body = JSON.stringify({ model: "m", stream: true, messages });
    const init = { method: "POST", headers: { "x-test-id": testId }, body };
    await (await mock.fetch("http://mock/v1/chat/completions", init)).text();
  }
  assertEquals(finding(mock, "cut-is-not-whole"), true);
});

Deno.test("a verdict lets a try come a little too early, as timers do, and not more", async () => {
  assertEquals(finding(await client(RATE_LIMITED, [996]), "honours-retry-after"), true);
  assertEquals(finding(await client(RATE_LIMITED, [994]), "honours-retry-after"), false);
});

/** What a client says the model said, after a stream with this fault. */
const SPOILT = [
  { kind: "missing-marker", said: "one two three four", ok: false },
  { kind: "missing-marker", said: "one two", ok: false },
  { kind: "missing-marker", said: "something else", ok: true },
  { kind: "early-marker", afterFrames: 3, said: "one two", ok: false },
  { kind: "early-marker", afterFrames: 3, said: "one two three four", ok: true },
  { kind: "malformed-frame", afterFrames: 3, said: "one two", ok: false },
  { kind: "double-marker", said: "one two", ok: undefined },
  { kind: "usage-on-every-chunk", said: "one two", ok: undefined },
] as const;

Deno.test.each(SPOILT)(
  "a verdict on a client that says '$said' after $kind is $ok",
  async ({ said, ok, ...fault }) => {
    const rule = { result: "one two three four", delivery: { faults: [fault] } };
    const mock = await client(rule, []);
    await ask(mock, [USER, { role: "assistant", content: said }, USER]);
    assertEquals(finding(mock, "cut-is-not-whole"), ok);
    const [record] = mock.records;
    assertEquals([record?.outcome, record?.faults], ["fault", [fault.kind]]);
  },
);

Deno.test("a verdict takes a stream with a harmless fault for no failure that is tried again", async () => {
  const rule: Rule = { result: "one", delivery: { faults: [{ kind: "double-marker" }] } };
  const mock = await client(rule, [1, 1, 1, 1, 1, 1]);
  assertEquals(mock.verdict().ok, true);
});

Deno.test("requests that came before a failure could be known are no tries after it", async () => {
  const problems = ["rate_limit", "authentication", "overloaded"] as const;
  for (const kind of problems) {
    const clock = new ManualClock();
    const problem = { kind, message: "No" };
    const response = { problem, delayMs: 100, retryAfter: { ms: 500 } };
    const mock = new MockGPT({ clock, rules: [{ response }] });
    const asked = [ask(mock, [USER]), ask(mock, [USER])];
    await clock.advance(100);
    await Promise.all(asked);
    assertEquals(mock.verdict().findings.filter(({ ok }) => ok === false), []);
  }
});

Deno.test("what is asked again after a success is no storm of tries", async () => {
  const failures = [...Array(3).fill(OVERLOADED), { result: "x" }];
  const mock = await client({ sequence: failures, then: "repeat-last" }, [
    ...[100, 200, 400],
    ...Array(9).fill(0),
  ]);
  assertEquals(finding(mock, "no-retry-storm"), true);
  const storm = await client({ sequence: Array(6).fill(OVERLOADED) }, Array(5).fill(1000));
  assertEquals(finding(storm, "no-retry-storm"), false);
});
