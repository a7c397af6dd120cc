import { checkLog } from "../../../src/store/check_log.ts";
import { isTraceStoreError, TraceStoreError } from "../../../src/store/trace_store_error.ts";
import type { SealedEvent } from "../../../src/store/trace_event.ts";
import type { Fault } from "../fault.ts";
import { faultsOf } from "../fault.ts";
import { PlainStore } from "../plain_store.ts";
import type { Log } from "../plain_store.ts";

const fault = faultsOf("load");

async function listOf(log: Log): Promise<SealedEvent[]> {
  const events: SealedEvent[] = [];
  for await (const event of log) events.push(event);
  return events;
}

/** Loads a log that was changed before it is checked. */
abstract class ChangedLog extends PlainStore {
  abstract change(events: readonly SealedEvent[]): readonly SealedEvent[];

  override async checkLog(log: Log) {
    return await super.checkLog(this.change(await listOf(log)));
  }
}

/** Faults of loading. */
export const LOAD_FAULTS: readonly Fault[] = [
  fault(
    "a load gives the events a new time",
    "test_load_restores_a_sealed_log_of_several_streams",
    class extends ChangedLog {
      change(events: readonly SealedEvent[]) {
        const ts = new Date(this.clock.now()).toISOString();
        return events.map((event) =>
          typeof event.ts === "string" && event.ts > "2" ? { ...event, ts } : event
        );
      }
    },
  ),
  fault(
    "a load does not restore the seqs",
    "test_load_restores_a_sealed_log_of_several_streams",
    class extends PlainStore {
      override async checkLog(log: Log) {
        const { events } = await super.checkLog(log);
        return { events, next: new Map() };
      }
    },
  ),
  fault(
    "a load adds to the thread",
    "test_load_replaces_the_thread_it_names",
    class extends PlainStore {
      override async load(thread: string, log: Log): Promise<void> {
        const { events, next } = await this.checkLog(log);
        const old = [...this.life(thread)?.kept ?? []];
        await super.load(thread, events);
        if (events.length > 0) this.life(thread)!.kept.unshift(...old);
        if (events.length > 0) this.life(thread)!.next = next;
      }
    },
  ),
  fault(
    "a load takes any log",
    "test_load_refuses_unsealed_and_gapped_logs",
    class extends PlainStore {
      override async checkLog(log: Log) {
        const next = new Map<string, number>();
        const events = (await listOf(log)).map((event) => {
          const seq = next.get(event.stream) ?? 0;
          next.set(event.stream, seq + 1);
          return { ...event, seq, ts: event.ts ?? new Date(0).toISOString() };
        });
        return await super.checkLog(events);
      }
    },
  ),
  fault(
    "an empty log changes nothing",
    "an empty log deletes",
    class extends PlainStore {
      override async load(thread: string, log: Log): Promise<void> {
        const { events } = await this.checkLog(log);
        this.checkName(thread, "thread");
        if (events.length > 0) await super.load(thread, events);
      }
    },
  ),
  fault(
    "a log must be a list",
    "a log may come bit by bit",
    class extends PlainStore {
      override async checkLog(log: Log) {
        return await super.checkLog([...log as Iterable<SealedEvent>]);
      }
    },
  ),
  fault(
    "what came of a log that breaks off is loaded",
    "a log that breaks off lands nothing",
    class extends PlainStore {
      override async checkLog(log: Log) {
        const events: SealedEvent[] = [];
        try {
          for await (const event of log) events.push(event);
        } catch {
          // What came is enough.
        }
        return await super.checkLog(events);
      }
    },
  ),
  fault(
    "the lease is dropped before the log is checked",
    "a refused log leaves lease and followers",
    class extends PlainStore {
      override async load(thread: string, log: Log): Promise<void> {
        this.dropLease(thread);
        await super.load(thread, log);
      }
    },
  ),
  fault(
    "INVALID_LOG without the event",
    "INVALID_LOG tells the event",
    class extends PlainStore {
      override async checkLog(log: Log) {
        try {
          return await super.checkLog(log);
        } catch (error) {
          if (!isTraceStoreError(error, "INVALID_LOG")) throw error;
          throw new TraceStoreError("INVALID_LOG", "There is a gap");
        }
      }
    },
  ),
  fault(
    "a seq twice is taken for once",
    "seqs that are no 0, 1, 2 … within each stream are refused",
    class extends ChangedLog {
      change(events: readonly SealedEvent[]) {
        return events.filter(({ stream, seq }, at) =>
          at === 0 || events[at - 1]?.stream !== stream || events[at - 1]?.seq !== seq
        );
      }
    },
  ),
  fault(
    "seqs may begin at 1",
    "seqs that are no 0, 1, 2 … within each stream are refused",
    class extends ChangedLog {
      change(events: readonly SealedEvent[]) {
        const isFrom1 = events.length > 0 && events.every(({ seq }) => seq >= 1);
        return isFrom1 ? events.map((event) => ({ ...event, seq: event.seq - 1 })) : events;
      }
    },
  ),
  fault(
    "the seqs of a second stream are not checked",
    "seqs that are no 0, 1, 2 … within each stream are refused",
    class extends ChangedLog {
      change(events: readonly SealedEvent[]) {
        const first = events[0]?.stream;
        let count = 0;
        return first === "b"
          ? events.map((event) => event.stream === first ? event : { ...event, seq: count++ })
          : events;
      }
    },
  ),
  fault(
    "a ts may be anything",
    "a ts that is none is refused",
    class extends ChangedLog {
      change(events: readonly SealedEvent[]) {
        return events.map((event) =>
          "ts" in event ? { ...event, ts: "2026-01-02T03:04:05.678Z" } : event
        );
      }
    },
  ),
  fault(
    "a time in numbers is a ts",
    "a ts that is none is refused",
    class extends ChangedLog {
      change(events: readonly SealedEvent[]) {
        return events.map((event) =>
          typeof event.ts === "number" ? { ...event, ts: new Date(event.ts).toISOString() } : event
        );
      }
    },
  ),
  fault(
    "payloads of a log are not checked",
    "payloads and names are checked as in append()",
    class extends ChangedLog {
      change(events: readonly SealedEvent[]) {
        return events.map((event) => ({
          ...event,
          payload: JSON.parse(JSON.stringify(event.payload)),
        }));
      }
    },
  ),
  fault(
    "the log is kept as it was given",
    "a change to the log afterwards is not kept",
    class extends PlainStore {
      override async load(thread: string, log: Log): Promise<void> {
        const events = await listOf(log);
        await super.load(thread, events);
        const life = this.life(thread);
        if (events.length === 1) life?.kept.splice(0, 1, events[0]);
      }
      override give(kept: unknown): SealedEvent {
        return typeof kept === "string" ? super.give(kept) : structuredClone(kept as SealedEvent);
      }
    },
  ),
  fault(
    "a loaded thread keeps its place",
    "a thread that is loaded is the newest",
    class extends PlainStore {
      override async load(thread: string, log: Log): Promise<void> {
        const order = [...this.lives.keys()];
        await super.load(thread, log);
        if (!order.includes(thread)) return;
        const lives = new Map(this.lives);
        this.lives.clear();
        for (const id of order) if (lives.has(id)) this.lives.set(id, lives.get(id)!);
      }
    },
  ),
  fault(
    "a load stops at 1,000 events",
    "a long log is loaded whole",
    class extends ChangedLog {
      change(events: readonly SealedEvent[]) {
        return events.slice(0, 1000);
      }
    },
  ),
  fault(
    "a load loses the members of payloads that sort last",
    "what a read gives makes the same thread elsewhere",
    class extends PlainStore {
      override async checkLog(log: Log) {
        const { events, next } = await checkLog(log);
        const plain = events.map((event) => ({
          ...event,
          payload: JSON.parse(JSON.stringify(event.payload).replaceAll("\\u0000", "")),
        }));
        return { events: plain, next };
      }
    },
  ),
];
