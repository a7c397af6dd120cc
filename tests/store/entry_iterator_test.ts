import { assertEquals, assertRejects } from "@std/assert";
import { EntryIterator, type EntryPage } from "../../src/store/entry_iterator.ts";
import type { Entry } from "../../src/store/trace_event.ts";
import { isTraceStoreError } from "../../src/store/trace_store_error.ts";
import { note } from "./support/notes.ts";

const entry = (position: number): Entry => ({
  position,
  event: { ...note("a", position), seq: position - 1, ts: "2026-01-01T00:00:00.000Z" },
});

/** A source of pages that a test gives by hand; it counts what is asked of it. */
class Pages {
  readonly counts = { armed: 0, disarmed: 0, closed: 0, asked: 0 };
  #give: (page: EntryPage) => void = () => {};
  wake: () => void = () => {};

  give(positions: readonly number[], is: Partial<EntryPage> = {}): void {
    this.#give({ entries: positions.map(entry), whole: false, over: false, ...is });
  }

  page(): Promise<EntryPage> {
    this.counts.asked++;
    return new Promise((resolve) => this.#give = resolve);
  }

  arm() {
    this.counts.armed++;
    const woken = new Promise<void>((resolve) => this.wake = resolve);
    return { woken, disarm: () => this.counts.disarmed++ };
  }

  close(): void {
    this.counts.closed++;
  }
}

const textOf = (error: unknown) => isTraceStoreError(error) ? error.code : String(error);

const turns = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("EntryIterator answers calls in their order, however many wait", async () => {
  const pages = new Pages();
  const iterator = new EntryIterator(pages, { thread: "t", follow: false, signal: undefined });
  const calls = [1, 2, 3, 4].map(() => iterator.next());
  await turns();
  pages.give([1, 2]);
  await turns();
  pages.give([3], { whole: true });
  await turns();
  const late = iterator.next();
  const results = await Promise.all([...calls, late]);
  assertEquals(results.map(({ value }) => value?.position), [1, 2, 3, undefined, undefined]);
  assertEquals(pages.counts, { armed: 0, disarmed: 0, closed: 1, asked: 2 });
});

Deno.test("EntryIterator arms before it looks, and gives every hint up", async () => {
  const pages = new Pages();
  const iterator = new EntryIterator(pages, { thread: "t", follow: true, signal: undefined });
  const waiting = iterator.next();
  await turns();
  assertEquals(pages.counts, { armed: 1, disarmed: 0, closed: 0, asked: 1 });
  // Woken between the look and its answer: that must not be lost.
  pages.wake();
  pages.give([]);
  await turns();
  pages.give([1]);
  assertEquals((await waiting).value?.position, 1);
  assertEquals(pages.counts, { armed: 2, disarmed: 2, closed: 0, asked: 2 });
  const last = iterator.next();
  await turns();
  await iterator.return();
  assertEquals((await last).done, true);
  await iterator.return();
  assertEquals(pages.counts, { armed: 3, disarmed: 3, closed: 1, asked: 3 });
});

Deno.test("EntryIterator gives what it has of a life that is over, then ends", async () => {
  const pages = new Pages();
  const iterator = new EntryIterator(pages, { thread: "t", follow: true, signal: undefined });
  const first = iterator.next();
  await turns();
  pages.give([1, 2], { over: true });
  assertEquals((await first).value?.position, 1);
  assertEquals((await iterator.next()).value?.position, 2);
  assertEquals((await iterator.next()).done, true);
  assertEquals(pages.counts.closed, 1);
});

Deno.test("EntryIterator gives a reader that does not follow the whole of a life that is over, or an error", async () => {
  const ends = [
    { is: { over: true }, error: "THREAD_GONE" },
    { is: {}, error: "entries are missing" },
    { is: { whole: true, over: true }, error: undefined },
  ];
  for (const { is, error } of ends) {
    const pages = new Pages();
    const iterator = new EntryIterator(pages, { thread: "t", follow: false, signal: undefined });
    const calls = [1, 2, 3].map(() => iterator.next());
    await turns();
    pages.give([1], { over: true });
    await turns();
    pages.give([2]);
    await turns();
    pages.give([], is);
    const results = await Promise.allSettled(calls);
    const found = results.map((result) =>
      result.status === "fulfilled" ? result.value.value?.position : textOf(result.reason)
    );
    assertEquals(found.slice(0, 2), [1, 2]);
    assertEquals(String(found[2]).includes(String(error)), true, `${found[2]}`);
    assertEquals([(await iterator.next()).done, pages.counts.closed], [true, 1]);
  }
});

Deno.test("EntryIterator gives nothing more once it is aborted or returned, also of a page it has", async () => {
  for (const end of ["abort", "return"]) {
    const pages = new Pages();
    const controller = new AbortController();
    const iterator = new EntryIterator(pages, {
      thread: "t",
      follow: false,
      signal: controller.signal,
    });
    const first = iterator.next();
    await turns();
    pages.give([1, 2, 3]);
    await first;
    if (end === "abort") {
      controller.abort(new Error("enough"));
      await assertRejects(() => iterator.next(), Error, "enough");
    } else {
      await iterator.return();
      assertEquals((await iterator.next()).done, true);
    }
    assertEquals(pages.counts.closed, 1, end);
  }
});

Deno.test("EntryIterator hands on what its source throws, and swallows what comes after the end", async () => {
  let closed = 0;
  const iterator = new EntryIterator({
    page: () => Promise.reject(new Error("the wire is cut")),
    arm: () => ({ woken: Promise.resolve(), disarm: () => {} }),
    close: () => closed++,
  }, { thread: "t", follow: false, signal: undefined });
  await assertRejects(() => iterator.next(), Error, "the wire is cut");
  assertEquals([(await iterator.next()).done, closed], [true, 1]);
  let fail = (): void => {};
  const slow = new EntryIterator({
    page: () => new Promise((_, reject) => fail = () => reject(new Error("too late"))),
    arm: () => ({ woken: Promise.resolve(), disarm: () => {} }),
  }, { thread: "t", follow: false, signal: undefined });
  const waiting = slow.next();
  await turns();
  await slow.return();
  assertEquals((await waiting).done, true);
  fail();
  await turns();
});
