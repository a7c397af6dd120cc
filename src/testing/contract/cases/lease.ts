import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, payloadsOf, readAll, sealedNote } from "../events.ts";
import { expectEqual, expectRangeError, expectRefusal, expectThat } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";
import { expectStale, expired, LEASE_SEED } from "./lease_seed.ts";

const strict = strictCases("lease");

/** What must hold of leases. */
export const LEASE_CASES: readonly CaseSpec[] = [
  ...LEASE_SEED,
  strict("one that is over and that nobody took appends nothing", async (lab) => {
    await expectStale(lab.store, await expired(lab, "A"));
  }),
  strict("it opens no other thread", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    const other = await store.acquire("u", "A", LONG_MS);
    for (const wrong of [lease, { ...lease, thread: "u" }, { ...other, token: lease.token }]) {
      await expectRefusal(
        "the lease of another thread",
        "LEASE_EXPIRED",
        () => store.append("u", [note("no")], { lease: wrong }),
      );
    }
    await expectRefusal(
      "the lease of another thread",
      "LEASE_EXPIRED",
      () => store.append("v", [note("no")], { lease }),
    );
    expectEqual(await readAll(store, "u"), [], "the log");
  }),
  strict("tokens grow, as texts, whatever ends a lease", async (lab) => {
    const { store, times } = lab;
    const tokens: string[] = [];
    for (let round = 0; round < 4; round++) {
      const released = await store.acquire("t", "A", LONG_MS);
      await store.release(released);
      const retaken = await store.acquire("t", "A", LONG_MS);
      const deleted = await store.acquire("t", "A", LONG_MS);
      await store.delete("t");
      const loaded = await store.acquire("t", "B", LONG_MS);
      await store.load("t", [sealedNote(0, 1)]);
      await store.release(loaded);
      const over = await store.acquire("t", "C", times.leaseMs);
      await lab.pass(times.leaseMs + 1);
      tokens.push(...[released, retaken, deleted, loaded, over].map(({ token }) => token));
    }
    const index = tokens.findIndex((token, at) => at > 0 && token <= tokens[at - 1]!);
    expectThat(
      index < 0,
      "every token to be greater as a text than the one before",
      `'${tokens[index]}' came after '${tokens[index - 1]}'`,
    );
  }),
  strict("renew() of an older lease of the same owner is refused", async ({ store }) => {
    const old = await store.acquire("t", "A", LONG_MS);
    const lease = await store.acquire("t", "A", LONG_MS);
    await expectRefusal("the older lease", "LEASE_EXPIRED", () => store.renew(old, LONG_MS));
    await expectStale(store, old);
    expectEqual(await store.lease("t"), lease, "the lease");
  }, { seen: "aegra/aegra#547" }),
  strict("renew() of the one before leaves that of the next owner", async (lab) => {
    const { store } = lab;
    const old = await expired(lab, "A");
    const lease = await store.acquire("t", "B", LONG_MS);
    await expectRefusal("the lease before", "LEASE_EXPIRED", () => store.renew(old, LONG_MS * 2));
    expectEqual(await store.lease("t"), lease, "the lease");
  }, { seen: "pikkujs/pikku#1742" }),
  strict("renew() keeps the token and gives what lease() gives", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    const renewed = await store.renew(lease, LONG_MS * 2);
    expectEqual(renewed.token, lease.token, "the token");
    const isLater = Date.parse(renewed.expiresAt) > Date.parse(lease.expiresAt);
    expectThat(isLater, "a later end", `it was ${renewed.expiresAt} after ${lease.expiresAt}`);
    expectEqual(await store.lease("t"), renewed, "what lease() gives");
    await store.append("t", [note(1)], { lease });
  }),
  strict("renew() counts from now", async (lab) => {
    const { store } = lab;
    const lease = await store.acquire("t", "A", LONG_MS * 10);
    const renewed = await store.renew(lease, LONG_MS);
    const earlierMs = Date.parse(lease.expiresAt) - Date.parse(renewed.expiresAt);
    expectThat(earlierMs > 0, "the new end to be the new time from now", "it was later");
  }),
  strict("renew() never revives", async (lab) => {
    const { store } = lab;
    const over = await expired(lab, "A");
    await expectRefusal("one that is over", "LEASE_EXPIRED", () => store.renew(over, LONG_MS));
    expectEqual(await store.lease("t"), undefined, "the lease");
    const released = await store.acquire("t", "A", LONG_MS);
    await store.release(released);
    await expectRefusal("a released one", "LEASE_EXPIRED", () => store.renew(released, LONG_MS));
    expectEqual(await store.lease("t"), undefined, "the lease");
    const dropped = await store.acquire("t", "A", LONG_MS);
    await store.delete("t");
    await expectRefusal("a dropped one", "LEASE_EXPIRED", () => store.renew(dropped, LONG_MS));
    expectEqual(await store.lease("t"), undefined, "the lease");
  }),
  strict("release() of an older one of the same owner changes nothing", async ({ store }) => {
    const old = await store.acquire("t", "A", LONG_MS);
    const lease = await store.acquire("t", "A", LONG_MS);
    await store.release(old);
    expectEqual(await store.lease("t"), lease, "the lease");
    await store.release(lease);
    await store.release(lease);
    expectEqual(await store.lease("t"), undefined, "the lease after its release");
  }),
  strict("LEASE_HELD tells who has it and until when", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    const { owner, expiresAt } = await expectRefusal(
      "another owner",
      "LEASE_HELD",
      () => store.acquire("t", "B", LONG_MS),
    );
    expectEqual({ owner, expiresAt }, { owner: "A", expiresAt: lease.expiresAt }, "its info");
  }),
  strict("it is over at its end, and not before", async (lab) => {
    const { store } = lab;
    const lease = await store.acquire("t", "A", LONG_MS);
    if (lab.movesClock) await lab.pass(LONG_MS - 1);
    expectEqual(await store.lease("t"), lease, "the lease just before its end");
    await store.append("t", [note(1)], { lease, expected: 0 });
    if (!lab.movesClock) return;
    await lab.pass(1);
    expectEqual(await store.lease("t"), undefined, "the lease at its end");
    await expectStale(store, lease, 1);
    await store.acquire("t", "B", LONG_MS);
  }),
  strict("what the caller says of its end counts for nothing", async (lab) => {
    const { store } = lab;
    const over = await expired(lab, "A");
    const forged = { ...over, expiresAt: "9999-01-01T00:00:00.000Z" };
    await expectStale(store, forged, 0);
    await expectRefusal("a forged lease", "LEASE_EXPIRED", () => store.renew(forged, LONG_MS));
    const lease = await store.acquire("t", "B", LONG_MS);
    await store.append("t", [note(1)], { lease: { ...lease, expiresAt: over.expiresAt } });
  }),
  strict("a change to what is given changes nothing", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    const kept = { ...lease };
    const given = await store.lease("t");
    for (const one of [lease, given]) Object.assign(one ?? {}, { owner: "B", token: "~" });
    expectEqual(await store.lease("t"), kept, "the lease");
  }),
  strict("appends under it do not make it longer", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    for (const payload of [1, 2]) await store.append("t", [note(payload)], { lease });
    expectEqual(await store.lease("t"), lease, "the lease");
  }),
  strict("one taken before the first event lasts over it", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    await store.append("t", [note(1)], { lease, expected: 0 });
    await store.append("t", [note(2)], { lease, expected: 1 });
    expectEqual(await store.lease("t"), lease, "the lease");
    expectEqual(await payloadsOf(store, "t"), [1, 2], "the log");
  }),
  strict("a load drops it", async ({ store }) => {
    await store.append("t", [note(1)]);
    const lease = await store.acquire("t", "A", LONG_MS);
    await store.load("t", [sealedNote(0, "loaded")]);
    expectEqual(await store.lease("t"), undefined, "the lease");
    await expectStale(store, lease);
  }),
  strict("a time that is not positive is refused", async ({ store }) => {
    for (const ttlMs of [0, -1, NaN, Infinity]) {
      await expectRangeError(`a lease of ${ttlMs} ms`, () => store.acquire("t", "A", ttlMs));
      expectEqual(await store.lease("t"), undefined, `the lease of ${ttlMs} ms`);
    }
    const lease = await store.acquire("t", "A", LONG_MS);
    for (const ttlMs of [0, NaN]) {
      await expectRangeError(`a renewal by ${ttlMs} ms`, () => store.renew(lease, ttlMs));
    }
    expectEqual(await store.lease("t"), lease, "the lease");
  }),
];
