import { assertEquals } from "@std/assert";
import type { Clock } from "../../../src/clock.ts";
import { findAnomalies } from "../../../src/testing/history/find_anomalies.ts";
import { recordHistory } from "../../../src/testing/history/record_history.ts";
import { contractTests } from "../support/contract_tests.ts";
import { type FileEngine, type FileStore, openFileStore } from "../support/file_stores.ts";
import { skewedClock } from "../support/skewed_clock.ts";

async function open(engine: FileEngine) {
  const folder = await Deno.makeTempDir({ prefix: "wholeturn-store-" });
  const opened: FileStore[] = [];
  const openOne = async (clock?: Clock) => {
    const one = await openFileStore(engine, folder, clock === undefined ? {} : { clock });
    opened.push(one);
    return one.store;
  };
  const peer = () => openOne();
  const closeAll = async () => {
    for (const one of opened.splice(0)) await one.close();
  };
  return {
    store: await peer(),
    peer,
    skewed: (offsetMs: number) => openOne(skewedClock(offsetMs)),
    reopen: async () => {
      await closeAll();
      return await peer();
    },
    close: async () => {
      await closeAll();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

contractTests("SqliteTraceStore on a file", () => open("sqlite"));
contractTests("DenoKvTraceStore on a file", () => open("deno-kv"));

Deno.test.each([{ engine: "sqlite" }, { engine: "deno-kv" }] as const)(
  "workers that race on two handles of a $engine file find no anomalies",
  async ({ engine }) => {
    const { store, peer, close } = await open(engine);
    try {
      const { history, log } = await recordHistory([store, await peer()], { operations: 30 });
      assertEquals(findAnomalies(history, log), []);
    } finally {
      await close();
    }
  },
);
