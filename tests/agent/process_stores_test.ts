import { assertEquals, assertRejects } from "@std/assert";
import { ProcessStore, RunJournal } from "../../src/agent/resume/process_store.ts";
import { Peer, type PeerPort } from "../../src/agent/worker/peer.ts";
import { remoteStore, StoreServer } from "../../src/agent/worker/remote_store.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import { ManualClock } from "../../src/testing/manual_clock.ts";
import { runContract } from "../../src/testing/contract/run_contract.ts";
import { traceStoreContract } from "../../src/testing/contract/trace_store_contract.ts";

const LACKS = "a store in memory lives in one process, and ends with it";
const OPTIONS = { without: { peer: LACKS, reopen: LACKS }, stressMs: 20, timeoutMs: 3000 };

function memory() {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const store = new MemoryTraceStore({ clock });
  return { store, advance: (ms: number) => clock.advance(ms) };
}

/** Two peers in one process, with messages that are copied as between workers. */
function peers(store: MemoryTraceStore): { readonly here: Peer; readonly server: StoreServer } {
  const server = new StoreServer(store);
  const listeners: ((message: never) => void)[] = [];
  const port = (own: number): PeerPort => ({
    postMessage: (message) => {
      const copy = structuredClone(message);
      queueMicrotask(() => listeners[1 - own]!(copy as never));
    },
    on: (_, listener) => listeners[own] = listener as (message: never) => void,
  });
  const here = new Peer(port(0), () => undefined);
  new Peer(
    port(1),
    ([part, name], args) =>
      part === "store" ? server.call(name!, args) : server.entries(name!, args),
  );
  return { here, server };
}

async function failedCases(cases: ReturnType<typeof traceStoreContract>): Promise<string[]> {
  const { results } = await runContract(cases);
  return results.filter(({ verdict }) => verdict === "failed").map(({ name }) => name);
}

Deno.test("a store in the hands of a process keeps the whole contract of stores", async () => {
  const cases = traceStoreContract(() => {
    const { store, advance } = memory();
    return { store: new ProcessStore(store, new RunJournal()), advance };
  }, OPTIONS);
  assertEquals(await failedCases(cases), []);
});

Deno.test("a store on the other side of a worker keeps the whole contract too", async () => {
  const cases = traceStoreContract(() => {
    const { store, advance } = memory();
    const { here, server } = peers(store);
    return { store: remoteStore(here), advance, close: () => server.close() };
  }, OPTIONS);
  assertEquals(await failedCases(cases), []);
});

Deno.test("a process that was stopped reaches the store no more, by whatever method", async () => {
  const inner = new MemoryTraceStore();
  const event = { type: "note", stream: "s", payload: 1 };
  await inner.append("t", [event, event]);
  const journal = new RunJournal();
  const store = new ProcessStore(inner, journal, { kind: "after", record: 1 });
  const open = store.read("t");
  assertEquals((await open.next()).done, false);
  const lease = await store.acquire("t", "o", 1000);
  await assertRejects(() => store.append("t", [event]), Error, "was stopped");
  assertEquals([journal.records, journal.isStopped], [1, true]);
  const uses: readonly (() => Promise<unknown>)[] = [
    () => store.append("t", [event]),
    () => open.next(),
    async () => await store.read("t").next(),
    async () => await store.readBackwards("t").next(),
    () => store.delete("t"),
    () => store.load("t", []),
    () => store.threads(),
    () => store.acquire("t", "o", 1),
    () => store.renew(lease, 1),
    () => store.release(lease),
    () => store.lease("t"),
  ];
  for (const use of uses) await assertRejects(use, Error, "was stopped");
  store.noteRequest("hash", 1);
  assertEquals(journal.requests.size, 0);
  await open.return?.();
});
