import { assert, assertEquals } from "@std/assert";
import type { Entry } from "../../../src/store/trace_event.ts";
import { all, note } from "../support/notes.ts";
import { openFileStore } from "../support/file_stores.ts";
import { startProgram, testEach } from "../support/programs.ts";

/** The numbers of the batches of a writer in a log; every batch must be whole and unbroken. */
function batchesOf(entries: readonly Entry[], name: string): number[] {
  assertEquals(entries.map(({ position }) => position), entries.map((_, index) => index + 1));
  assertEquals(entries.length % 3, 0, "a batch is torn");
  const numbers: number[] = [];
  for (let start = 0; start < entries.length; start += 3) {
    const payloads = entries.slice(start, start + 3).map(({ event }) => event.payload);
    const [writer, number] = payloads[0] as [string, number];
    assertEquals(payloads, [0, 1, 2].map((nth) => [writer, number, nth]));
    if (writer === name) numbers.push(number);
  }
  const seqs = entries.filter(({ event }) => event.stream === name).map(({ event }) => event.seq);
  assertEquals(seqs, seqs.map((_, index) => index));
  return numbers;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

for (const mode of ["expected", "blind"]) {
  testEach(
    `three processes append to one thread (${mode}): nothing is lost, torn or doubled`,
    async (engine, place) => {
      const names = ["a", "b", "c"];
      const writers = names.map((name) => startProgram("writer", engine, place, name, "30", mode));
      const ends = await Promise.all(writers.map(async ({ process, lines }) => {
        for await (const _ of lines);
        return (await process.status).code;
      }));
      assertEquals(ends, [0, 0, 0]);
      const { store, close } = await openFileStore(engine, place);
      const entries = await all(store.read("t"));
      for (const name of names) assertEquals(batchesOf(entries, name), upTo(30));
      await close();
    },
  );
}

testEach(
  "a process that is killed loses nothing it was told has landed, and tears no batch",
  async (engine, place) => {
    for (let round = 0; round < 5; round++) {
      const name = `round ${round}`;
      const { process, lines } = startProgram("writer", engine, place, name, "1000000", "blind");
      let told = -1;
      for await (const line of lines) {
        if (line !== "ready") told = Number(line.split(" ")[0]);
        if (told === 3 + round * 7) process.kill("SIGKILL");
      }
      await process.status;
      const { store, close } = await openFileStore(engine, place);
      const batch = (number: number) => [0, 1, 2].map((nth) => note(name, [name, number, nth]));
      // A server may still be at work on the last one; what is appended after it is behind it.
      const [entry] = await store.append("t", batch(-1));
      const numbers = batchesOf(await all(store.read("t")), name);
      const landed = numbers.filter((number) => number >= 0);
      assert(landed.length > told, `${told + 1} batches had landed, ${landed.length} are there`);
      assertEquals(landed, upTo(landed.length));
      // The counters fit what is there.
      assertEquals(entry?.event.seq, numbers.indexOf(-1) * 3);
      await close();
    }
  },
);

testEach("a follower gets what another process writes, in order", async (engine, place) => {
  const { store, close } = await openFileStore(engine, place);
  await store.append("t", [0, 1, 2].map((nth) => note("here", ["here", 0, nth])));
  const follower = store.read("t", { follow: true });
  const { process, lines } = startProgram("writer", engine, place, "there", "20", "blind");
  const entries: Entry[] = [];
  while (entries.length < 63) {
    const { value } = await follower.next();
    assert(value !== undefined);
    entries.push(value);
  }
  assertEquals(batchesOf(entries, "there"), upTo(20));
  await follower.return?.();
  for await (const _ of lines);
  assertEquals((await process.status).code, 0);
  await close();
});
