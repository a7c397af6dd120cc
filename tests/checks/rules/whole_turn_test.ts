import { assertEquals, assertStringIncludes } from "@std/assert";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { toNewModel } from "./map_events.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "whole-turn";
const ALL = casesOf(RULE);

Deno.test("whole-turn fails an adapter that always fails", async () => {
  const throws = faulty(() => ({
    checkResponse: () => {
      throw new Error("Never");
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, throws)), ALL);
});

Deno.test("whole-turn fails an adapter that takes reasoning for text", async () => {
  const mixed = faulty((loop) => ({
    *readDelta(delta) {
      const { reasoning_content: thought, ...rest } = delta;
      yield* Loop.prototype.readDelta.call(loop, thought ? { ...rest, content: thought } : rest);
    },
  }));
  assertEquals(await failuresOf(RULE, mixed), {
    "reasoning and text":
      '[whole-turn] Expected a turn with text "Hello!", reasoning "They greet me.", no tool call, ' +
      'but it gave a whole turn: text "They greet me.Hello!", no tool call, reason "stop", ' +
      "usage { input: 11, output: 7, cacheRead: 3, cacheWrite: 0 }",
  });
});

Deno.test("whole-turn fails an adapter that changes reasoning, not one that leaves it out", async () => {
  const changed = toNewModel(async function* (events) {
    for await (const event of events) {
      yield event.type === "reasoning" ? { ...event, text: event.text.trim() } : event;
    }
  });
  const failures = await failuresOf(RULE, changed);
  assertEquals(Object.keys(failures), ["reasoning and text"]);
  assertStringIncludes(
    failures["reasoning and text"]!,
    'but it gave the reasoning "They greetme."',
  );
  const without = toNewModel(async function* (events) {
    for await (const event of events) if (event.type !== "reasoning") yield event;
  });
  assertEquals(await failuresOf(RULE, without), {});
});

Deno.test("whole-turn fails an adapter that keeps the last call only", async () => {
  const last = faulty((loop) => ({
    readPiece: (piece) => ({ ...Loop.prototype.readPiece.call(loop, piece), index: 0 }),
  }));
  assertEquals(Object.keys(await failuresOf(RULE, last)), ["two tool calls"]);
});

Deno.test("whole-turn fails an adapter that asks for arguments, or for text", async () => {
  const parses = toNewModel(async function* (events) {
    const json = new Map<number, string>();
    for await (const event of events) {
      if (event.type === "tool_call") {
        json.set(event.index, (json.get(event.index) ?? "") + event.arguments);
      }
      if (event.type === "finish") { for (const text of json.values()) JSON.parse(text); }
      yield event;
    }
  });
  assertEquals(Object.keys(await failuresOf(RULE, parses)), ["a tool call without arguments"]);
  const asks = toNewModel(async function* (events) {
    let isEmpty = true;
    for await (const event of events) {
      if (event.type === "finish" && isEmpty) throw new Error("The model said nothing");
      isEmpty &&= event.type === "reasoning";
      yield event;
    }
  });
  assertEquals(Object.keys(await failuresOf(RULE, asks)), ["no text at all"]);
});

Deno.test("whole-turn fails an adapter that trims the text", async () => {
  const trims = toNewModel(async function* (events) {
    for await (const event of events) {
      yield event.type === "text" ? { ...event, text: event.text.trim() } : event;
    }
  });
  assertEquals(Object.keys(await failuresOf(RULE, trims)), [
    "text",
    "text in pieces of blanks alone",
  ]);
});

Deno.test("whole-turn passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
