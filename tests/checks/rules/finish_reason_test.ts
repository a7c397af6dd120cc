import { assertEquals } from "@std/assert";
import { ZERO_USAGE } from "../../../src/turn/usage.ts";
import type { Finish } from "../../../src/turn/finish.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { toNewModel } from "./map_events.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "finish-reason";
const ALL = casesOf(RULE);
const WHOLE = ['finish_reason "stop"', 'finish_reason "tool_calls"'];

function withFinish(change: (finish: Finish) => Finish) {
  return toNewModel(async function* (events) {
    for await (const event of events) {
      yield event.type === "finish" ? { ...event, finish: change(event.finish) } : event;
    }
  });
}

Deno.test("finish-reason fails an adapter to which every turn stopped", async () => {
  const failures = await failuresOf(RULE, withFinish((finish) => ({ ...finish, reason: "stop" })));
  assertEquals(Object.keys(failures), ALL.slice(1));
  assertEquals(
    failures['finish_reason "length"'],
    '[finish-reason] Expected a finish with the reason "length", or an error, but it gave a whole ' +
      'turn: text "Hello", no tool call, reason "stop", usage { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }',
  );
});

Deno.test("finish-reason fails an adapter that takes words it does not know for a stop", async () => {
  const known = new Set(["stop", "tool_use", "length", "filtered"]);
  const guesses = withFinish((finish) => ({
    ...finish,
    reason: known.has(finish.reason) ? finish.reason : "stop",
  }));
  assertEquals(Object.keys(await failuresOf(RULE, guesses)), [
    'finish_reason "novel"',
    'finish_reason "error"',
    '"model_length" (Mistral)',
    '"insufficient_system_resource" (DeepSeek)',
  ]);
});

Deno.test("finish-reason fails an adapter that renames words it does not know", async () => {
  const other = withFinish((finish) => ({
    ...finish,
    reason: finish.reason === "novel" ? "other" : finish.reason,
  }));
  assertEquals(Object.keys(await failuresOf(RULE, other)), ['finish_reason "novel"']);
});

Deno.test("finish-reason fails an adapter that passes known words through", async () => {
  const raw = withFinish((finish) => ({ ...finish, reason: finish.raw }));
  assertEquals(Object.keys(await failuresOf(RULE, raw)), [
    'finish_reason "tool_calls"',
    'finish_reason "content_filter"',
    'finish_reason "content_filter" and no text',
    'a refusal, finish_reason "stop"',
  ]);
});

Deno.test("finish-reason fails an adapter that takes a refusal for an answer", async () => {
  const deaf = faulty((loop) => ({
    *readDelta({ refusal, ...delta }) {
      yield* Loop.prototype.readDelta.call(loop, {
        ...delta,
        content: refusal ?? delta.content ?? null,
      });
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, deaf)), ['a refusal, finish_reason "stop"']);
});

Deno.test("finish-reason fails a finish with something discarded, or another word than its own", async () => {
  const discards = withFinish((finish) => ({
    ...finish,
    discarded: { ...ZERO_USAGE, output: 1 },
  }));
  const failures = await failuresOf(RULE, discards);
  assertEquals(Object.keys(failures), ALL);
  assertEquals(
    failures['finish_reason "length"'],
    "[finish-reason] Expected nothing discarded, as a live adapter throws no attempt away, but " +
      'discarded was {"input":0,"output":1,"cacheRead":0,"cacheWrite":0}',
  );
  const unmatched = withFinish((finish) => ({ ...finish, raw: "" }));
  assertEquals(Object.keys(await failuresOf(RULE, unmatched)), [
    'finish_reason "novel"',
    'finish_reason "error"',
    '"model_length" (Mistral)',
    '"insufficient_system_resource" (DeepSeek)',
  ]);
});

Deno.test("finish-reason accepts an error for a turn that is not whole, and for no other", async () => {
  const throws = toNewModel(async function* (events) {
    for await (const event of events) {
      const isWhole = event.type !== "finish" || ["stop", "tool_use"].includes(event.finish.reason);
      if (!isWhole) throw new Error("Not whole");
      yield event;
    }
  });
  assertEquals(await failuresOf(RULE, throws), {});
  const never = faulty(() => ({
    end: () => {
      throw new Error("Never");
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, never)), WHOLE);
});

Deno.test("finish-reason fails an adapter that gives no finish", async () => {
  const silent = toNewModel(async function* (events) {
    for await (const event of events) if (event.type !== "finish") yield event;
  });
  assertEquals(Object.keys(await failuresOf(RULE, silent)), ALL);
});

Deno.test("finish-reason passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
