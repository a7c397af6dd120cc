import { assertEquals } from "@std/assert";
import { ZERO_USAGE } from "../../../src/turn/usage.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "not-a-stream";
const ALL = casesOf(RULE);

Deno.test("not-a-stream fails an adapter to which no events are an empty turn", async () => {
  const naive = faulty((loop) => ({
    checkResponse() {},
    *end() {
      yield loop.finish();
    },
  }));
  const failures = await failuresOf(RULE, naive);
  assertEquals(Object.keys(failures), ALL);
  assertEquals(
    failures["an HTML page"],
    "[not-a-stream] Expected an error, as the answer is no stream of the provider, but it gave a " +
      'whole turn: text "", no tool call, reason "stop", usage { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }',
  );
});

Deno.test("not-a-stream fails an adapter that ends silently without events", async () => {
  const silent = faulty((loop) => ({
    *end() {
      if (loop.state.done) yield loop.finish();
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, silent)), [
    "an HTML page sent as a stream",
    "a JSON error sent as a stream",
    "an empty body",
    "comments only",
  ]);
});

Deno.test("not-a-stream accepts an incomplete finish only if the user does", async () => {
  const honest = faulty((loop) => ({
    checkResponse() {},
    *end() {
      const finish = { reason: "incomplete", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE };
      yield loop.state.done ? loop.finish() : { type: "finish", finish };
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, honest)), ALL);
  assertEquals(await failuresOf(RULE, honest, { lenient: true }), {});
});

Deno.test("not-a-stream has a case of its own for lines of JSON", () => {
  assertEquals(casesOf(RULE, "ollama").at(-1), "blank lines only");
});

Deno.test("not-a-stream passes the loop done right, whether it looks at the type or the end", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
  assertEquals(await failuresOf(RULE, faulty(() => ({ checkResponse() {} }))), {});
});
