import { assertEquals, assertStringIncludes } from "@std/assert";
import { runTasks } from "../../../src/checks/lab/run_tasks.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import {
  adapter,
  casesOf,
  decode,
  failuresOf,
  newDecoder,
  readRight,
  send,
} from "./tiny_adapter.ts";

const RULE = "release-on-break";
const FIRST = "break after the first event";
const UNSENT = "return before the first event";
const STARTED = casesOf(RULE).filter((name) => name !== UNSENT);

Deno.test("release-on-break fails an adapter that only gives the lock back", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const reader = (await send(env, signal)).body!.getReader();
      try {
        yield* decode(reader);
      } finally {
        reader.releaseLock();
      }
    }),
  );
  assertEquals(Object.keys(failures), STARTED);
  assertEquals(
    failures[FIRST],
    "[release-on-break] Expected the response to be released once the consumer has left, " +
      "but it was still held after 400 ms",
  );
  assertStringIncludes(failures["break 20 times in a row"]!, "20 of 20 were still held");
});

Deno.test("release-on-break fails an iterator without return()", async () => {
  const failures = await failuresOf(
    RULE,
    adapter((env, signal) => {
      const events = readRight(env, signal);
      return { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) };
    }),
  );
  assertEquals(Object.keys(failures), STARTED);
});

Deno.test("release-on-break fails an adapter that sends at once and does not mind an early return()", async () => {
  const failures = await failuresOf(
    RULE,
    adapter((env, signal) => {
      const response = send(env, signal);
      return (async function* () {
        const reader = (await response).body!.getReader();
        try {
          yield* decode(reader);
        } finally {
          await reader.cancel();
        }
      })();
    }),
  );
  assertEquals(Object.keys(failures), [UNSENT]);
});

Deno.test("release-on-break fails an adapter that sends after it has been left", async () => {
  const failures = await failuresOf(
    RULE,
    adapter((env, signal) => {
      const response = runTasks(1).then(() => send(env, signal));
      return (async function* () {
        const reader = (await response).body!.getReader();
        try {
          yield* decode(reader);
        } finally {
          await reader.cancel();
        }
      })();
    }),
  );
  assertEquals(Object.keys(failures), [UNSENT]);
});

Deno.test("release-on-break fails an adapter that reads on to the end when it is left", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const reader = (await send(env, signal)).body!.getReader();
      try {
        yield* decode(reader);
      } finally {
        while (!(await reader.read()).done);
      }
    }),
  );
  assertEquals(Object.keys(failures), STARTED);
  assertStringIncludes(failures[FIRST]!, "the loop to be left, but it was still running");
});

Deno.test("release-on-break fails an adapter that leaks one response in five", async () => {
  let calls = 0;
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const reader = (await send(env, signal)).body!.getReader();
      const isLeaked = ++calls % 5 === 0;
      try {
        yield* decode(reader);
      } finally {
        if (!isLeaked) await reader.cancel();
      }
    }),
  );
  assertStringIncludes(failures["break 20 times in a row"]!, " of 20 were still held");
});

Deno.test("release-on-break fails an adapter that gives nothing before the end of the body", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const response = await send(env, signal);
      yield* newDecoder().push(await response.bytes());
    }),
  );
  assertEquals(Object.keys(failures), STARTED);
});

Deno.test("release-on-break fails a stream that ends before the consumer leaves", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      for await (const _ of readRight(env, signal)) break;
      yield* [] as TurnEvent[];
    }),
  );
  assertStringIncludes(failures[FIRST]!, "but the stream ended after 0 of them");
});

Deno.test("release-on-break fails a stream that throws before the consumer leaves", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(() => {
      throw new Error("Out of order");
    }),
  );
  assertStringIncludes(failures[FIRST]!, 'but the stream threw Error "Out of order"');
});

Deno.test("release-on-break runs the seed's one case on a wire of one's own", async () => {
  const wire = { event: (index: number) => `data: word${index}\n\n` };
  assertEquals(casesOf(RULE, wire), [FIRST]);
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal): AsyncGenerator<TurnEvent> {
      const reader = (await send(env, signal)).body!.getReader();
      const { value } = await reader.read();
      yield { type: "text", text: new TextDecoder().decode(value) };
    }),
    { wire },
  );
  assertEquals(Object.keys(failures), [FIRST]);
});
