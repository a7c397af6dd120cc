import { assertEquals } from "@std/assert";
import { ZERO_USAGE } from "../../../src/turn/usage.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { toNewModel } from "./map_events.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "error-in-stream";
const ALL = casesOf(RULE);

Deno.test("error-in-stream fails an adapter that does not look for errors", async () => {
  const failures = await failuresOf(RULE, faulty(() => ({ checkError() {} })));
  // Where nothing follows the error, the missing end is one.
  const unended = ["an error object after content", "an error that is a text"];
  assertEquals(Object.keys(failures), ALL.filter((name) => !unended.includes(name)));
  assertEquals(
    failures["an error object after content, then [DONE]"],
    "[error-in-stream] Expected an error, as the provider reports one, but it gave a whole turn: " +
      'text "Hello", no tool call, reason "stop", usage { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }',
  );
});

Deno.test("error-in-stream fails an adapter that looks only where there are no choices", async () => {
  const partly = faulty((loop) => ({
    checkError(chunk) {
      if (!chunk.choices) Loop.prototype.checkError.call(loop, chunk);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, partly)), [
    "an error object beside empty choices, then [DONE]",
    'an error object beside finish_reason "error" (OpenRouter)',
    'an error object beside finish_reason "stop"',
  ]);
});

Deno.test("error-in-stream fails an adapter that asks for a message in the error", async () => {
  const picky = faulty((loop) => ({
    checkError(chunk) {
      if (typeof chunk.error === "object") Loop.prototype.checkError.call(loop, chunk);
      else if (chunk.error) loop.state.done = true;
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, picky)), ["an error that is a text"]);
});

Deno.test("error-in-stream fails an adapter that ends quietly at an error", async () => {
  for (
    const wire of ["anthropic-messages", "openai-responses", "gemini", "ollama", "cohere"] as const
  ) {
    const quiet = toNewModel(async function* (events) {
      try {
        yield* events;
      } catch {
        return;
      }
    }, wire);
    assertEquals(Object.keys(await failuresOf(RULE, quiet, { wire })), casesOf(RULE, wire));
  }
});

Deno.test("error-in-stream accepts an incomplete finish only if the user does", async () => {
  const honest = toNewModel(async function* (events) {
    try {
      yield* events;
    } catch {
      const finish = { reason: "interrupted", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE };
      yield { type: "finish", finish };
    }
  }, "ollama");
  const wire = "ollama";
  assertEquals(Object.keys(await failuresOf(RULE, honest, { wire })), casesOf(RULE, wire));
  assertEquals(await failuresOf(RULE, honest, { wire, lenient: true }), {});
});

Deno.test("error-in-stream passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
