/** The contract of trace stores under `node:test`, on a SQLite file that is shared, closed and opened again. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "@wholeturn/wholeturn";
import { SqliteTraceStore, traceStoreContract } from "@wholeturn/wholeturn/testing";

/** Opens an empty store for one case, and says what a case may do with it besides. */
async function open() {
  const folder = await mkdtemp(join(tmpdir(), "store-"));
  const opened = [];
  const openFile = async (clock) => {
    // A test does not lose its power, so no commit need wait for the disk.
    const store = await SqliteTraceStore.open(join(folder, "store.sqlite"), {
      clock,
      synchronous: "normal",
    });
    opened.push(store);
    return store;
  };
  const closeAll = () => {
    for (const store of opened.splice(0)) store.close();
  };
  return {
    store: await openFile(),
    peer: () => openFile(),
    skewed: (offsetMs) => openFile({ ...systemClock, now: () => systemClock.now() + offsetMs }),
    reopen: () => {
      closeAll();
      return openFile();
    },
    close: async () => {
      closeAll();
      await rm(folder, { recursive: true });
    },
  };
}

for (const { name, skip, run } of traceStoreContract(open, { stressMs: 100 })) {
  test(name, { skip }, run);
}
