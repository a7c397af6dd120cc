import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import fc from "fast-check";
import { withDeadline } from "../../../src/clock.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import type { DraftEvent, Entry } from "../../../src/store/trace_event.ts";
import type { AppendOptions, ReadOptions } from "../../../src/store/trace_store.ts";
import { findAnomalies } from "../../../src/testing/history/find_anomalies.ts";
import type { AppendOperation, Operation } from "../../../src/testing/history/operation.ts";
import { recordHistory } from "../../../src/testing/history/record_history.ts";

function append(
  start: number,
  payloads: readonly string[],
  more: Partial<AppendOperation> = {},
): AppendOperation {
  return { call: "append", start, end: start + 1, payloads, outcome: "landed", ...more };
}

function read(start: number, payloads: readonly string[]): Operation {
  return { call: "read", start, end: start + 1, payloads };
}

const ONE_ANOMALY: readonly {
  readonly kind: string;
  readonly history: readonly Operation[];
  readonly log: readonly string[];
  readonly message: string;
}[] = [
  { kind: "lost", history: [append(1, ["a"])], log: [], message: '"a" was acknowledged' },
  {
    kind: "duplicate",
    history: [append(1, ["a"])],
    log: ["a", "a"],
    message: '"a" at position 2 was there before',
  },
  { kind: "unknown-event", history: [], log: ["a"], message: "appended by nobody" },
  {
    kind: "wrong-position",
    history: [append(1, ["a"], { position: 2 })],
    log: ["a"],
    message: "said to be at position 2 and is at 1",
  },
  {
    kind: "expectation-ignored",
    history: [append(1, ["a"]), append(3, ["b"], { expected: 0 })],
    log: ["a", "b"],
    message: "expected position 0 to be the last and is at 2",
  },
  {
    kind: "refused-but-landed",
    history: [append(1, ["a"], { outcome: "refused" })],
    log: ["a"],
    message: "was refused and is in the log",
  },
  {
    kind: "torn",
    history: [append(1, ["a", "b"], { outcome: "unknown" })],
    log: ["a"],
    message: "it is at 1, nowhere",
  },
  {
    kind: "reordered",
    history: [append(1, ["a"]), append(3, ["b"])],
    log: ["b", "a"],
    message: '"b" is at position 1, before the append of "a"',
  },
  {
    kind: "no-prefix",
    history: [append(1, ["a"]), append(1, ["b"]), read(1, ["b"])],
    log: ["a", "b"],
    message: 'gave "b" at position 1, where the log has "a"',
  },
  {
    kind: "stale-read",
    history: [append(1, ["a"]), read(3, [])],
    log: ["a"],
    message: "gave 0 events",
  },
];

for (const { kind, history, log, message } of ONE_ANOMALY) {
  Deno.test(`findAnomalies() finds what is ${kind}, and nothing else`, () => {
    const found = findAnomalies(history, log);
    assertEquals(found.map((one) => one.kind), [kind as never]);
    assertStringIncludes(found[0]!.message, message);
  });
}

Deno.test("findAnomalies() lets both outcomes of an append without an answer stand", () => {
  const lost = append(1, ["a", "b"], { outcome: "unknown" });
  assertEquals(findAnomalies([lost], []), []);
  assertEquals(findAnomalies([lost], ["a", "b"]), []);
});

Deno.test("findAnomalies() finds nothing in any history of calls made one after another", () => {
  const step = fc.oneof(fc.constant("read" as const), fc.nat({ max: 3 }));
  fc.assert(fc.property(fc.array(step), (steps) => {
    const log: string[] = [];
    const history = steps.map((one, index) => {
      if (one === "read") return read(2 * index, [...log]);
      const payloads = Array.from({ length: one }, (_, at) => `${index}.${at}`);
      const position = log.length + 1;
      log.push(...payloads);
      return append(2 * index, payloads, { position, expected: position - 1 });
    });
    assertEquals(findAnomalies(history, log), []);
  }));
});

/** Lets a turn pass, as a driver does. */
const aTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

type Batch = readonly DraftEvent[];

const FAULTY: Readonly<Record<string, new () => MemoryTraceStore>> = {
  "expectation-ignored": class extends MemoryTraceStore {
    override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
      await aTurn();
      const { expected } = options;
      const isStale = await super.append(thread, [], { expected }).then(() => false, () => true);
      await aTurn();
      return await super.append(thread, batch, isStale ? options : {});
    }
  },
  lost: class extends MemoryTraceStore {
    #count = 0;
    override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
      if (++this.#count % 20 !== 0 || options.expected !== undefined) {
        return await super.append(thread, batch, options);
      }
      return batch.map((event, at) => ({
        position: at + 1,
        event: { ...event, seq: 0, ts: "2026-01-01T00:00:00.000Z" },
      }));
    }
  },
  duplicate: class extends MemoryTraceStore {
    #count = 0;
    override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
      const given = await super.append(thread, batch, options);
      return ++this.#count % 20 === 0 ? await super.append(thread, batch) : given;
    }
  },
  torn: class extends MemoryTraceStore {
    override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
      const given = [...await super.append(thread, batch.slice(0, 1), options)];
      await aTurn();
      if (batch.length > 1) given.push(...await super.append(thread, batch.slice(1)));
      return given;
    }
  },
  "stale-read": class extends MemoryTraceStore {
    override async *read(thread: string, options: ReadOptions = {}): AsyncIterableIterator<Entry> {
      const entries: Entry[] = [];
      for await (const entry of super.read(thread, options)) entries.push(entry);
      yield* entries.slice(0, this.#known);
      this.#known = entries.length;
    }
    #known = 0;
  },
};

Deno.test("recordHistory() of the store in memory has no anomalies, whatever the seed", async () => {
  for (const seed of [1, 2, 3]) {
    const { history, log } = await recordHistory([new MemoryTraceStore()], { seed });
    assertEquals(history.length, 480);
    assert(history.some((one) => one.call === "append" && one.outcome === "refused"));
    assertEquals(findAnomalies(history, log), []);
  }
});

for (const [kind, Store] of Object.entries(FAULTY)) {
  Deno.test(`workers that race find a store whose fault is ${kind}`, async () => {
    const { history, log } = await recordHistory([new Store()], { operations: 30 });
    const kinds = new Set<string>(findAnomalies(history, log).map((one) => one.kind));
    assert(kinds.has(kind), `found: ${[...kinds].join(", ")}`);
  });
}

Deno.test("recordHistory() takes answers that are lost for unknown, and finds who retries blindly", async () => {
  /** Loses every fifth answer of an append, before or after it has landed. */
  class LosesAnswers extends MemoryTraceStore {
    count = 0;
    override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
      const turn = ++this.count % 10;
      if (turn === 0) throw new Error("The connection is gone");
      const given = await super.append(thread, batch, options);
      if (turn === 5) throw new Error("The connection is gone");
      return given;
    }
  }
  /** Tries again whatever has failed, without knowing whether it has landed. */
  class Retries extends LosesAnswers {
    override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
      try {
        return await super.append(thread, batch, options);
      } catch (error) {
        if (options.expected !== undefined) throw error;
        return await super.append(thread, batch, options);
      }
    }
  }
  const { history, log } = await recordHistory([new LosesAnswers()], { operations: 40 });
  const unknown = history.filter((one) => one.call === "append" && one.outcome === "unknown");
  const landed = unknown.filter(({ payloads }) => log.includes(payloads[0]!));
  assert(landed.length > 0 && landed.length < unknown.length, "both kinds must be there");
  assertEquals(findAnomalies(history, log), []);
  const retried = await recordHistory([new Retries()], { operations: 40 });
  const kinds = findAnomalies(retried.history, retried.log).map(({ kind }) => kind);
  assert(kinds.includes("duplicate"), `found: ${kinds.join(", ")}`);
});

Deno.test("recordHistory() leaves out what a read has not given", async () => {
  class LosesReads extends MemoryTraceStore {
    #count = 0;
    override read(thread: string, options: ReadOptions = {}) {
      if (++this.#count % 7 === 0) throw new Error("The connection is gone");
      return super.read(thread, options);
    }
    override readBackwards(thread: string) {
      if (++this.#count % 7 === 0) throw new Error("The connection is gone");
      return super.readBackwards(thread);
    }
  }
  const { history, log } = await recordHistory([new LosesReads()], { operations: 23 });
  assert(history.length > 100 && history.length < 8 * 23);
  assertEquals(findAnomalies(history, log), []);
});

Deno.test("recordHistory() gives no history in which nothing has landed", async () => {
  const store = Object.assign(new MemoryTraceStore(), {
    append: () => Promise.reject(new Error("connection refused")),
  });
  const error = await assertRejects(() => recordHistory([store], { operations: 3 }));
  assertStringIncludes(
    (error as Error).message,
    'Expected an append to land, but none did: append("history") threw Error: connection refused',
  );
});

Deno.test("recordHistory() ends with the first worker that fails, though another waits for long", async () => {
  let count = 0;
  const append = () =>
    ++count === 2 ? Promise.resolve("landed" as never) : new Promise<never>(() => {});
  const store = Object.assign(new MemoryTraceStore(), { append });
  const recording = recordHistory([store], { operations: 9, timeoutMs: 10_000_000 });
  const outcome = await withDeadline(10_000, recording.catch((error: Error) => error.message));
  assertMatch(
    String(outcome),
    /Expected append\(\) to give a list of entries, but it gave "landed"/,
  );
});

Deno.test("recordHistory() and findAnomalies() refuse wrong arguments", async () => {
  const stores = [new MemoryTraceStore()];
  for (
    const [call, error, message] of [
      [() => recordHistory([]), TypeError, "a list of at least one store"],
      [() => recordHistory(stores, { workers: 0 }), RangeError, "'workers' must be a positive"],
      [() => recordHistory(stores, { operations: 1.5 }), RangeError, "current value is 1.5"],
      [() => recordHistory(stores, { worker: 1 } as never), TypeError, 'did you mean "workers"'],
    ] as const
  ) {
    assertStringIncludes((await assertRejects(call, error)).message, message);
  }
  assertThrows(() => findAnomalies({} as never, []), TypeError, "'history' must be a list");
  assertThrows(() => findAnomalies([], "ab" as never), TypeError, "'log' must be a list");
});
