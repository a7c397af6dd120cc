import { canonicalJson } from "../../../src/agent/canonical_json.ts";
import { hashJson } from "../../../src/agent/hash_json.ts";
import { noteRequest } from "../../../src/agent/observed_store.ts";
import type { AgentRuntime, AgentThread, World } from "../../../src/agent/resume/agent_runtime.ts";
import type { DraftEvent, Json, SealedEvent } from "../../../src/store/trace_event.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";

/** What a bad loop does otherwise. */
export interface LoopFaults {
  /** Appends again when an append fails. */
  readonly retries?: boolean;
  /** Says that it has charged before it has. */
  readonly recordsFirst?: boolean;
  /** Charges under a key of chance. */
  readonly freshKeys?: boolean;
  /** Keeps the conversation in memory. */
  readonly remembers?: boolean;
  /** Does nothing about an open turn. */
  readonly forgets?: boolean;
  /** Begins an open turn again. */
  readonly restarts?: boolean;
  /** Notes when an append fails. */
  readonly notesFailures?: boolean;
}

/** What was charged, by whom knows no more. */
export interface Charge {
  readonly key: string;
  readonly cents: number;
}

/** The request that a loop makes of the events before it: nothing of this package is in it. */
export function requestFor(said: readonly string[]): Json {
  return { prompt: ["Be kind.", ...said].join("\n") };
}

/** What was said in a thread. */
export function saidIn(events: readonly Pick<SealedEvent, "type" | "payload">[]): string[] {
  return events.filter(({ type }) => type === "user" || type === "reply")
    .map(({ payload }) => String((payload as { text: string }).text));
}

/** A loop as people write them by hand: ask, charge, done; each noted in the log. */
class HandThread implements AgentThread {
  readonly #store: TraceStore;
  readonly #id: string;
  readonly #charges: Charge[];
  readonly #faults: LoopFaults;
  readonly #memory: string[] = [];

  constructor(store: TraceStore, id: string, charges: Charge[], faults: LoopFaults) {
    this.#store = store;
    this.#id = id;
    this.#charges = charges;
    this.#faults = faults;
  }

  async send(input: Json): Promise<void> {
    await this.resume();
    await this.#append({ type: "user", stream: "s", payload: { text: String(input) } });
    this.#memory.push(String(input));
    await this.#go();
  }

  async resume(): Promise<void> {
    const log = await this.#log();
    const last = log.at(-1);
    if (last === undefined || last.type === "done" || this.#faults.forgets) return;
    if (this.#faults.restarts) {
      const { type, stream, payload } = log.findLast(({ type }) => type === "user")!;
      await this.#append({ type, stream, payload });
    }
    await this.#go();
  }

  async #go(): Promise<void> {
    for (let last = (await this.#log()).at(-1)!; last.type !== "done";) {
      if (last.type === "user") await this.#ask();
      else if (last.type === "reply" || last.type === "charging") await this.#charge(last);
      else await this.#append({ type: "done", stream: "s", payload: null });
      last = (await this.#log()).at(-1)!;
    }
  }

  async #ask(): Promise<void> {
    const said = this.#faults.remembers ? this.#memory : saidIn(await this.#log());
    const request = requestFor(said);
    const hash = await hashJson(request);
    noteRequest(this.#store, hash, request);
    const text = `Reply to ${canonicalJson(request).length} characters`;
    await this.#append({ type: "reply", stream: "s", payload: { text, hash } });
    this.#memory.push(text);
  }

  async #charge(last: SealedEvent): Promise<void> {
    const key = this.#faults.freshKeys
      ? crypto.randomUUID()
      : `${this.#id}/${(await this.#log()).length}`;
    if (last.type === "reply" && !this.#faults.freshKeys) {
      await this.#append({ type: "charging", stream: "s", payload: { key, cents: 5 } });
      if (!this.#faults.recordsFirst) return;
    }
    const due = last.type === "charging" ? last.payload as unknown as Charge : { key, cents: 5 };
    const charged: DraftEvent = { type: "charged", stream: "s", payload: null };
    if (this.#faults.recordsFirst) await this.#append(charged);
    this.#charges.push({ key: due.key, cents: due.cents });
    if (!this.#faults.recordsFirst) await this.#append(charged);
  }

  async #append(event: DraftEvent): Promise<void> {
    try {
      await this.#store.append(this.#id, [event]);
    } catch (error) {
      if (this.#faults.retries) await this.#store.append(this.#id, [event]);
      else if (this.#faults.notesFailures) {
        const payload = { message: "The store failed" };
        await this.#store.append(this.#id, [{ type: "failed", stream: "s", payload }]);
        throw error;
      } else throw error;
    }
  }

  async #log(): Promise<SealedEvent[]> {
    const events: SealedEvent[] = [];
    for await (const { event } of this.#store.read(this.#id)) events.push(event);
    return events;
  }
}

/** A world in which hand-written loops run; it counts what is charged. */
export function loopWorld(faults: LoopFaults = {}): World {
  const charges: Charge[] = [];
  return {
    process: (store): AgentRuntime => ({
      thread: (id) => new HandThread(store, id, charges, faults),
    }),
    effects: () => charges,
  };
}
