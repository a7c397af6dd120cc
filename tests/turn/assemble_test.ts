import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { ModelError } from "../../src/errors.ts";
import { assemble } from "../../src/turn/assemble.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { call, finish, text, thought, usage } from "../support/events.ts";
import { codeOf } from "../support/reading.ts";

async function failure(events: readonly unknown[]): Promise<ModelError> {
  const error = await assertRejects(() => assemble(events as TurnEvent[]));
  assertInstanceOf(error, Error);
  return error as ModelError;
}

Deno.test("assemble() joins all text into one, whatever stands between", async () => {
  const turn = await assemble([text("Hel"), thought("hm"), text("lo"), text(""), finish()]);
  assertEquals([turn.text, turn.reasoning, turn.toolCalls], ["Hello", [{ text: "hm" }], []]);
});

Deno.test("assemble() reads a turn of nothing but its finish", async () => {
  const end = finish("stop", { raw: "end_turn", usage: usage(3, 0) });
  assertEquals(await assemble([end]), {
    reasoning: [],
    text: "",
    toolCalls: [],
    finish: end.finish,
  });
});

Deno.test("assemble() takes an async iterable, and passes its failure on", async () => {
  async function* cut(): AsyncGenerator<TurnEvent> {
    yield text("Hel");
    await Promise.resolve();
    throw new ModelError("NETWORK", "Reset");
  }
  assertEquals((await assertRejects(() => assemble(cut()), ModelError)).code, "NETWORK");
});

Deno.test("assemble() closes the source when the events break the contract", async () => {
  let closed = false;
  async function* late(): AsyncGenerator<TurnEvent> {
    try {
      yield finish();
      yield text("late");
      yield await Promise.resolve(text("later"));
    } finally {
      closed = true;
    }
  }
  await assertRejects(() => assemble(late()), ModelError);
  assertEquals(closed, true);
});

for (const events of [[], [text("Hello")], [thought("hm")], [call(0, "{}", { name: "f" })]]) {
  const kinds = events.map((event) => event.type).join();
  Deno.test(`assemble() refuses a stream without a finish: "${kinds}"`, async () => {
    const error = await failure(events);
    assertInstanceOf(error, ModelError);
    assertEquals(error.code, "INCOMPLETE");
  });
}

for (const late of [text("x"), text(""), thought("x"), call(0, ""), finish(), finish("length")]) {
  Deno.test(`assemble() refuses a "${late.type}" event after the finish: ${JSON.stringify(late)}`, async () => {
    const error = await failure([text("a"), finish("stop", { usage: usage(5, 2) }), late]);
    assertInstanceOf(error, ModelError);
    assertEquals([error.code, error.usage], ["STREAM_PROTOCOL", usage(5, 2)]);
    assertStringIncludes(error.message, `"${late.type}"`);
  });
}

for (const reason of ["stop", ""]) {
  Deno.test(`assemble() takes the reason "${reason}" for a whole turn`, async () => {
    assertEquals((await assemble([text("a"), finish(reason)])).text, "a");
  });
  Deno.test(`assemble() keeps the calls of a turn that ended by "${reason}"`, async () => {
    // OpenAI says "stop" when the request forced the tool.
    const turn = await assemble([call(0, "{}", { id: "a", name: "f" }), finish(reason)]);
    assertEquals(turn.toolCalls, [{ id: "a", name: "f", arguments: "{}" }]);
  });
}

Deno.test("assemble() takes tool_use with a call", async () => {
  const turn = await assemble([call(0, "{}", { id: "a", name: "f" }), finish("tool_use")]);
  assertEquals(turn.toolCalls.length, 1);
});

for (
  const [reason, code] of [
    ["tool_use", "STREAM_PROTOCOL"],
    ["length", "LENGTH"],
    ["filtered", "FILTERED"],
    ["pause_turn", "STREAM_PROTOCOL"],
    ["error", "STREAM_PROTOCOL"],
    ["Stop", "STREAM_PROTOCOL"],
  ] as const
) {
  Deno.test(`assemble() fails with ${code} for the reason "${reason}" without a call`, async () => {
    const error = await failure([text("a"), finish(reason, { usage: usage(7, 1) })]);
    assertInstanceOf(error, ModelError);
    assertEquals([error.code, error.usage], [code, usage(7, 1)]);
  });
}

for (
  const [reason, message] of [
    ["tool_use", 'The turn ended for tool use ("its word"), but no tool call arrived'],
    ["length", 'The turn was cut at its length limit ("its word")'],
    ["filtered", 'The provider withheld the turn ("its word")'],
    ["paused", 'The turn ended for a reason that does not make it whole: "paused"'],
  ] as const
) {
  Deno.test(`assemble() says: ${message}`, async () => {
    assertEquals((await failure([finish(reason, { raw: "its word" })])).message, message);
  });
}

Deno.test("assemble() says which counts are wrong", async () => {
  const { message } = await failure([finish("stop", { usage: usage(1, -2, NaN, 4) })]);
  assertStringIncludes(message, "input 1, output -2, cacheRead NaN, cacheWrite 4");
});

Deno.test("assemble() fails with LENGTH for a cut turn although its calls are whole", async () => {
  const events = [call(0, "{}", { id: "a", name: "f" }), finish("length")];
  assertEquals((await failure(events)).code, "LENGTH");
});

Deno.test("assemble() keeps an endless reason out of its message", async () => {
  for (const reason of ["x".repeat(100_000), "tool_use", "length", "filtered"]) {
    const error = await failure([finish(reason, { raw: "y".repeat(100_000) })]);
    assertEquals(error.message.length < 1000, true, `${error.message.length} characters`);
  }
});

for (
  const [name, counts] of [
    ["negative input", usage(-1)],
    ["negative output", usage(0, -1)],
    ["negative cacheRead", usage(0, 0, -1)],
    ["negative cacheWrite", usage(0, 0, 0, -1)],
    ["no number", usage(NaN)],
    ["infinite", usage(0, Infinity)],
  ] as const
) {
  Deno.test(`assemble() refuses a usage that is ${name}, and reports it clamped at 0`, async () => {
    const error = await failure([text("a"), finish("stop", { usage: counts })]);
    assertInstanceOf(error, ModelError);
    assertEquals([error.code, error.usage], ["STREAM_PROTOCOL", usage(0)]);
  });
}

Deno.test("assemble() fails in the order framing, arguments, reason, usage", async () => {
  const bad = {
    framing: call(0, "", { id: "other" }),
    cut: call(1, '{"a":', { id: "b", name: "g" }),
    reason: finish("length", { usage: usage(-4, 9) }),
  };
  const whole = call(0, "{}", { id: "a", name: "f" });
  const cases: [TurnEvent[], string, RegExp][] = [
    [[whole, bad.framing, bad.cut, bad.reason], "STREAM_PROTOCOL", /id of tool call 0 changed/],
    [[whole, bad.cut, bad.reason], "TRUNCATED_TOOL_ARGUMENTS", /5 bytes/],
    [[whole, bad.reason], "LENGTH", /length limit/],
    [[whole, finish("stop", { usage: usage(-4, 9) })], "STREAM_PROTOCOL", /negative/],
  ];
  for (const [events, code, message] of cases) {
    const error = await failure(events);
    assertEquals([codeOf(error), message.test(error.message)], [code, true], error.message);
    // What was billed is reported on every failure.
    assertEquals(error.usage, usage(0, 9));
  }
});

for (
  const [name, event] of [
    ["null", null],
    ["undefined", undefined],
    ["a string", "text"],
    ["no type", { text: "a" }],
    ["an unknown type", { type: "done" }],
    ["text that is missing", { type: "text" }],
    ["text that is no string", { type: "text", text: 5 }],
    ["reasoning without text", { type: "reasoning", signature: "s" }],
    ["a signature that is no string", { type: "reasoning", text: "", signature: null }],
    ["redacted data that is no string", { type: "reasoning", text: "", redacted: {} }],
    ["a call without index", { type: "tool_call", arguments: "{}", name: "f" }],
    ["a call with a broken index", { type: "tool_call", index: 0.5, arguments: "{}", name: "f" }],
    ["a call without arguments", { type: "tool_call", index: 0, name: "f" }],
    ["arguments that are no text", { type: "tool_call", index: 0, name: "f", arguments: {} }],
    ["an id that is no string", { type: "tool_call", index: 0, id: 1, arguments: "" }],
    ["a name that is no string", { type: "tool_call", index: 0, name: null, arguments: "" }],
    ["a finish without finish", { type: "finish" }],
    ["a finish without reason", { type: "finish", finish: { raw: "", usage: usage(0) } }],
    ["a finish without raw", { type: "finish", finish: { reason: "stop", usage: usage(0) } }],
    ["a finish without usage", { type: "finish", finish: { reason: "stop", raw: "" } }],
  ] as const
) {
  Deno.test(`assemble() refuses an event that is none: ${name}`, async () => {
    const error = await failure([event, finish()]);
    assertInstanceOf(error, ModelError);
    assertEquals(error.code, "STREAM_PROTOCOL");
  });
}

Deno.test("assemble() refuses what is no iterable of events", async () => {
  for (const [given, says] of [[null, "null"], [7, "7"], [{}, "an object"]] as const) {
    const events = given as unknown as TurnEvent[];
    await assertRejects(() => assemble(events), TypeError, `gives them: got ${says}`);
  }
});
