import { assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryTraceStore, runContract, traceStoreContract } from "../../../testing.ts";
import type { DraftEvent, Entry, ReadOptions, TraceStore } from "../../../testing.ts";

/** What one case says of a store. */
async function saidOf(name: string, store: TraceStore): Promise<string> {
  const cases = traceStoreContract(() => ({ store }), { timeoutMs: 50, stressMs: 1 });
  const { results } = await runContract(cases, { filter: (one) => one.name === name });
  assertEquals(results.map(({ verdict }) => verdict), ["failed"]);
  return results[0]?.message ?? "";
}

Deno.test("a follower that hangs is told from a reader that does", async () => {
  class Patient extends MemoryTraceStore {
    override read(thread: string, options: ReadOptions = {}): AsyncIterableIterator<Entry> {
      if (!options.follow) return super.read(thread, options);
      return Object.assign(super.read(thread, options), { next: () => new Promise(() => {}) });
    }
  }
  assertEquals(
    await saidOf("read: test_read_of_an_unknown_thread_is_empty", new Patient()),
    "Expected an answer within 51 ms, but there was none from next() of " +
      'read("t", { follow: true })',
  );
});

Deno.test("a wrong answer in place of a refusal is one sentence, without another in it", async () => {
  class Trusting extends MemoryTraceStore {
    override append(thread: string, batch: readonly DraftEvent[]): Promise<readonly Entry[]> {
      const isOdd = batch.some((event) => event === null);
      return isOdd ? Promise.resolve([7] as never) : super.append(thread, batch);
    }
  }
  const said = await saidOf(
    "values: what is no event is refused, with all of its batch",
    new Trusting(),
  );
  assertStringIncludes(
    said,
    "Expected a batch with null in it to be refused with a TraceStoreError INVALID_EVENT, " +
      "but it was taken: it gave 7",
  );
});
