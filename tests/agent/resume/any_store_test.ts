import { assertEquals, assertRejects } from "@std/assert";
import { checkResumeEquivalence } from "../../../src/agent/resume/check_resume_equivalence.ts";
import { ResumeMismatchError } from "../../../src/agent/resume/resume_mismatch_error.ts";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import { SqliteTraceStore } from "../../../src/store/sqlite/sqlite_trace_store.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";
import { NO_POSTGRES, openPostgres } from "../../store/support/postgres_server.ts";
import { loopWorld } from "../support/hand_loop.ts";
import { INPUTS, shopWorld } from "../support/shop.ts";

/** A store that all runs of a check share, and what closes it. */
interface Shared {
  readonly store: TraceStore;
  close(): Promise<void> | void;
}

const ENGINES: readonly {
  readonly engine: string;
  readonly skip?: string | undefined;
  open(): Promise<Shared>;
}[] = [
  {
    engine: "SqliteTraceStore",
    open: async () => {
      const store = await SqliteTraceStore.open(":memory:");
      return { store: lasting(store), close: () => store.close() };
    },
  },
  {
    engine: "DenoKvTraceStore",
    open: async () => {
      const kv = await Deno.openKv(":memory:");
      return { store: new DenoKvTraceStore(kv), close: () => kv.close() };
    },
  },
  {
    engine: "PostgresTraceStore",
    skip: NO_POSTGRES,
    open: async () => {
      const { store, close } = await openPostgres("npm:postgres", { notify: false });
      return { store: lasting(store), close };
    },
  },
];

/** The store without its end: the check disposes of what it opened, and this one outlives its runs. */
function lasting(store: TraceStore): TraceStore {
  return new Proxy(store, {
    get: (target, key) => {
      if (key === Symbol.dispose || key === Symbol.asyncDispose) return undefined;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

for (const { engine, skip, open } of ENGINES) {
  const because = skip === undefined ? "" : ` (${skip})`;
  const ignore = skip !== undefined;

  Deno.test({
    name: `checkResumeEquivalence() over a ${engine} stops a pure agent at every record${because}`,
    ignore,
    fn: async () => {
      const { store, close } = await open();
      try {
        const options = { store: () => store, stops: ["after", "lost", "before"] as const };
        const shop = await checkResumeEquivalence(() => shopWorld(), "clerk", INPUTS, options);
        assertEquals([shop.records, shop.runs.length], [16, 15 + 15 + 16 + 1]);
        const loop = await checkResumeEquivalence(() => loopWorld(), "any", ["Hi", "Bye"], options);
        assertEquals(loop.records, 10);
      } finally {
        await close();
      }
    },
  });

  Deno.test({
    name: `checkResumeEquivalence() over a ${engine} finds what a process keeps${because}`,
    ignore,
    fn: async () => {
      const { store, close } = await open();
      const counting = () => {
        let calls = 0;
        return { system: () => `Call ${++calls}` };
      };
      try {
        await assertRejects(
          () =>
            checkResumeEquivalence(() => shopWorld(counting), "clerk", INPUTS, {
              store: () => store,
            }),
          ResumeMismatchError,
          'messages[0].content: expected "Call 2", found "Call 1"',
        );
      } finally {
        await close();
      }
    },
  });
}
