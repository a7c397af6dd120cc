import type { TraceStoreErrorCode } from "../../../store/trace_store_error.ts";
import type { Lease, TraceStore } from "../../../store/trace_store.ts";
import { note, payloadsOf, take, upTo } from "../events.ts";
import { broken, expectEqual, refusalOf, thrownText } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";
import type { Lab } from "../lab.ts";

/** Waits for all calls; what they reject with must have one of a few codes. */
export async function settleAll<T>(
  calls: readonly Promise<T>[],
  codes: readonly TraceStoreErrorCode[],
): Promise<T[]> {
  const results = await Promise.allSettled(calls);
  const given: T[] = [];
  for (const result of results) {
    if (result.status === "fulfilled") {
      given.push(result.value);
      continue;
    }
    const { reason } = result;
    if (codes.some((code) => refusalOf(reason, code) !== undefined)) continue;
    const expected = `calls at once to succeed or to be refused with ${codes.join(" or ")}`;
    throw broken(expected, `one threw ${thrownText(reason)}`, reason);
  }
  return given;
}

/** Appends at one position at once, through each handle, and makes sure that one lands. */
export async function expectOneLands(
  handles: readonly TraceStore[],
  expected: number,
): Promise<void> {
  const store = handles[0]!;
  const before = await payloadsOf(store, "t");
  const landing = handles.map((handle, writer) =>
    handle.append("t", [note(`${writer}.1`), note(`${writer}.2`, "b")], { expected })
  );
  const given = await settleAll(landing, ["STREAM_MOVED"]);
  expectEqual(given.length, 1, "how many landed");
  const payloads = given[0]?.map(({ event }) => event.payload) ?? [];
  expectEqual(await payloadsOf(store, "t"), [...before, ...payloads], "the log");
}

/**
 * Lets leases expire while appends under them are under way: what the next owner reads once it has acquired the lease
 * must be all that any owner before it ever lands.
 *
 * @param lab The case.
 * @param next The handle of the next owner.
 */
export async function expectFinalReads(lab: Lab, next: TraceStore): Promise<void> {
  const ttlMs = Math.max(5, lab.times.leaseMs / 10);
  await lab.stress(async (round) => {
    const id = `t${round}`;
    const old = await lab.store.acquire(id, "A", ttlMs);
    const landing = await appendUntilOver(lab, old, ttlMs);
    const lease = await acquireWhenFree(lab, next, id);
    const [last] = await take(next.readBackwards(id), 1);
    const seen = last?.position ?? 0;
    const own = next.append(id, [note("next")], { lease, expected: seen });
    await settleAll(landing, ["LEASE_EXPIRED"]);
    const payloads = await own.then(() => payloadsOf(next, id), (error) => {
      throw broken(
        "an owner to append where it read the end",
        `it threw ${thrownText(error)}`,
        error,
      );
    });
    expectEqual(payloads.slice(seen), ["next"], "what landed after the next owner had read");
  });
}

/** Starts appends under a lease, the last of them at about its end. */
async function appendUntilOver(
  lab: Lab,
  lease: Lease,
  ttlMs: number,
): Promise<readonly Promise<unknown>[]> {
  const landing: Promise<unknown>[] = [];
  const steps = 4;
  for (const step of upTo(steps)) {
    landing.push(lab.store.append(lease.thread, [note(`old ${step}`)], { lease }));
    if (lab.movesClock) await lab.pass(ttlMs / steps);
    else await lab.sleep(ttlMs / steps);
  }
  return landing;
}

async function acquireWhenFree(lab: Lab, store: TraceStore, id: string): Promise<Lease> {
  for (;;) {
    try {
      return await store.acquire(id, "B", LONG_MS);
    } catch (error) {
      if (refusalOf(error, "LEASE_HELD") === undefined) throw error;
      await lab.pass(1);
    }
  }
}
