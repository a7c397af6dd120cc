import { assertEquals, assertStringIncludes } from "@std/assert";
import { text } from "../../support/events.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import type { Delta } from "./loop_adapter.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "chunk-shapes";

Deno.test("chunk-shapes fails an adapter that reads the first choice unguarded", async () => {
  const unguarded = faulty((loop) => ({
    *readChunk(chunk) {
      loop.readUsage(chunk);
      yield* loop.readChoice(chunk.choices![0]!);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, unguarded)), [
    "choices: [] first (Azure)",
    "choices: null",
    "no choices at all",
    "a chunk of usage alone",
  ]);
});

Deno.test("chunk-shapes fails an adapter that reads the delta unguarded", async () => {
  const unguarded = faulty((loop) => ({
    *readChoice({ delta, finish_reason: reason }) {
      if (delta!.content) yield text(delta!.content);
      if (reason) loop.state.reason = reason;
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, unguarded)), [
    "delta: null with the finish_reason",
    "no delta with the finish_reason (Azure)",
    "a choice without a delta after the finish_reason (Azure)",
  ]);
});

Deno.test("chunk-shapes fails an adapter to which an empty reason is one", async () => {
  const eager = faulty((loop) => ({
    *readChoice(choice) {
      yield* Loop.prototype.readChoice.call(loop, choice);
      loop.state.done ||= choice.finish_reason !== null && choice.finish_reason !== undefined;
    },
  }));
  const failures = await failuresOf(RULE, eager);
  assertEquals(Object.keys(failures), ['finish_reason: "" until the end']);
  assertStringIncludes(
    failures['finish_reason: "" until the end']!,
    'Expected a turn with text "Hello", no tool call, reason "stop", but it gave a whole turn: text "Hel"',
  );
});

Deno.test("chunk-shapes fails an adapter to which a chunk of usage ends the turn", async () => {
  const ends = faulty((loop) => ({
    readUsage(chunk) {
      Loop.prototype.readUsage.call(loop, chunk);
      if (chunk.usage) loop.state.done = true;
    },
  }));
  assertEquals(
    Object.keys(await failuresOf(RULE, ends)).includes("usage on every chunk (vLLM)"),
    true,
  );
});

Deno.test("chunk-shapes fails an adapter that drops the text beside the reason", async () => {
  const drops = faulty((loop) => ({
    *readChoice(choice) {
      if (choice.finish_reason) loop.state.reason = choice.finish_reason;
      else yield* Loop.prototype.readChoice.call(loop, choice);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, drops)), [
    "content with the finish_reason",
    "the whole turn in one chunk",
  ]);
});

Deno.test("chunk-shapes fails an adapter that takes null for text", async () => {
  const nulls = faulty(() => ({
    *readDelta(delta: Delta) {
      if (delta.content !== undefined) yield text(`${delta.content}`);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, nulls)), [
    "content: null",
    "reasoning_content beside content: null (DeepSeek)",
  ]);
});

Deno.test("chunk-shapes fails an adapter to which any member error is an error", async () => {
  const eager = faulty(() => ({
    checkError(chunk) {
      if ("error" in chunk) throw new Error(`${chunk.error}`);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, eager)), ["error: null on every chunk"]);
});

Deno.test("chunk-shapes has cases for every wire", () => {
  const wires = ["openai-responses", "anthropic-messages", "gemini", "ollama", "cohere"] as const;
  for (const wire of wires) assertEquals(casesOf(RULE, wire).length >= 5, true);
});

Deno.test("chunk-shapes passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
