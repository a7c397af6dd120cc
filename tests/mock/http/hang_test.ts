import { assertEquals } from "@std/assert";
import { ManualClock } from "../../../testing.ts";
import { MockGPT } from "../../../mock.ts";
import type { Fault, Rule } from "../../../mock.ts";
import { ended, SERVERS, turn } from "./servers.ts";

const HANGING: Fault = { kind: "hang", afterFrames: 3 };

/** Answers that never end, and what their records tell of faults meanwhile. */
const HANGS: readonly { readonly what: string; readonly rule: Rule; readonly stream: boolean }[] = [
  {
    what: "a stream",
    rule: { result: "one two three", delivery: { faults: [HANGING] } },
    stream: true,
  },
  {
    what: "a body",
    rule: { result: "one", delivery: { faults: [{ kind: "hang", afterBytes: 9 }] } },
    stream: false,
  },
  { what: "a response", rule: { response: { hang: true } }, stream: false },
];

const BODY = { model: "m", messages: [{ role: "user", content: "hi" }] };

function asked(stream: boolean, signal: AbortSignal): RequestInit {
  return { method: "POST", body: JSON.stringify({ ...BODY, stream }), signal };
}

async function read(answer: Promise<Response>): Promise<string> {
  return await answer.then((response) => response.text()).catch(() => "left");
}

for (const { what, rule, stream } of HANGS) {
  const faults = rule.response === undefined ? ["hang"] : [];

  Deno.test(`the record of ${what} that hangs ends when the client leaves, and tells of it before`, async () => {
    const clock = new ManualClock(1000);
    const mock = new MockGPT({ clock, rules: [rule] });
    const leaving = new AbortController();
    const reading = read(
      mock.fetch("http://mock/v1/chat/completions", asked(stream, leaving.signal)),
    );
    await turn();
    await clock.advance(500);
    const [before] = mock.records;
    assertEquals([before?.outcome, before?.endedMs, before?.faults], [
      "pending",
      undefined,
      faults,
    ]);
    const reason = new Error("That took too long");
    leaving.abort(reason);
    assertEquals(await reading, "left");
    const [after] = mock.records;
    assertEquals([after?.outcome, after?.endedMs, after?.faults], ["fault", 1500, faults]);
    assertEquals([after?.error, after?.bytes], [reason, before?.bytes]);
  });

  for (const { server, start } of SERVERS) {
    for (const how of ["leaves", "is closed out"] as const) {
      Deno.test(`on ${server} the record of ${what} that hangs ends when the client ${how}`, async () => {
        const clock = new ManualClock(1000);
        const mock = new MockGPT({ clock, rules: [rule] });
        const { url, close } = await start(mock);
        const leaving = new AbortController();
        const reading = read(
          fetch(`${url}/v1/chat/completions`, asked(stream, leaving.signal)),
        );
        const isThere = () =>
          mock.records[0] !== undefined && mock.records[0].faults.length === faults.length;
        while (!isThere()) await turn();
        await clock.advance(500);
        assertEquals(mock.records[0]?.outcome, "pending");
        if (how === "leaves") leaving.abort();
        const closed = how === "leaves" ? undefined : close();
        const { outcome, endedMs } = await ended(mock);
        assertEquals([outcome, endedMs], ["fault", 1500]);
        await reading;
        await (closed ?? close());
      });
    }
  }
}

Deno.test("a stream that hangs ends its record too where its reader cancels it", async () => {
  const mock = new MockGPT({ rules: [HANGS[0]!.rule] });
  const init = asked(true, new AbortController().signal);
  const { body } = await mock.fetch("http://mock/v1/chat/completions", init);
  const reader = body!.getReader();
  await reader.read();
  const more = reader.read();
  await turn();
  assertEquals(mock.records[0]?.outcome, "pending");
  await reader.cancel("enough");
  assertEquals((await more).done, true);
  const { outcome, error, faults } = mock.records[0]!;
  assertEquals([outcome, error, faults], ["fault", "enough", ["hang"]]);
});

Deno.test("stream() that hangs ends its record when its signal aborts", async () => {
  const mock = new MockGPT({ rules: [HANGS[0]!.rule] });
  const leaving = new AbortController();
  const reading = (async () => {
    for await (const _ of mock.stream(BODY, { signal: leaving.signal })) { /* only read */ }
  })().catch((error) => error);
  await turn();
  assertEquals(mock.records[0]?.outcome, "pending");
  leaving.abort("enough");
  assertEquals(await reading, "enough");
  assertEquals((await ended(mock)).outcome, "fault");
});

Deno.test("the records of all texts end as a silence in place of their vectors does", async () => {
  const rule = { surface: "embeddings", prompt: "b", response: { hang: true } } as const;
  const mock = new MockGPT({ rules: [rule] });
  const leaving = new AbortController();
  const body = JSON.stringify({ model: "m", input: ["a", "b"] });
  const init = { method: "POST", body, signal: leaving.signal };
  const reading = read(mock.fetch("http://mock/v1/embeddings", init));
  await turn();
  assertEquals(mock.records.map(({ outcome }) => outcome), ["pending", "pending"]);
  leaving.abort();
  assertEquals(await reading, "left");
  assertEquals(mock.records.map(({ outcome }) => outcome), ["fault", "fault"]);
});

for (const { what, rule, stream } of HANGS) {
  for (const [waitMs, ok] of [[10, false], [60, true]] as const) {
    Deno.test(`a try ${waitMs} ms after ${what} that hung was left is ${ok ? "late enough" : "too early"}`, async () => {
      const clock = new ManualClock();
      const mock = new MockGPT({ clock, rules: [rule] });
      for (const pauseMs of [0, waitMs]) {
        await clock.advance(pauseMs);
        const leaving = new AbortController();
        const reading = read(
          mock.fetch("http://mock/v1/chat/completions", asked(stream, leaving.signal)),
        );
        await turn();
        await clock.advance(1000);
        leaving.abort();
        await reading;
      }
      const { findings } = mock.verdict();
      assertEquals(findings.find((found) => found.rule === "backs-off")?.ok, ok);
    });
  }
}
