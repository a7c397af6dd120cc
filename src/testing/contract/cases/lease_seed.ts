import type { Lease, TraceStore } from "../../../store/trace_store.ts";
import { seedCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, payloadsOf, readAll } from "../events.ts";
import { expectEqual, expectRefusal, expectThat } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";
import type { Lab } from "../lab.ts";

const seed = seedCases("lease");

/** What the contract said of leases when it began. */
export const LEASE_SEED: readonly CaseSpec[] = [
  seed("test_acquire_gives_a_lease_that_lease_reads_back", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    expectEqual([lease.thread, lease.owner], ["t", "A"], "thread and owner of the lease");
    expectEqual(await store.lease("t"), lease, "what lease() gives");
  }),
  seed("test_a_lease_alone_makes_no_thread", async ({ store }) => {
    await store.acquire("t", "A", LONG_MS);
    expectEqual(await readAll(store, "t"), [], "what is read");
    expectEqual(await readAll(store, "t", { follow: true }), [], "what is followed");
  }),
  seed("test_two_acquisitions_at_once_let_exactly_one_through", async ({ store }) => {
    const attempts = ["A", "B"].map((owner) => store.acquire("t", owner, LONG_MS));
    const results = await Promise.allSettled(attempts);
    const winners = results.flatMap((result) => result.status === "fulfilled" ? result.value : []);
    expectEqual(winners.length, 1, "how many acquired the lease");
    for (const attempt of attempts) {
      const isWinner = await attempt.then(() => true, () => false);
      if (!isWinner) await expectRefusal("the other", "LEASE_HELD", () => attempt);
    }
    expectEqual(await store.lease("t"), winners[0], "the lease");
  }),
  seed("test_acquire_refuses_a_live_lease_of_another_owner", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    await expectRefusal("another owner", "LEASE_HELD", () => store.acquire("t", "B", LONG_MS));
    expectEqual(await store.lease("t"), lease, "the lease");
  }),
  seed("test_the_same_owner_retakes_its_lease_and_the_old_one_is_stale", async ({ store }) => {
    const old = await store.acquire("t", "A", LONG_MS);
    const lease = await store.acquire("t", "A", LONG_MS);
    await expectStale(store, old);
    await store.append("t", [note(1)], { lease });
    expectEqual(await payloadsOf(store, "t"), [1], "the log");
  }),
  seed("test_an_expired_lease_is_free", async (lab) => {
    await expired(lab, "A");
    expectEqual(await lab.store.lease("t"), undefined, "the lease after its end");
    const { owner } = await lab.store.acquire("t", "B", LONG_MS);
    expectEqual(owner, "B", "the owner");
  }),
  seed("test_append_under_a_stale_lease_lands_nothing", async (lab) => {
    const { store } = lab;
    const old = await expired(lab, "A");
    const lease = await store.acquire("t", "B", LONG_MS);
    await expectStale(store, old);
    await store.append("t", [note(1)], { lease });
    expectEqual(await payloadsOf(store, "t"), [1], "the log");
  }),
  seed("test_an_append_without_a_lease_is_not_checked", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    await store.append("t", [note(1)]);
    expectEqual(await payloadsOf(store, "t"), [1], "the log");
    expectEqual(await store.lease("t"), lease, "the lease");
  }),
  seed("test_renew_keeps_a_lease_alive_and_refuses_a_stale_one", async (lab) => {
    const { store, times } = lab;
    const lease = await store.acquire("t", "A", times.leaseMs * 5);
    const renewed = await store.renew(lease, LONG_MS);
    await lab.pass(times.leaseMs * 5);
    expectEqual(await store.lease("t"), renewed, "the lease after its first end");
    await store.append("t", [note(1)], { lease: renewed });
    await store.release(renewed);
    await store.acquire("t", "B", LONG_MS);
    await expectRefusal("a stale lease", "LEASE_EXPIRED", () => store.renew(renewed, LONG_MS));
    expectEqual((await store.lease("t"))?.owner, "B", "the owner");
  }),
  seed("test_release_frees_the_lease_and_leaves_another_owners_alone", async ({ store }) => {
    const old = await store.acquire("t", "A", LONG_MS);
    await store.release(old);
    expectEqual(await store.lease("t"), undefined, "the lease after its release");
    const lease = await store.acquire("t", "B", LONG_MS);
    await store.release(old);
    expectEqual(await store.lease("t"), lease, "the lease of the other owner");
  }),
  seed("test_delete_drops_the_lease", async ({ store }) => {
    await store.append("t", [note(1)]);
    await store.acquire("t", "A", LONG_MS);
    await store.delete("t");
    expectEqual(await store.lease("t"), undefined, "the lease");
    await store.acquire("t", "B", LONG_MS);
  }),
];

/** Acquires a lease and lets it expire. */
export async function expired(lab: Lab, owner: string): Promise<Lease> {
  const { store, times } = lab;
  const lease = await store.acquire("t", owner, times.leaseMs);
  await lab.pass(times.leaseMs + 1);
  return lease;
}

/** Makes sure that nothing lands under a lease that is over. */
export async function expectStale(
  store: TraceStore,
  lease: Lease,
  expected?: number,
): Promise<void> {
  const before = await readAll(store, lease.thread);
  await expectRefusal(
    "an append under a lease that is over",
    "LEASE_EXPIRED",
    () => store.append(lease.thread, [note("stale")], { lease, expected }),
  );
  const after = await readAll(store, lease.thread);
  expectThat(
    after.length === before.length,
    "nothing to land under a lease that is over",
    `${after.length - before.length} landed`,
  );
}
