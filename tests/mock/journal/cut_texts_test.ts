import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Fault, ModelResult, Rule } from "../../../mock.ts";
import { ManualClock } from "../../../testing.ts";
import { cutFinding, send } from "./wires.ts";

const CHAT = "/v1/chat/completions";
const USER = { role: "user", content: "go" };
const TEXT = "one two three four";
const CUT: Fault = { kind: "close", afterFrames: 3 };
const NO_MARKER: Fault = { kind: "missing-marker" };

function said(content: string): object {
  return { role: "assistant", content };
}

function reply(result: ModelResult | string, ...faults: readonly Fault[]): Rule {
  return { result, delivery: { faults } };
}

function mockOf(...sequence: readonly Rule[]): MockGPT {
  return new MockGPT({
    clock: new ManualClock(),
    rules: [{ sequence: [...sequence, { result: "" }], then: "repeat-last" }],
  });
}

/** Sends one conversation after the other, and tells what the verdict finds. */
async function judged(mock: MockGPT, ...asked: readonly (readonly object[])[]) {
  for (const messages of asked) await send(mock, CHAT, { model: "m", stream: true, messages });
  return cutFinding(mock).ok;
}

Deno.test("a text that came whole from another try is no cut one, nor a part of it a whole one", async () => {
  for (const fault of [CUT, NO_MARKER]) {
    for (const [back, ok] of [[TEXT, true], ["one two", false]] as const) {
      const mock = mockOf(reply(TEXT, fault), { result: TEXT });
      assertEquals(await judged(mock, [USER], [USER], [USER, said(back), USER]), ok);
    }
  }
});

Deno.test("a text that another try gave whole is no beginning of the one that was cut", async () => {
  for (const back of ["one two", " one two\n"]) {
    const mock = mockOf(reply(TEXT, CUT), { result: "one two\n" });
    assertEquals(await judged(mock, [USER], [USER], [USER, said(back), USER]), true);
  }
});

Deno.test("a try that was cut as well does not make an answer whole, one with a harmless fault does", async () => {
  for (const [fault, ok] of [[NO_MARKER, false], [{ kind: "double-marker" }, true]] as const) {
    const mock = mockOf(reply(TEXT, NO_MARKER), reply(TEXT, fault));
    assertEquals(await judged(mock, [USER], [USER], [USER, said(TEXT), USER]), ok);
  }
});

Deno.test("the same answer given whole to an earlier turn does not make a later one whole", async () => {
  const mock = mockOf({ result: "OK" }, reply("OK", NO_MARKER));
  const turn = [USER, said("OK"), USER];
  assertEquals(await judged(mock, [USER], turn, [...turn, said("OK"), USER]), false);
});

Deno.test("what the conversation had before an answer was cut is not that answer, wherever it stands", async () => {
  const turn = [USER, said("OK"), USER];
  const system = { role: "system", content: "Be brief" };
  for (const next of [[...turn, USER], [system, system, ...turn, USER], [said("OK"), USER]]) {
    const mock = mockOf({ result: "OK" }, reply("OK", NO_MARKER));
    assertEquals(await judged(mock, [USER], turn, next), true);
  }
});

Deno.test("a cut answer is found in a conversation that was made shorter", async () => {
  const mock = mockOf(reply(TEXT, CUT));
  const long = [USER, said("a"), USER, said("b"), USER];
  assertEquals(await judged(mock, long, [USER, said("one two"), USER]), false);
});

Deno.test("a text that came whole but without its end is found after every fault that cuts", async () => {
  const mock = mockOf({ result: TEXT });
  await judged(mock, [USER]);
  const { frames } = mock.records[0]!;
  for (const kind of ["close", "reset", "error-frame"] as const) {
    for (const [afterFrames, isThere] of [[frames - 2, true], [frames - 3, false]] as const) {
      const cut = mockOf(reply(TEXT, { kind, afterFrames }));
      const ok = await judged(cut, [USER], [USER, said(TEXT), USER]);
      assertEquals([cut.records[0]?.lacksEnd, ok], [isThere, !isThere]);
    }
  }
});

Deno.test("a stream that is cut within a frame of content lacks more than its end", async () => {
  const mock = mockOf({ result: "OK" });
  await judged(mock, [USER]);
  const { bytes } = mock.records[0]!;
  const found: unknown[] = [];
  for (let afterBytes = 0; afterBytes < bytes; afterBytes++) {
    const cut = mockOf(reply("OK", { kind: "close", afterBytes }));
    await judged(cut, [USER]);
    found.push(cut.records[0]?.lacksEnd);
  }
  // The last frame of content ends where the one that finishes begins.
  assertEquals(found.lastIndexOf(false), found.indexOf(true) - 1);
  const text = await (await mockOf({ result: "OK" }).fetch(`http://mock${CHAT}`, {
    method: "POST",
    body: JSON.stringify({ model: "m", stream: true, messages: [USER] }),
  })).text();
  const finish = text.slice(0, text.indexOf('"finish_reason":"stop"')).lastIndexOf("data: ");
  assertEquals(found.indexOf(true), finish);
});

Deno.test("a hang after all content is one without its end, as soon as it began", async () => {
  const whole = mockOf({ result: TEXT });
  await judged(whole, [USER]);
  const mock = mockOf(reply(TEXT, { kind: "hang", afterFrames: whole.records[0]!.frames - 1 }));
  const body = JSON.stringify({ model: "m", stream: true, messages: [USER] });
  const hanging = await mock.fetch(`http://mock${CHAT}`, { method: "POST", body });
  const reader = hanging.body!.getReader();
  await reader.read();
  const pending = reader.read();
  assertEquals(await judged(mock, [USER, said(TEXT), USER]), false);
  assertEquals(mock.records[0]?.lacksEnd, true);
  await reader.cancel();
  await pending;
});

Deno.test("what came whole beside the try that was cut is whole", async () => {
  const mock = mockOf({ result: TEXT }, reply(TEXT, NO_MARKER));
  assertEquals(await judged(mock, [USER], [USER], [USER, said(TEXT), USER]), true);
  const clock = new ManualClock();
  const rules = [{ prompt: "a", delivery: { timing: { firstTokenMs: 10 } }, result: TEXT }];
  const slow = new MockGPT({ clock, rules: [...rules, reply(TEXT, NO_MARKER)] });
  const first = send(slow, CHAT, {
    model: "m",
    stream: true,
    messages: [{ ...USER, content: "a" }],
  });
  await clock.advance(5);
  await judged(slow, [USER]);
  await clock.advance(5);
  await first;
  assertEquals(await judged(slow, [USER, said(TEXT), USER]), true);
});

Deno.test("what others than the rules answered may have said anything", async () => {
  const mock = mockOf(reply(TEXT, NO_MARKER), { response: { body: { choices: [] } } });
  assertEquals(await judged(mock, [USER], [USER], [USER, said(TEXT), USER]), true);
  const busy = mockOf(reply(TEXT, NO_MARKER), {
    response: { status: 200, problem: { kind: "overloaded", message: "Busy" } },
  });
  assertEquals(await judged(busy, [USER], [USER], [USER, said(TEXT), USER]), false);
});

Deno.test("an answer in parts may be sent back in several messages", async () => {
  const call = { name: "f", arguments: {} };
  const blocks = [
    { type: "text", text: "one " },
    { type: "tool_call", ...call },
    { type: "text", text: "two" },
  ] as const;
  const result: ModelResult = { blocks, unchecked: true };
  const asked = { type: "message", role: "user", content: "go" };
  const items = [
    asked,
    { type: "message", role: "assistant", content: "one " },
    { type: "function_call", call_id: "c", name: "f", arguments: "{}" },
    { type: "message", role: "assistant", content: "two" },
    { type: "function_call_output", call_id: "c", output: "18" },
  ];
  const early: Fault = { kind: "early-marker", afterFrames: 3 };
  for (
    const [replies, ok] of [
      [[reply(result, CUT), { result }], true],
      [[reply(result, NO_MARKER), { result }], true],
      [[reply(result, early)], true],
      [[reply(result, NO_MARKER)], false],
    ] as const
  ) {
    const mock = mockOf(...replies);
    for (let at = 1; at < replies.length; at++) {
      await send(mock, "/v1/responses", { model: "m", stream: true, input: [asked] });
    }
    await send(mock, "/v1/responses", { model: "m", stream: true, input: [asked] });
    await send(mock, "/v1/responses", { model: "m", stream: true, input: items });
    assertEquals(cutFinding(mock).ok, ok);
  }
});

Deno.test("a client may put its own words behind a whole answer, or leave a text before calls out", async () => {
  const call = { name: "f", arguments: {} };
  const result: ModelResult = { content: "I look.", toolCalls: [call], unchecked: true };
  const made = { id: "c", type: "function", function: { name: "f", arguments: "{ }" } };
  const sent = { role: "assistant", content: null, tool_calls: [made] };
  const output = { role: "tool", tool_call_id: "c", content: "18" };
  for (const replies of [[NO_MARKER], [NO_MARKER, undefined]]) {
    const mock = mockOf(...replies.map((fault) => fault ? reply(result, fault) : { result }));
    const asked = replies.map(() => [USER]);
    assertEquals(await judged(mock, ...asked, [USER, sent, output]), replies.length > 1);
  }
  const mock = mockOf(reply(TEXT, NO_MARKER), { result: TEXT });
  assertEquals(await judged(mock, [USER], [USER], [USER, said(TEXT), said("And then")]), true);
});

Deno.test("an answer that is made in the background can be fetched again, and is whole then", async () => {
  for (const background of [false, true]) {
    const mock = mockOf(reply(TEXT, NO_MARKER));
    const asked = { type: "message", role: "user", content: "go" };
    await send(mock, "/v1/responses", { model: "m", stream: true, background, input: [asked] });
    const input = [asked, { type: "message", role: "assistant", content: TEXT }];
    await send(mock, "/v1/responses", { model: "m", stream: true, input });
    assertEquals(cutFinding(mock).ok, background);
  }
});
