import { assertEquals } from "@std/assert";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import { SqliteTraceStore } from "../../../src/store/sqlite/sqlite_trace_store.ts";
import type { OpenStore } from "../../../src/testing/contract/contract_case.ts";
import { findAnomalies } from "../../../src/testing/history/find_anomalies.ts";
import { recordHistory } from "../../../src/testing/history/record_history.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { checkAgainstModel } from "../../../src/testing/model/check_against_model.ts";
import { NO_POSTGRES, openPostgres } from "../../store/support/postgres_server.ts";

interface Engine {
  readonly name: string;
  readonly open: OpenStore;
  /** How many sequences of calls: as many as take about a second. */
  readonly numRuns: number;
  readonly ignore?: boolean;
}

const ENGINES: readonly Engine[] = [
  {
    name: "SqliteTraceStore",
    numRuns: 60,
    async open() {
      const clock = new ManualClock(Date.now());
      const store = await SqliteTraceStore.open(":memory:", { clock });
      return { store, advance: (ms) => clock.advance(ms), close: () => store.close() };
    },
  },
  {
    name: "DenoKvTraceStore",
    numRuns: 20,
    async open() {
      const kv = await Deno.openKv(":memory:");
      return {
        store: new DenoKvTraceStore(kv),
        peer: () => new DenoKvTraceStore(kv),
        close: () => kv.close(),
      };
    },
  },
  {
    name: `PostgresTraceStore${NO_POSTGRES === undefined ? "" : ` (${NO_POSTGRES})`}`,
    numRuns: 10,
    ignore: NO_POSTGRES !== undefined,
    open: () => openPostgres("npm:postgres"),
  },
];

for (const { name, open, numRuns, ignore = false } of ENGINES) {
  Deno.test({
    name: `checkAgainstModel() cannot tell ${name} from the model`,
    ignore,
    fn: () => checkAgainstModel(open, { numRuns }),
  });

  Deno.test({
    name: `workers that race on ${name} find no anomalies`,
    ignore,
    async fn() {
      const { store, peer, close } = await open();
      try {
        const stores = peer === undefined ? [store] : [store, await peer()];
        const { history, log } = await recordHistory(stores, { operations: 20 });
        assertEquals(findAnomalies(history, log), []);
      } finally {
        await close?.();
      }
    },
  });
}
