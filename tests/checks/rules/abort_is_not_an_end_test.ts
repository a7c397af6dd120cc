import { assertEquals, assertStringIncludes } from "@std/assert";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { finish, text } from "../../support/events.ts";
import { adapter, casesOf, decode, failuresOf, readRight, send } from "./tiny_adapter.ts";

const RULE = "abort-is-not-an-end";
const ALL = casesOf(RULE);
const BEFORE_CALL = "before the call";
const OWN_REASON = "mid-stream, with a reason of the caller's";

/** Does something else with what a right adapter throws. */
function onError(
  handle: (error: unknown, signal: AbortSignal | undefined) => Iterable<TurnEvent>,
) {
  return adapter(async function* (env, signal) {
    try {
      yield* readRight(env, signal);
    } catch (error) {
      yield* handle(error, signal);
    }
  });
}

Deno.test("abort-is-not-an-end fails an adapter that ends quietly", async () => {
  const failures = await failuresOf(RULE, onError(() => []));
  assertEquals(Object.keys(failures), ALL);
  assertEquals(
    failures["mid-stream"],
    "[abort-is-not-an-end] Expected the stream to throw after the signal has aborted, " +
      "but it ended normally, without a finish or an error",
  );
});

Deno.test("abort-is-not-an-end fails an adapter that ends quietly once it has given something", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      let given = 0;
      try {
        for await (const event of readRight(env, signal)) {
          given++;
          yield event;
        }
      } catch (error) {
        if (given === 0) throw error;
      }
    }),
  );
  assertEquals(Object.keys(failures), ["mid-stream", "while the stream stalls", OWN_REASON]);
});

Deno.test("abort-is-not-an-end fails an adapter that finishes", async () => {
  const failures = await failuresOf(RULE, onError(() => [finish("aborted")]));
  assertEquals(Object.keys(failures), ALL);
  assertStringIncludes(failures["mid-stream"]!, 'but it gave a finish with reason "aborted"');
});

Deno.test("abort-is-not-an-end passes a finish that says it, if that is accepted", async () => {
  for (const reason of ["interrupted", "incomplete", "stop"]) {
    const failures = await failuresOf(RULE, onError(() => [finish(reason)]), { lenient: true });
    assertEquals(Object.keys(failures), reason === "stop" ? ALL : []);
  }
});

Deno.test("abort-is-not-an-end fails an adapter that takes a foreign reason for no abort", async () => {
  const quiet = onError((error) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    return [];
  });
  assertEquals(Object.keys(await failuresOf(RULE, quiet)), [OWN_REASON]);
});

Deno.test("abort-is-not-an-end fails an adapter that ignores the signal", async () => {
  const failures = await failuresOf(RULE, adapter((env) => readRight(env)));
  assertEquals(Object.keys(failures), ALL);
  assertStringIncludes(failures["mid-stream"]!, "it had neither thrown nor ended after 400 ms");
});

Deno.test("abort-is-not-an-end fails an adapter that gives events for ever", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env) {
      await send(env);
      for (;;) yield text("again ");
    }),
  );
  assertStringIncludes(failures["mid-stream"]!, "it had neither thrown nor ended after 400 ms");
});

Deno.test("abort-is-not-an-end fails an adapter that cancels its body, whose read then ends", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      signal?.throwIfAborted();
      const reader = (await send(env)).body!.getReader();
      signal?.addEventListener("abort", () => void reader.cancel());
      for (;;) {
        const { done } = await reader.read();
        if (done) return;
        yield text("word ");
      }
    }),
  );
  assertEquals(Object.keys(failures), ALL.filter((name) => name !== BEFORE_CALL));
  assertStringIncludes(failures["before the body"]!, "but it ended normally");
});

Deno.test("abort-is-not-an-end fails an adapter whose pending read never settles", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      for await (const event of readRight(env)) {
        signal?.throwIfAborted();
        yield event;
      }
    }),
  );
  const pending = ["before the headers", "before the body", "while the stream stalls"];
  for (const name of pending) assertStringIncludes(failures[name]!, "neither thrown nor ended");
  assertEquals(failures["mid-stream"], undefined);
});

Deno.test("abort-is-not-an-end fails an adapter that sends although the signal has aborted", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const reader = (await send(env)).body!.getReader();
      signal?.throwIfAborted();
      yield* decode(reader);
    }),
  );
  assertStringIncludes(failures[BEFORE_CALL]!, "but a request arrived");
});

Deno.test("abort-is-not-an-end fails an adapter that ends at once if the signal has aborted", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      if (!signal?.aborted) yield* readRight(env, signal);
    }),
  );
  assertEquals(Object.keys(failures), [BEFORE_CALL]);
});

Deno.test("abort-is-not-an-end passes events that had arrived before the abort", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      for await (const event of readRight(env, signal)) yield* [event, event, event];
    }),
  );
  assertEquals(failures, {});
});

Deno.test("abort-is-not-an-end passes a stream() that throws at once", async () => {
  const failures = await failuresOf(
    RULE,
    adapter((env, signal) => {
      signal?.throwIfAborted();
      return readRight(env, signal);
    }),
  );
  assertEquals(failures, {});
});
