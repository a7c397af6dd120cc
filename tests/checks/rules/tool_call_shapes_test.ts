import { assertEquals, assertStringIncludes } from "@std/assert";
import { call } from "../../support/events.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import type { CallPiece } from "./loop_adapter.ts";
import { toNewModel } from "./map_events.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "tool-call-shapes";

function pieceAt(index: number, { id, function: called }: CallPiece) {
  return call(index, called?.arguments ?? "", {
    ...(id ? { id } : {}),
    ...(called?.name ? { name: called.name } : {}),
  });
}

Deno.test("tool-call-shapes fails an adapter that tells calls by their index only", async () => {
  const byIndex = faulty(() => ({ readPiece: (piece) => pieceAt(piece.index ?? 0, piece) }));
  const failures = await failuresOf(RULE, byIndex);
  assertEquals(Object.keys(failures), [
    "two ids at one index",
    "two ids at one index, in pieces (Ollama)",
    "no index (Gemini)",
  ]);
  assertStringIncludes(
    failures["two ids at one index"]!,
    'Expected a turn with tool calls one({"a":1}) two({"b":2}), but it finished with reason "tool_use"',
  );
});

Deno.test("tool-call-shapes fails an adapter that asks for an id, or an index", async () => {
  const asksForId = faulty((loop) => ({
    readPiece(piece) {
      const event = Loop.prototype.readPiece.call(loop, piece);
      if (piece.function?.name && !piece.id) throw new Error("A call needs an id");
      return event;
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, asksForId)), ["no id", "no index and no id"]);
  const asksForIndex = faulty(() => ({ readPiece: (piece) => pieceAt(piece.index!, piece) }));
  const failures = Object.keys(await failuresOf(RULE, asksForIndex));
  assertEquals(failures.filter((name) => name.startsWith("no index")), [
    "no index (Gemini)",
    "no index and no id",
  ]);
});

Deno.test("tool-call-shapes fails an adapter to which every id begins a call", async () => {
  let calls = 0;
  const byId = faulty(() => ({
    readPiece: (piece) => pieceAt(typeof piece.id === "string" ? calls++ : calls - 1, piece),
  }));
  const failures = Object.keys(await failuresOf(RULE, byId));
  assertEquals(failures.includes("id and name on every piece"), true);
  assertEquals(failures.includes("an empty id and name on the later pieces (Qwen)"), true);
});

Deno.test("tool-call-shapes fails an adapter that gives pieces to the last call", async () => {
  let last = -1;
  const toLast = faulty(() => ({
    readPiece(piece) {
      if (piece.id) last++;
      return pieceAt(last, piece);
    },
  }));
  assertEquals(
    Object.keys(await failuresOf(RULE, toLast)).includes("two calls, their pieces mixed"),
    true,
  );
});

Deno.test("tool-call-shapes fails an adapter that keeps calls in a list with holes", async () => {
  const holes = toNewModel(async function* (events) {
    for await (const event of events) yield event;
  });
  assertEquals(await failuresOf(RULE, holes), {});
  const first = faulty((loop) => ({
    readPiece(piece) {
      if (loop.state.slots.size === 0 && piece.index !== 0 && piece.index !== undefined) {
        throw new TypeError("Cannot read properties of undefined");
      }
      return Loop.prototype.readPiece.call(loop, piece);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, first)), ["an index that begins at 1"]);
});

Deno.test("tool-call-shapes fails an adapter that reads calls only until there is a reason", async () => {
  const early = faulty((loop) => ({
    *readChoice(choice) {
      if (choice.finish_reason) loop.state.reason = choice.finish_reason;
      else yield* Loop.prototype.readChoice.call(loop, choice);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, early)), ["a call with the finish_reason"]);
});

Deno.test("tool-call-shapes fails an adapter that merges equal calls of Gemini", async () => {
  const merges = toNewModel(async function* (events) {
    const seen = new Set<string>();
    for await (const event of events) {
      if (event.type === "tool_call") {
        const key = `${event.name} ${event.arguments}`;
        if (seen.has(key)) continue;
        seen.add(key);
      }
      yield event;
    }
  }, "gemini");
  assertEquals(Object.keys(await failuresOf(RULE, merges, { wire: "gemini" })), [
    "two equal calls",
  ]);
});

Deno.test("tool-call-shapes has cases for every wire", () => {
  const wires = ["openai-responses", "anthropic-messages", "gemini", "ollama", "cohere"] as const;
  for (const wire of wires) assertEquals(casesOf(RULE, wire).length >= 5, true);
});

Deno.test("tool-call-shapes passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
