/**
 * A process that takes the lease of the thread "t" and appends under it until it is refused. After each append it writes
 * its number, and at the end why it was refused.
 *
 * Its mode tells where it is stopped: by whoever started it ("loop"), by itself before the database is asked to commit
 * its fourth append ("commit", Deno KV only), or by itself between the look at the lease and the write ("unfenced", a
 * store that is wrong).
 *
 * Usage: deno run -A holder.ts <engine> <folder> <ttlMs> <loop|commit|unfenced>
 *
 * @module
 */
import { join } from "node:path";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import type { KvAtomic, KvLike } from "../../../src/store/kv/kv_like.ts";
import { leaseExpired } from "../../../src/store/refusals.ts";
import type { DraftEvent, Entry } from "../../../src/store/trace_event.ts";
import type { Lease } from "../../../src/store/trace_store.ts";
import { isTraceStoreError } from "../../../src/store/trace_store_error.ts";
import { type FileEngine, type FileStore, openFileStore } from "./file_stores.ts";
import { note } from "./notes.ts";

const [engine = "", folder = "", ttlMs = "", mode = ""] = Deno.args;

/** For how long to go on without being refused, in milliseconds: a store that refuses nothing must not go on for ever. */
const GIVE_UP_MS = 10_000;

/** Which append is stopped in its middle. */
const STOPPED = 3;

let number = 0;
let isStopped = false;

/** Stops the whole process, all its timers included, until somebody else lets it go on. */
function stopOnce(): void {
  if (number !== STOPPED || isStopped) return;
  isStopped = true;
  Deno.kill(Deno.pid, "SIGSTOP");
}

async function openStopping(): Promise<FileStore> {
  const kv = await Deno.openKv(join(folder, "store.kv"));
  const stopping: KvLike = {
    getMany: (keys) => kv.getMany([...keys]),
    list: kv.list.bind(kv),
    commitVersionstamp: kv.commitVersionstamp.bind(kv),
    atomic() {
      const commit = kv.atomic() as KvAtomic;
      const land = commit.commit.bind(commit);
      return Object.assign(commit, {
        commit: () => {
          stopOnce();
          return land();
        },
      });
    },
  };
  return { store: new DenoKvTraceStore(stopping), close: () => kv.close() };
}

const { store, close } = mode === "commit"
  ? await openStopping()
  : await openFileStore(engine as FileEngine, folder);

async function appendUnfenced(
  batch: readonly DraftEvent[],
  lease: Lease,
): Promise<readonly Entry[]> {
  if ((await store.lease(lease.thread))?.token !== lease.token) throw leaseExpired(lease);
  stopOnce();
  return await store.append(lease.thread, batch);
}

const lease = await store.acquire("t", "A", Number(ttlMs));
try {
  const end = Date.now() + GIVE_UP_MS;
  for (; Date.now() < end; number++) {
    const batch = [note("a", `A${number}`)];
    if (mode === "unfenced") await appendUnfenced(batch, lease);
    else await store.append("t", batch, { lease });
    console.log(number);
  }
  console.log("NEVER REFUSED");
} catch (error) {
  console.log(isTraceStoreError(error) ? error.code : error);
}
await close();
