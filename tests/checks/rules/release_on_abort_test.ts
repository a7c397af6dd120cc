import { assertEquals, assertStringIncludes } from "@std/assert";
import { runTasks } from "../../../src/checks/lab/run_tasks.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { adapter, casesOf, decode, failuresOf, readRight, send } from "./tiny_adapter.ts";

const RULE = "release-on-abort";
const UNREAD = "nothing read";
const MANY = "20 times in a row";
const STARTED = casesOf(RULE).filter((name) => name !== UNREAD);

Deno.test("release-on-abort fails an adapter that ignores the signal", async () => {
  const failures = await failuresOf(RULE, adapter((env) => readRight(env)));
  assertEquals(Object.keys(failures), STARTED);
  assertEquals(
    failures["mid-stream"],
    "[release-on-abort] Expected the response to be released once the signal has aborted, " +
      "but it was still held after 400 ms",
  );
});

Deno.test("release-on-abort fails an adapter that looks at the signal between events only", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      for await (const event of readRight(env)) {
        signal?.throwIfAborted();
        yield event;
      }
    }),
  );
  assertEquals(Object.keys(failures), STARTED);
});

Deno.test("release-on-abort fails an adapter that sends at once and does not mind the signal unread", async () => {
  const failures = await failuresOf(
    RULE,
    adapter((env, signal) => {
      const response = send(env);
      return (async function* (): AsyncGenerator<TurnEvent> {
        const reader = (await response).body!.getReader();
        const onAbort = () => void reader.cancel();
        signal?.addEventListener("abort", onAbort);
        try {
          yield* decode(reader);
          signal?.throwIfAborted();
        } finally {
          signal?.removeEventListener("abort", onAbort);
          await reader.cancel();
        }
      })();
    }),
  );
  assertEquals(Object.keys(failures), [UNREAD, "before the headers"]);
});

/** Sends at once, whether or not anybody reads; well, one turn later, after what it has to load. */
function eager(forwarded: "signal" | "none") {
  return adapter((env, signal) => {
    const response = runTasks(1).then(() => {
      signal?.throwIfAborted();
      return send(env, forwarded === "signal" ? signal : undefined);
    });
    response.catch(() => {});
    return (async function* () {
      const reader = (await response).body!.getReader();
      try {
        yield* decode(reader);
      } finally {
        await reader.cancel();
      }
    })();
  });
}

Deno.test("release-on-abort passes an adapter that sends at once, with the signal", async () => {
  assertEquals(await failuresOf(RULE, eager("signal"), { deadlineMs: 5000 }), {});
});

Deno.test("release-on-abort gives an adapter that sends at once the time to do so", async () => {
  assertStringIncludes((await failuresOf(RULE, eager("none")))[UNREAD]!, "was still held");
});

Deno.test("release-on-abort fails an adapter that forwards the signal until the headers only", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const own = new AbortController();
      const onAbort = () => own.abort(signal?.reason);
      signal?.addEventListener("abort", onAbort);
      const response = await send(env, own.signal);
      signal?.removeEventListener("abort", onAbort);
      const reader = response.body!.getReader();
      try {
        yield* decode(reader);
      } finally {
        await reader.cancel();
      }
    }),
  );
  assertEquals(Object.keys(failures), STARTED.filter((name) => name !== "before the headers"));
});

Deno.test("release-on-abort fails an adapter that sends again when it is aborted", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      try {
        yield* readRight(env, signal);
      } catch {
        yield* readRight(env);
      }
    }),
  );
  // Only where a read is pending does the failure come to light without being asked for.
  const stalled = ["before the headers", "before the body", "while the stream stalls"];
  assertEquals(Object.keys(failures), stalled);
  assertStringIncludes(failures["before the body"]!, "1 of 2 were still held");
});

Deno.test("release-on-abort fails an adapter that leaks one response in five", async () => {
  let calls = 0;
  const failures = await failuresOf(
    RULE,
    adapter((env, signal) => readRight(env, ++calls % 5 === 0 ? undefined : signal)),
  );
  assertStringIncludes(failures[MANY]!, " of 20 were still held");
});

Deno.test("release-on-abort tells when no request comes at all", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(() => {
      throw new Error("Out of order");
    }),
  );
  assertStringIncludes(failures["before the headers"]!, 'but it threw Error "Out of order"');
});

Deno.test("release-on-abort runs the seed's one case on a wire of one's own", async () => {
  const wire = { event: (index: number) => `data: word${index}\n\n` };
  assertEquals(casesOf(RULE, wire), [UNREAD]);
  const eager = adapter((env, signal) => {
    const response = send(env);
    return (async function* (): AsyncGenerator<TurnEvent> {
      signal?.throwIfAborted();
      yield* decode((await response).body!.getReader());
    })();
  });
  assertEquals(Object.keys(await failuresOf(RULE, eager, { wire })), [UNREAD]);
});
