import type { Entry, Json } from "../../../store/trace_event.ts";
import type { TraceStore } from "../../../store/trace_store.ts";
import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, notes, payloadsOf, positionsOf, readAll, sealedNote, upTo } from "../events.ts";
import { expectEqual, expectThat } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";
import { expectFinalReads, expectOneLands, settleAll } from "./races.ts";

const strict = strictCases("race");

/** What must hold of calls at once. */
export const RACE_CASES: readonly CaseSpec[] = [
  strict("of eight first appends at position 0 one lands", async ({ store }) => {
    await expectOneLands(upTo(8).map(() => store), 0);
  }, { seen: "NEventStore/NEventStore#415" }),
  strict("of eight appends at one position one lands", async ({ store }) => {
    await store.append("t", notes(1, 2));
    await expectOneLands(upTo(8).map(() => store), 2);
  }, { seen: "langchain-ai/langgraph#8796" }),
  strict("twelve appends at once all land, each unbroken", async ({ store }) => {
    const batches = upTo(12).map((writer) => upTo(3).map((step) => `${writer}.${step}`));
    const given = await Promise.all(
      batches.map((batch) =>
        store.append("t", batch.map((payload, at) => note(payload, at === 1 ? "b" : "a")))
      ),
    );
    await expectWholeBatches(store, given);
  }, { seen: "langchain-ai/langgraph#8115" }),
  strict("large batches at one position stay whole", async ({ store }) => {
    await store.append("t", [note("first")]);
    const letters = "жшщ".repeat(8000);
    const landing = upTo(6).map((writer) =>
      store.append("t", upTo(40).map((step) => note(`${writer}.${step} ${letters}`)), {
        expected: 1,
      })
    );
    const given = await settleAll(landing, ["STREAM_MOVED"]);
    expectEqual(given.length, 1, "how many landed");
    const log = (await payloadsOf(store, "t")).slice(1).map(shortOf);
    expectEqual(log, given[0]?.map(({ event }) => shortOf(event.payload)), "the log");
  }),
  strict("what is acknowledged is in the log, where it was said to be", async ({ store }) => {
    const given: (readonly Entry[])[] = [];
    await Promise.all(
      upTo(8).map(async (writer) => {
        for (const step of upTo(12)) {
          given.push(await store.append("t", [note(`${writer}.${step}`), note("then", "b")]));
        }
      }),
    );
    await expectWholeBatches(store, given);
  }, { seen: "Eventuous/eventuous#553" }),
  strict("a reader beside writers sees whole batches without holes", async (lab) => {
    const { store } = lab;
    let isWriting = true;
    const writing = Promise.all(
      upTo(4).map(async (writer) => {
        for (const step of upTo(10)) await store.append("t", notes(writer * 100 + step, 5));
      }),
    ).finally(() => isWriting = false);
    // A case that fails in the meantime does not come to wait for it.
    writing.catch(() => {});
    while (isWriting) {
      const positions = positionsOf(await readAll(store, "t"));
      expectEqual(positions, upTo(positions.length), "the positions");
      expectEqual(positions.length % 5, 0, "how much of a batch of five is seen");
      // A store in memory answers without leaving the writers a turn.
      await lab.settle();
    }
    await writing;
    expectEqual((await readAll(store, "t")).length, 200, "how many there are");
  }, { seen: "PostHog/posthog#34648" }),
  strict("an append and a delete at once leave no half of a thread", async (lab) => {
    const { store } = lab;
    await lab.stress(async (round) => {
      const id = `t${round}`;
      await store.append(id, notes(1, 3));
      const free = store.append(id, notes(1, 4, "b"));
      const bound = store.append(id, [note("bound")], { expected: 3 });
      await Promise.all([store.delete(id), free, settleAll([bound], ["STREAM_MOVED"])]);
      const log = await readAll(store, id);
      const payloads = log.map(({ event }) => event.payload);
      expectEqual(positionsOf(log), upTo(log.length), "the positions");
      expectEqual(payloads, log.length === 0 ? [] : upTo(4), "what is left");
    });
  }),
  strict("a delete during an append under a lease lets nothing come back", async (lab) => {
    const { store } = lab;
    await lab.stress(async (round) => {
      const id = `t${round}`;
      const lease = await store.acquire(id, "A", LONG_MS);
      await store.append(id, [note(1)], { lease });
      const late = store.append(id, notes(2, 2), { lease });
      await Promise.all([store.delete(id), settleAll([late], ["LEASE_EXPIRED"])]);
      expectEqual(await payloadsOf(store, id), [], "what is left");
    });
  }, { seen: "langchain-ai/langgraph#7206" }),
  strict("a load and an append at once do not mix", async (lab) => {
    const { store } = lab;
    await lab.stress(async (round) => {
      const id = `t${round}`;
      await store.append(id, [note("old"), note("old")]);
      const loading = store.load(id, upTo(3).map((payload, at) => sealedNote(at, payload)));
      await Promise.all([
        loading,
        store.append(id, [note("late")]),
        store.append(id, [note("late")]),
      ]);
      const log = await readAll(store, id);
      const payloads = log.map(({ event }) => event.payload);
      const late = payloads.slice(3);
      expectEqual(payloads.slice(0, 3), upTo(3), "the loaded events");
      expectEqual(late.filter((payload) => payload !== "late"), [], "what else comes after them");
      expectEqual(log.map(({ event }) => event.seq), upTo(log.length - 1, 0), "the seqs");
    });
  }),
  strict("leases taken at once by one owner have different tokens", async ({ store }) => {
    const leases = await Promise.all(upTo(8).map(() => store.acquire("t", "A", LONG_MS)));
    const tokens = new Set(leases.map(({ token }) => token));
    expectEqual(tokens.size, 8, "how many tokens differ");
    const current = await store.lease("t");
    const greatest = [...tokens].sort().at(-1);
    expectEqual(current?.token, greatest, "the token of the lease that holds");
  }, { seen: "aegra/aegra#547" }),
  strict("threads made at once are listed once each, in one order", async ({ store }) => {
    const ids = upTo(30).map((number) => `thread ${number}`);
    await Promise.all(ids.map((id) => store.append(id, [note(id)])));
    const listed = (await store.threads()).map(({ thread }) => thread);
    expectEqual([...listed].sort(), [...ids].sort(), "the threads");
    const paged: string[] = [];
    for (let count = 0; count < 5; count++) {
      const page = await store.threads({ before: paged.at(-1), limit: 7 });
      paged.push(...page.map(({ thread }) => thread));
    }
    expectEqual(paged, listed, "the threads in pages");
  }),
  strict("what a new owner reads is final for all owners before", async (lab) => {
    await expectFinalReads(lab, lab.store);
  }),
];

function shortOf(payload: Json): string {
  return String(payload).split(" ")[0]! + ` ${String(payload).length}`;
}

async function expectWholeBatches(
  store: TraceStore,
  given: readonly (readonly Entry[])[],
): Promise<void> {
  const log = await readAll(store, "t");
  const count = given.reduce((sum, { length }) => sum + length, 0);
  expectEqual(positionsOf(log), upTo(count), "the positions");
  for (const entries of given) {
    const first = entries[0]?.position ?? 0;
    const landed = log.slice(first - 1, first - 1 + entries.length);
    expectEqual(landed, entries, "what stands where a batch was said to be");
  }
  const seqs = log.filter(({ event }) => event.stream === "b").map(({ event }) => event.seq);
  expectEqual(seqs, upTo(seqs.length - 1, 0), "the seqs of one stream");
  expectThat(seqs.length > 0, "events of a second stream", "there were none");
}
