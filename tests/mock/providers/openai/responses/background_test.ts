import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../../../mock.ts";
import type { Timing } from "../../../../../mock.ts";
import { ManualClock } from "../../../../../testing.ts";
import { get, send } from "./asked.ts";

const ASK = { model: "m", input: "First", background: true };

/** A mock whose answer has four tokens. */
function slowMock(timing: Timing): { readonly mock: MockGPT; readonly clock: ManualClock } {
  const clock = new ManualClock(1_000_000);
  const delivery = { timing };
  return { clock, mock: new MockGPT({ clock, rules: [{ result: "one two three.", delivery }] }) };
}

async function statusOf(mock: MockGPT): Promise<unknown> {
  return (await get(mock, "/resp_mock-1")).body.status;
}

Deno.test("a background response is in progress for as long as it would take to come", async () => {
  const { mock, clock } = slowMock({ firstTokenMs: 500, tokensPerSecond: 10 });
  const queued = await send(mock, ASK);
  assertEquals([queued.body.status, queued.body.id], ["queued", "resp_mock-1"]);
  assertEquals(mock.records.map(({ outcome }) => outcome), ["served"]);
  const { body } = await get(mock, "/resp_mock-1");
  assertEquals(body, { ...queued.body, status: "in_progress" });
  await clock.advance(799);
  assertEquals(await statusOf(mock), "in_progress");
  await clock.advance(1);
  const done = (await get(mock, "/resp_mock-1")).body;
  assertEquals([done.status, done.completed_at], ["completed", 1_000]);
  assertEquals((done.usage as { output_tokens: number }).output_tokens, 4);
  await clock.advance(3_000);
  assertEquals((await get(mock, "/resp_mock-1")).body, done);
});

Deno.test("a background response that is cancelled in time stays so", async () => {
  const { mock, clock } = slowMock({ firstTokenMs: 500 });
  const queued = await send(mock, ASK);
  const cancelled = await send(mock, {}, "/resp_mock-1/cancel");
  assertEquals(cancelled.body, { ...queued.body, status: "cancelled", service_tier: "default" });
  await clock.advance(500);
  assertEquals((await get(mock, "/resp_mock-1")).body, cancelled.body);
  assertEquals((await send(mock, {}, "/resp_mock-1/cancel")).body, cancelled.body);
});

Deno.test("a background response that is done is not cancelled any more", async () => {
  const { mock, clock } = slowMock({ firstTokenMs: 500 });
  await send(mock, ASK);
  await clock.advance(500);
  assertEquals((await send(mock, {}, "/resp_mock-1/cancel")).body.status, "completed");
});

Deno.test("a background response without a pace for what is not streamed is done at once", async () => {
  for (const timing of [{}, { firstTokenMs: 500, unstreamed: false }]) {
    const { mock } = slowMock(timing);
    assertEquals((await send(mock, ASK)).body.status, "queued");
    assertEquals(await statusOf(mock), "completed");
  }
});

Deno.test("faults of a background response befall the answer that says it is queued", async () => {
  const clock = new ManualClock();
  const faults = [{ kind: "close", afterBytes: 10 }] as const;
  const delivery = { timing: { firstTokenMs: 500 }, faults };
  const mock = new MockGPT({ clock, rules: [{ result: "Hello", delivery }] });
  const url = "http://mock/v1/responses";
  const response = await mock.fetch(url, { method: "POST", body: JSON.stringify(ASK) });
  assertEquals((await response.text()).length, 10);
  assertEquals(await statusOf(mock), "in_progress");
});
