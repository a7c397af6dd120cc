import type { Entry } from "../../../src/store/trace_event.ts";
import type { Fault } from "../fault.ts";
import { faultsOf } from "../fault.ts";
import { PlainStore } from "../plain_store.ts";

const fault = faultsOf("broken");

const SEALS = "append: test_append_seals_exactly_as_the_sealing_rule_says";
const READS = "read: test_read_numbers_appends_gaplessly_in_append_order";
const LEASES = "lease: test_acquire_gives_a_lease_that_lease_reads_back";
const LISTS = "threads: test_threads_lists_each_thread_with_its_first_event_newest_first";

/** Stores that are hardly stores: they throw, hang, and answer what is no answer. */
export const BROKEN_FAULTS: readonly Fault[] = [
  fault(
    "append() throws an error of the driver",
    SEALS,
    class extends PlainStore {
      override append(): Promise<readonly Entry[]> {
        return Promise.reject(new Error("connection refused"));
      }
    },
  ),
  fault(
    "append() never answers",
    SEALS,
    class extends PlainStore {
      override append(): Promise<readonly Entry[]> {
        return new Promise(() => {});
      }
    },
  ),
  fault(
    "append() gives nothing",
    SEALS,
    class extends PlainStore {
      override async append(...args: never): Promise<readonly Entry[]> {
        await super.append(...args as Parameters<PlainStore["append"]>);
        return undefined as never;
      }
    },
  ),
  fault(
    "append() gives events for entries",
    SEALS,
    class extends PlainStore {
      override async append(...args: never): Promise<readonly Entry[]> {
        const given = await super.append(...args as Parameters<PlainStore["append"]>);
        return given.map(({ event }) => event) as never;
      }
    },
  ),
  fault(
    "read() gives a promise",
    READS,
    class extends PlainStore {
      override read(): AsyncIterableIterator<Entry> {
        return Promise.resolve([]) as never;
      }
    },
  ),
  fault(
    "read() gives events for entries",
    READS,
    class extends PlainStore {
      override read(thread: string): AsyncIterableIterator<Entry> {
        const reader = super.read(thread);
        const next = reader.next.bind(reader);
        reader.next = async () => {
          const { done, value } = await next();
          return { done, value: value?.event } as never;
        };
        return reader;
      }
    },
  ),
  fault(
    "read() never ends",
    READS,
    class extends PlainStore {
      override read(thread: string): AsyncIterableIterator<Entry> {
        const event = { type: "", stream: "", payload: thread, seq: 0, ts: "" };
        return {
          [Symbol.asyncIterator]() {
            return this;
          },
          next: () => Promise.resolve({ done: false, value: { position: 1, event } }),
        };
      }
    },
  ),
  fault(
    "read() rejects with what is no error",
    READS,
    class extends PlainStore {
      override read(thread: string): AsyncIterableIterator<Entry> {
        const reader = super.read(thread);
        reader.next = () => Promise.reject(null);
        return reader;
      }
    },
  ),
  fault(
    "lease() gives null for none",
    "lease: test_an_expired_lease_is_free",
    class extends PlainStore {
      override async lease(thread: string) {
        return await super.lease(thread) ?? null as never;
      }
    },
  ),
  fault(
    "acquire() gives times as numbers",
    LEASES,
    class extends PlainStore {
      override async acquire(thread: string, owner: string, ttlMs: number) {
        const lease = await super.acquire(thread, owner, ttlMs);
        return { ...lease, expiresAt: Date.parse(lease.expiresAt) as never };
      }
    },
  ),
  fault(
    "threads() gives ids",
    LISTS,
    class extends PlainStore {
      override async threads(options = {}) {
        return (await super.threads(options)).map(({ thread }) => thread) as never;
      }
    },
  ),
  fault(
    "threads() is not there",
    LISTS,
    class extends PlainStore {
      override threads = undefined as never;
    },
  ),
];
