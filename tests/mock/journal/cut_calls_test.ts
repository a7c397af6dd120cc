import { assertEquals, assertMatch } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Fault, ModelResult, Rule } from "../../../mock.ts";
import { CALL_WIRES, type CallWire, cutFinding, type SaidCall, send } from "./wires.ts";

const ARGUMENTS = { city: "Paris", days: [1, 23], unit: null };
const TEXT = '{"city":"Paris","days":[1,23],"unit":null}';
const INPUT = "weather of Paris in 23 days";
const WHOLE: SaidCall = { text: TEXT, value: ARGUMENTS };
const CUSTOM: SaidCall = { text: INPUT, value: INPUT };

function wholeCall({ isCustom }: CallWire): SaidCall {
  return isCustom ? CUSTOM : WHOLE;
}

/** An answer that is one call. */
function resultOf({ isCustom }: CallWire): ModelResult {
  const call = isCustom
    ? { name: "get_weather", input: INPUT }
    : { name: "get_weather", arguments: ARGUMENTS };
  return { toolCalls: [call], unchecked: true };
}

function mockOf(wire: CallWire, ...faults: readonly (readonly Fault[])[]): MockGPT {
  const sequence = faults.map((list) => ({ result: resultOf(wire), delivery: { faults: list } }));
  return new MockGPT({ rules: [{ sequence, then: "repeat-last", model: /./ }] });
}

/** How many frames the whole answer has. */
async function framesOf(wire: CallWire): Promise<number> {
  const mock = mockOf(wire, []);
  await send(mock, wire.path, wire.ask([]));
  return mock.records[0]!.frames;
}

const MID: Fault = { kind: "close", afterBytes: 20 };
const NO_MARKER: Fault = { kind: "missing-marker" };

/** What clients make of the beginning of arguments: the text, or what parsers of partial JSON give. */
const PARTIAL: readonly SaidCall[] = [
  { text: "", value: {} },
  { text: '{"city":"Pa', value: { city: "Pa" } },
  { text: '{"city":null}', value: { city: null } },
  { text: '{"city":"Paris","da":null}', value: { city: "Paris", da: null } },
  { text: '{"days":[1,2],"city":"Paris"}', value: { days: [1, 2], city: "Paris" } },
  { text: '{"city":"Paris","days":[1]}', value: { city: "Paris", days: [1] } },
  { text: '"{\\"city\\":\\"Pa"', value: { city: "Paris", days: [] } },
  { text: '{"city":"Paris","days":[1,23],"unit":"nu"}', value: { city: "Paris", days: [1, 23] } },
];

const DEEP = 200_000;

/** What is no beginning of them. */
const OTHERS: readonly SaidCall[] = [
  {
    text: `{"city":"Paris","days":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`,
    value: { days: [[[]]] },
  },
  { text: '{"city":"Rome"}', value: { city: "Rome" } },
  { text: '{"city":"Pa","days":[1]}', value: { city: "Pa", days: [1] } },
  { text: '{"country":"France"}', value: { country: "France" } },
  { text: '{"city":"Paris","days":[2]}', value: { city: "Paris", days: [2] } },
  { text: '{"city":["Paris"]}', value: { city: ["Paris"] } },
  { text: '{"city":"Paris","days":{"0":1}}', value: { city: "Paris", days: { 0: 1 } } },
  { name: "get_time", text: TEXT, value: ARGUMENTS },
];

for (const wire of CALL_WIRES) {
  const whole = wholeCall(wire);
  const partial = wire.isCustom ? [{ text: "", value: "" }, { text: "weath", value: "" }] : PARTIAL;
  const others = wire.isCustom ? [{ text: "time", value: "" }] : OTHERS;

  Deno.test(`${wire.wire}: a call that was cut and is sent back is no whole answer`, async () => {
    for (const said of partial) {
      const mock = mockOf(wire, [MID], []);
      await send(mock, wire.path, wire.ask([]));
      assertEquals(cutFinding(mock).ok, true);
      await send(mock, wire.path, wire.ask([said]));
      const { ok, sentence, records } = cutFinding(mock);
      assertEquals([ok, said], [false, said]);
      assertEquals(records, ["mock-1", "mock-2"]);
      assertMatch(sentence, /the answer of mock-1 was cut, and mock-2 sends its beginning back/);
    }
  });

  Deno.test(`${wire.wire}: a call that came whole, but without the end, is no whole answer`, async () => {
    const frames = await framesOf(wire);
    const ends: readonly Fault[] = [
      NO_MARKER,
      { kind: "close", afterFrames: frames - 1 },
      { kind: "reset", afterFrames: frames - 1 },
      { kind: "error-frame", afterFrames: frames - 1 },
    ];
    for (const fault of ends) {
      const mock = mockOf(wire, [fault], []);
      await send(mock, wire.path, wire.ask([]));
      await send(mock, wire.path, wire.ask([whole]));
      const { ok, sentence } = cutFinding(mock);
      assertEquals([ok, fault.kind], [false, fault.kind]);
      assertMatch(sentence, /mock-1 came without its end/);
    }
  });

  Deno.test(`${wire.wire}: other calls are not those of an answer that was cut`, async () => {
    for (const fault of [MID, NO_MARKER]) {
      for (const said of others) {
        const mock = mockOf(wire, [fault], []);
        await send(mock, wire.path, wire.ask([]));
        await send(mock, wire.path, wire.ask([said]));
        assertEquals([cutFinding(mock).ok, said], [true, said]);
      }
    }
  });

  Deno.test(`${wire.wire}: a call that came whole in another answer is no cut one`, async () => {
    for (const fault of [MID, NO_MARKER]) {
      const mock = mockOf(wire, [fault], []);
      await send(mock, wire.path, wire.ask([]));
      await send(mock, wire.path, wire.ask([]));
      await send(mock, wire.path, wire.ask([whole]));
      assertEquals([cutFinding(mock).ok, fault], [true, fault]);
    }
  });

  Deno.test(`${wire.wire}: a whole call after one that was cut within it came from elsewhere`, async () => {
    const mock = mockOf(wire, [MID], []);
    await send(mock, wire.path, wire.ask([]));
    await send(mock, wire.path, wire.ask([whole]));
    assertEquals(cutFinding(mock).ok, true);
  });
}

/** Two calls, cut in the second. */
const TWO: Rule = {
  sequence: [
    {
      result: {
        content: "I look. ",
        toolCalls: [
          { name: "get_weather", arguments: ARGUMENTS },
          { name: "get_time", arguments: { city: "Rome" } },
        ],
        unchecked: true,
      },
      delivery: { faults: [{ kind: "close", afterBytes: 900 }] },
    },
    { result: "" },
  ],
  then: "repeat-last",
};

const FIRST = { id: "a", type: "function", function: { name: "get_weather", arguments: TEXT } };
const SECOND = { id: "b", type: "function", function: { name: "get_time", arguments: '{"city":' } };

Deno.test("what stands before the call that was cut is the beginning of the answer too", async () => {
  const said = [
    [{ role: "assistant", content: "I look. " }, true],
    [{ role: "assistant", content: null, tool_calls: [FIRST] }, true],
    [{ role: "assistant", content: "I look.", tool_calls: [FIRST] }, true],
    [{ role: "assistant", content: "I look. ", tool_calls: [FIRST, SECOND] }, true],
    [{ role: "assistant", content: "I look. ", tool_calls: [SECOND] }, false],
    [{ role: "assistant", content: "I say.", tool_calls: [FIRST] }, false],
    [{ role: "user", content: "I look. " }, false],
  ] as const;
  for (const [message, isTaken] of said) {
    const mock = new MockGPT({ rules: [TWO] });
    const calls = "tool_calls" in message ? message.tool_calls : [];
    const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "18" }));
    const user = { role: "user", content: "Paris?" };
    const base = { model: "m", stream: true };
    await send(mock, "/v1/chat/completions", { ...base, messages: [user] });
    const messages = [user, message, ...results];
    await send(mock, "/v1/chat/completions", { ...base, messages });
    assertEquals([cutFinding(mock).ok, message], [!isTaken, message]);
  }
});

Deno.test("a record has the calls of the answer, whole, whatever of them was delivered", async () => {
  const mock = new MockGPT({ rules: [TWO] });
  const messages = [{ role: "user", content: "Paris?" }];
  await send(mock, "/v1/chat/completions", { model: "m", stream: true, messages });
  assertEquals(mock.records[0]?.calls, [
    { name: "get_weather", arguments: TEXT },
    { name: "get_time", arguments: '{"city":"Rome"}' },
  ]);
  await send(mock, "/v1/chat/completions", { model: "m", stream: true, messages });
  assertEquals([mock.records[1]?.text, mock.records[1]?.calls], ["", []]);
  await using server = await mock.serve();
  const { records } = await (await fetch(`${server.url}/__mock/records`)).json();
  assertEquals(records[0].calls[1], { name: "get_time", arguments: '{"city":"Rome"}' });
  await mock.generate({ model: "m", messages });
  assertEquals([mock.records[2]?.text, mock.records[2]?.calls], ["", []]);
});
