import { assertEquals, assertStringIncludes } from "@std/assert";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { toNewModel } from "./map_events.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "sentinel";
const TEXT = "a text with markers in it";

Deno.test("sentinel fails an adapter that compares the marker to the letter", async () => {
  const failures = await failuresOf(
    RULE,
    faulty(() => ({ isMarker: (data) => data === "[DONE]" })),
  );
  assertEquals(Object.keys(failures), ["[DONE] after two spaces", "[DONE] before a space"]);
  assertStringIncludes(
    failures["[DONE] before a space"]!,
    'Expected a turn with text "Hello", reason "stop", but it threw SyntaxError',
  );
});

Deno.test("sentinel fails an adapter that looks for the marker anywhere", async () => {
  const anywhere = faulty(() => ({ isMarker: (data) => data.includes("[DONE]") }));
  assertEquals(Object.keys(await failuresOf(RULE, anywhere)), [TEXT]);
});

Deno.test("sentinel fails an adapter that parses the marker", async () => {
  const parses = faulty(() => ({ isMarker: () => false }));
  assertEquals(Object.keys(await failuresOf(RULE, parses)), casesOf(RULE));
});

Deno.test("sentinel fails an adapter that loses a marker without its blank line", async () => {
  const strict = faulty((loop) => ({
    *toEvents(text, isEnd) {
      if (!isEnd) yield* Loop.prototype.toEvents.call(loop, text, false);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, strict)), [
    "[DONE] and one line end",
    "[DONE] and no line end",
  ]);
});

Deno.test("sentinel tries a text with markers in it on every wire", async () => {
  for (
    const wire of ["openai-responses", "anthropic-messages", "gemini", "ollama", "cohere"] as const
  ) {
    const cut = toNewModel(async function* (events) {
      for await (const event of events) {
        const isText = event.type === "text" && event.text.includes("DONE");
        yield isText ? { ...event, text: event.text.split("[DONE]")[0]! } : event;
      }
    }, wire);
    assertEquals(Object.keys(await failuresOf(RULE, cut, { wire })), [TEXT]);
  }
});

Deno.test("sentinel passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
