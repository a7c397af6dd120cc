import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  AgentCatalog,
  ManualClock,
  MemoryTraceStore,
  messagesOf,
  ruleFromOutputs,
  ScriptedChatModel,
  ScriptedEffector,
  ScriptedStep,
  ScriptedTool,
} from "../../../testing.ts";

async function requireTypeError(run: () => unknown, says: string): Promise<void> {
  const { name, message } = await assertRejects(async () => await run(), Error);
  assertEquals(name, "TypeError", message);
  assertStringIncludes(message, says);
}

const SILENT = { resources: null, build: () => ({ steps: [], next: () => undefined }) };

Deno.test("doubles and catalogs refuse options that there are not", async () => {
  const misspelt = { repaet: true } as never;
  const says = 'did you mean "repeat"?';
  await requireTypeError(() => new ScriptedChatModel([], [], misspelt), says);
  await requireTypeError(() => new ScriptedTool("t", [], misspelt), says);
  await requireTypeError(() => new ScriptedEffector([], misspelt), says);
  await requireTypeError(() => new ScriptedStep([], misspelt), says);
  const store = new MemoryTraceStore();
  await requireTypeError(() => new AgentCatalog(store, {}, { lease: 5 } as never), '"leaseMs"?');
  await requireTypeError(
    () => new AgentCatalog(store, {}, { clock: 7 as never }),
    "must be a clock, with a method 'now'",
  );
  for (const odd of [7, "x", []] as never[]) {
    await requireTypeError(() => new ScriptedEffector([], odd), "options must be an object");
  }
});

Deno.test("what is no output of a model is refused when the script is made", async () => {
  for (const odd of [null, undefined, 7, "x", []] as never[]) {
    await requireTypeError(
      () => new ScriptedChatModel([{}, odd]),
      "item 1 of the script must be an output, such as { content }, or an Error: got ",
    );
    await requireTypeError(
      () => new ScriptedChatModel(new Map([[`sha256/c1:${"0".repeat(64)}`, odd]])),
      "must be an output, such as { content }, or an Error: got ",
    );
    await requireTypeError(
      () => new ScriptedChatModel([], [odd]),
      "fragment 0 must be an event, such as { type, text }: got ",
    );
    await requireTypeError(
      () => ruleFromOutputs([{}, odd]),
      "output 1 must be an output, such as { content }: got ",
    );
  }
});

Deno.test("what an output has of the wrong kind is refused when the script is made", async () => {
  const calls = "'toolCalls' must be a list of { name, arguments }: got ";
  for (
    const [odd, says] of [
      [{ content: 7 }, "'content' must be a text: got 7"],
      [{ content: null }, "'content' must be a text: got null"],
      [{ toolCalls: 7 }, `${calls}7`],
      [{ toolCalls: [null] }, `${calls}null`],
      [{ toolCalls: [{ name: "t", arguments: {} }] }, `${calls}an object`],
    ] as [never, string][]
  ) {
    await requireTypeError(
      () => new ScriptedChatModel([{}, odd]),
      `item 1 of the script is no output: ${says}`,
    );
    await requireTypeError(
      () => new ScriptedChatModel(new Map([[`sha256/c1:${"0".repeat(64)}`, odd]])),
      says,
    );
  }
});

Deno.test("a signal that is none is refused by models, clocks and threads", async () => {
  for (const odd of [7, "x", {}, () => {}] as never[]) {
    const says = "'signal' must be an AbortSignal: current value is ";
    const model = new ScriptedChatModel([{}]);
    await requireTypeError(() => model.complete({ messages: [] }, { signal: odd }), says);
    assertEquals(model.requests, []);
    await requireTypeError(() => new ManualClock().sleep(1, odd), says);
    const thread = new AgentCatalog(new MemoryTraceStore(), { a: SILENT }).thread("t", "a");
    await requireTypeError(() => thread.send(1, { signal: odd }), says);
    await requireTypeError(() => thread.resume({ signal: odd }), says);
  }
});

Deno.test("a trace with what is no event, or no record, is refused in words", async () => {
  const ts = "2026-01-01T00:00:00.000Z";
  const input = { type: "input", stream: "turn", payload: "Hi", seq: 0, ts };
  for (const odd of [null, undefined, 7] as never[]) {
    await requireTypeError(() => messagesOf([input, odd]), "event 1 must be an event: got ");
  }
  for (const payload of [null, 7, {}, { output: {} }, { output: { toolCalls: 7 } }]) {
    const call = { type: "model_call", stream: "model", payload, seq: 0, ts } as never;
    await requireTypeError(
      () => messagesOf([input, call]),
      "a 'model_call' must have an 'output' with 'content' and 'toolCalls': got ",
    );
  }
});
