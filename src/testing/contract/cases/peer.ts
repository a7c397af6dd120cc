import type { Entry } from "../../../store/trace_event.ts";
import type { TraceStore } from "../../../store/trace_store.ts";
import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import {
  note,
  notes,
  payloadsOf,
  positionsOf,
  sealedNote,
  take,
  threadIds,
  upTo,
} from "../events.ts";
import { expectEqual, expectRefusal, expectThat } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";
import type { Lab } from "../lab.ts";
import { expectStale } from "./lease_seed.ts";
import { expectFinalReads, expectOneLands, settleAll } from "./races.ts";

const strict = strictCases("peer", "peer");

/** What must hold of two handles to the same data. */
export const PEER_CASES: readonly CaseSpec[] = [
  strict("what one lands the other reads at once", async (lab) => {
    const { store } = lab;
    const peer = await lab.peer();
    for (const step of upTo(5)) {
      await store.append("t", [note(2 * step - 1)], { expected: 2 * step - 2 });
      expectEqual(await payloadsOf(peer, "t"), upTo(2 * step - 1), "what the peer reads");
      await peer.append("t", [note(2 * step)], { expected: 2 * step - 1 });
      expectEqual(await payloadsOf(store, "t"), upTo(2 * step), "what the store reads");
    }
    await peer.delete("t");
    expectEqual(await payloadsOf(store, "t"), [], "what is read after the delete");
  }),
  strict("seqs go on whoever appends", async (lab) => {
    const peer = await lab.peer();
    await lab.store.append("t", [note(1), note(2, "b")]);
    await peer.append("t", [note(3), note(4, "b")]);
    const given = await lab.store.append("t", [note(5), note(6, "b")]);
    const numbers = given.map(({ position, event }) => [position, event.seq]);
    expectEqual(numbers, [[5, 2], [6, 2]], "positions and seqs");
  }),
  strict("a follower hears of appends through the other", async (lab) => {
    const peer = await lab.peer();
    await lab.store.append("t", [note(1)]);
    const reader = lab.follow("t", 0, peer);
    await lab.moving(take(reader, 1));
    for (const step of upTo(3)) {
      const waiting = take(reader, 2);
      await lab.settle();
      await lab.store.append("t", notes(step, 2));
      const due = [2 * step, 2 * step + 1];
      expectEqual(positionsOf(await lab.moving(waiting)), due, "the positions");
    }
  }, { seen: "commanded/eventstore#309" }),
  strict("a follower ends at a delete through the other", async (lab) => {
    const peer = await lab.peer();
    await lab.store.append("t", [note("old")]);
    const { answer } = await waitingFollower(lab, peer);
    await lab.store.delete("t");
    await lab.store.append("t", [note("new"), note("new")]);
    expectEqual((await lab.moving(answer)).done, true, "whether it has ended");
  }, { seen: "redis/redis#5625" }),
  strict("a follower ends at a load through the other", async (lab) => {
    const peer = await lab.peer();
    await lab.store.append("t", [note("old")]);
    const { answer } = await waitingFollower(lab, peer);
    await lab.store.load("t", [sealedNote(0, "new"), sealedNote(1, "new")]);
    expectEqual((await lab.moving(answer)).done, true, "whether it has ended");
  }),
  strict("of eight appends at one position through both one lands", async (lab) => {
    const peer = await lab.peer();
    await expectOneLands(upTo(8).map((writer) => writer % 2 === 0 ? peer : lab.store), 0);
  }, { seen: "proteanhq/protean#793" }),
  strict("appends through both at once all land, and nothing else is thrown", async (lab) => {
    const handles = [lab.store, await lab.peer()];
    const landing = upTo(20).map((writer) =>
      handles[writer % 2]!.append("t", [note(`${writer}.1`), note(`${writer}.2`)])
    );
    expectEqual((await settleAll(landing, [])).length, 20, "how many landed");
    const payloads = await payloadsOf(lab.store, "t");
    expectEqual([payloads.length, new Set(payloads).size], [40, 40], "how many events there are");
  }, { seen: "hachej/boring-ui#1128" }),
  strict("a lease holds against owners of the other", async (lab) => {
    const { store } = lab;
    const peer = await lab.peer();
    const lease = await store.acquire("t", "A", LONG_MS);
    expectEqual(await peer.lease("t"), lease, "the lease");
    await expectRefusal("another owner", "LEASE_HELD", () => peer.acquire("t", "B", LONG_MS));
    await peer.append("t", [note(1)], { lease });
    await peer.release(lease);
    const next = await peer.acquire("t", "B", LONG_MS);
    const grows = next.token > lease.token;
    expectThat(grows, "a greater token", `'${next.token}' came after '${lease.token}'`);
    await expectStale(store, lease);
  }, { seen: "kubernetes/client-go#448" }),
  strict("of owners of both at once one gets the lease", async (lab) => {
    const handles = [lab.store, await lab.peer()];
    const attempts = upTo(8).map((owner) =>
      handles[owner % 2]!.acquire("t", `owner ${owner}`, LONG_MS)
    );
    const leases = await settleAll(attempts, ["LEASE_HELD"]);
    expectEqual(leases.length, 1, "how many got it");
    for (const handle of handles) expectEqual(await handle.lease("t"), leases[0], "the lease");
  }),
  strict("threads are in one order, whoever made them", async (lab) => {
    const handles = [lab.store, await lab.peer()];
    const ids = ["c", "a", "e", "b", "d", "f"];
    for (const [index, id] of ids.entries()) await handles[index % 2]!.append(id, [note(id)]);
    for (const handle of handles) {
      expectEqual(await threadIds(handle), [...ids].reverse(), "the threads");
    }
  }),
  strict("what a new owner of the other reads is final for all owners before", async (lab) => {
    await expectFinalReads(lab, await lab.peer());
  }),
];

/**
 * Follows a thread of one entry through a handle and waits at its end. A handle may look for the thread only when it is
 * first asked, however late that comes to its engine: that it has given the entry shows that it has.
 */
async function waitingFollower(lab: Lab, peer: TraceStore): Promise<Waiting> {
  const reader = lab.follow("t", 0, peer);
  const [first] = await lab.moving(take(reader, 1));
  expectEqual(first?.position, 1, "the position of what is there");
  const answer = reader.next();
  await lab.settle();
  return { answer };
}

/** An answer that is to come, in an object so that whoever gives it does not wait for it. */
interface Waiting {
  readonly answer: Promise<IteratorResult<Entry>>;
}
