import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { adapter, failuresOf, readRight } from "./tiny_adapter.ts";

const RULE = "slow-consumer";
/** Events of 16 KiB that make up more than 3 MB. */
const BULK_EVENTS = 200;

/** Reads ahead into a queue, which takes an event as it likes. */
function queued(push: (queue: TurnEvent[], event: TurnEvent) => void) {
  return adapter((env, signal) => {
    const own = new AbortController();
    signal?.addEventListener("abort", () => own.abort());
    const queue: TurnEvent[] = [];
    let wake = () => {};
    let isOver = false;
    const pump = async () => {
      for await (const event of readRight(env, own.signal)) {
        push(queue, event);
        wake();
      }
    };
    return (async function* () {
      const pumping = pump().catch(() => {}).then(() => {
        isOver = true;
        wake();
      });
      try {
        for (;;) {
          while (queue.length > 0) yield queue.shift()!;
          if (isOver) return;
          await new Promise<void>((resolve) => wake = resolve);
        }
      } finally {
        own.abort();
        await pumping;
      }
    })();
  });
}

Deno.test("slow-consumer fails an adapter that reads ahead into a queue without a bound", async () => {
  const boundless = queued((queue, event) => queue.push(event));
  const failures = await failuresOf(RULE, boundless, { deadlineMs: 2000 });
  assertEquals(Object.keys(failures), ["read ahead"]);
  assertMatch(
    failures["read ahead"]!,
    /Expected at most 1048576 bytes to be read for a consumer that takes one event and pauses, but \d{7} bytes were read/,
  );
});

Deno.test("slow-consumer fails an adapter that reads a bulk before its first event", async () => {
  const bulk = adapter(async function* (env, signal) {
    const first: TurnEvent[] = [];
    for await (const event of readRight(env, signal)) {
      if (first.length < BULK_EVENTS) {
        first.push(event);
        if (first.length === BULK_EVENTS) yield* first;
      } else yield event;
    }
    if (first.length < BULK_EVENTS) yield* first;
  });
  const failures = await failuresOf(RULE, bulk);
  assertEquals(Object.keys(failures), ["read ahead"]);
  assertMatch(failures["read ahead"]!, /takes one event and pauses, but \d{7} bytes were read/);
});

Deno.test("slow-consumer fails an adapter whose queue drops the oldest", async () => {
  const dropping = queued((queue, event) => {
    if (queue.push(event) > 8) queue.shift();
  });
  const failures = await failuresOf(RULE, dropping);
  assertMatch(failures["nothing lost"]!, /but it gave a finish .* after the text "<0>.*<19>"$/);
});

Deno.test("slow-consumer fails an adapter that drops what comes while nobody waits", async () => {
  const failures = await failuresOf(
    RULE,
    adapter((env, signal) => {
      const own = new AbortController();
      signal?.addEventListener("abort", () => own.abort());
      let deliver: ((result: IteratorResult<TurnEvent>) => void) | undefined;
      let isStarted = false;
      const pump = async () => {
        for await (const event of readRight(env, own.signal)) {
          deliver?.({ done: false, value: event });
          deliver = undefined;
        }
      };
      return {
        [Symbol.asyncIterator]: () => ({
          next() {
            if (!isStarted) pump().catch(() => {}).then(() => deliver?.({ done: true, value: 0 }));
            isStarted = true;
            return new Promise<IteratorResult<TurnEvent>>((resolve) => deliver = resolve);
          },
          return() {
            own.abort();
            return Promise.resolve({ done: true as const, value: 0 });
          },
        }),
      };
    }),
  );
  assertStringIncludes(failures["nothing lost"]!, 'after the text "<0>"');
});
