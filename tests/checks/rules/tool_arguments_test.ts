import { assertEquals, assertStringIncludes } from "@std/assert";
import { toNewModel } from "./map_events.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "tool-arguments";
const ALL = casesOf(RULE);
const WITHIN = "clean end within the arguments";
const CALLS = 'finish_reason "tool_calls" after half the arguments';
const LENGTH = 'finish_reason "length" after half the arguments';

/** Gives each call whole before the finish, its arguments passed through this. */
function wholeCalls(mend: (json: string) => string, onEarlyEnd: "finish" | "throw" = "throw") {
  return toNewModel(async function* (events): AsyncGenerator<TurnEvent> {
    const calls = new Map<number, { id?: string; name?: string; json: string }>();
    let finish: TurnEvent | undefined;
    let failure: { readonly error: unknown } | undefined;
    try {
      for await (const event of events) {
        if (event.type === "finish") finish = event;
        if (event.type !== "tool_call") continue;
        const call = calls.get(event.index) ?? { json: "" };
        calls.set(event.index, {
          ...call,
          ...(event.id ? { id: event.id } : {}),
          ...(event.name ? { name: event.name } : {}),
          json: call.json + event.arguments,
        });
      }
    } catch (error) {
      failure = { error };
    }
    for (const [index, { json, ...call }] of calls) {
      yield { type: "tool_call", index, ...call, arguments: mend(json) };
    }
    if (failure && onEarlyEnd === "throw") throw failure.error;
    yield finish ?? new Loop().finish();
  });
}

function closed(json: string): string {
  for (const tail of ["", "}", '"}', '":null}', "null}"]) {
    try {
      JSON.parse(json + tail);
      return json + tail;
    } catch {
      // Try the next tail.
    }
  }
  return json;
}

function emptied(json: string): string {
  try {
    JSON.parse(json);
    return json;
  } catch {
    return "{}";
  }
}

Deno.test("tool-arguments fails an adapter that makes {} of cut arguments", async () => {
  const failures = await failuresOf(RULE, wholeCalls(emptied, "finish"));
  assertEquals(Object.keys(failures), ALL);
  assertStringIncludes(failures[WITHIN]!, "it gave a whole turn: ");
  assertStringIncludes(failures[CALLS]!, "tool calls one({}), ");
});

Deno.test("tool-arguments fails an adapter that mends cut arguments", async () => {
  const failures = await failuresOf(RULE, wholeCalls(closed));
  assertStringIncludes(failures[CALLS]!, 'tool calls one({"ci":null}), ');
  // The length limit is an error, but what comes with it is no call.
  assertStringIncludes(
    failures[LENGTH]!,
    'it gave the call one({"ci":null}), and it finished with reason "length"',
  );
});

Deno.test("tool-arguments fails an adapter that gives mended calls before its error", async () => {
  const failures = await failuresOf(RULE, wholeCalls(closed, "throw"));
  assertStringIncludes(
    failures[WITHIN]!,
    'it gave the call get_weather({"ci":null}), and it threw ModelError',
  );
});

Deno.test("tool-arguments fails an adapter that leaves cut calls out", async () => {
  const leavesOut = toNewModel(async function* (events) {
    const all = await Array.fromAsync(events);
    const json = all.map((event) => event.type === "tool_call" ? event.arguments : "").join("");
    yield* emptied(json) === json ? all : all.filter((event) => event.type !== "tool_call");
  });
  const failures = await failuresOf(RULE, leavesOut);
  assertEquals(Object.keys(failures), [
    CALLS,
    'finish_reason "stop" after half the arguments',
    "only [DONE] after half the arguments",
    "the second of two calls is cut",
    "arguments of two calls run together",
  ]);
});

Deno.test("tool-arguments fails an adapter that gives cut calls without arguments", async () => {
  const failures = await failuresOf(RULE, wholeCalls((json) => emptied(json) === json ? json : ""));
  assertStringIncludes(
    failures[LENGTH]!,
    'it gave the call one({}), and it finished with reason "length"',
  );
});

Deno.test("tool-arguments fails an adapter that ends silently within arguments", async () => {
  const silent = faulty((loop) => ({
    *end() {
      if (loop.state.done) yield loop.finish();
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, silent)), [WITHIN]);
});

Deno.test("tool-arguments passes an adapter that hands cut arguments on as they came", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});

Deno.test("tool-arguments has cases for every wire that sends calls", () => {
  const wires = ["openai-responses", "anthropic-messages", "gemini", "ollama", "cohere"] as const;
  for (const wire of wires) assertEquals(casesOf(RULE, wire)[0], WITHIN);
});
