import type { Entry, SealedEvent } from "../../store/trace_event.ts";
import type { AppendOptions, Lease, TraceStore } from "../../store/trace_store.ts";
import { take } from "../contract/events.ts";
import { refusalOf, thrownText } from "../contract/expectations.ts";
import { violationOf } from "../contract/violation_of.ts";
import type { Command } from "./command.ts";

/** What can be seen of a call's outcome, without what differs from store to store. */
export type Outcome = unknown;

/** Plays commands on one store. */
export class Player {
  readonly #store: TraceStore;
  readonly #leases: Lease[] = [];

  /** @param store The store. */
  constructor(store: TraceStore) {
    this.#store = store;
  }

  /**
   * Plays one command other than those of followers and of the clock, and tells its outcome.
   *
   * @throws {ContractViolation} If the answer has not the shape of one.
   */
  async play(command: Command, last: number): Promise<Outcome> {
    try {
      return await this.#play(command, last);
    } catch (error) {
      if (violationOf(error) !== undefined) throw error;
      return { refused: refusalOf(error)?.code ?? thrownText(error) };
    }
  }

  /** All that can be seen of the store. */
  async state(threads: readonly string[]): Promise<Outcome> {
    const logs: Record<string, unknown> = {};
    for (const thread of threads) {
      const entries = await take(this.#store.read(thread), Infinity);
      const back = await take(this.#store.readBackwards(thread), Infinity);
      logs[thread] = {
        entries: entries.map(seen),
        back: back.map(({ position }) => position),
        owner: (await this.#store.lease(thread))?.owner,
      };
    }
    const listed = await this.#store.threads();
    return { logs, threads: listed.map(({ thread }) => thread) };
  }

  async #play(command: Command, last: number): Promise<Outcome> {
    const store = this.#store;
    switch (command.call) {
      case "append":
        return (await this.#append(command, last)).map(seen);
      case "read":
        return (await take(store.read(command.thread, { after: command.after }), Infinity))
          .map(seen);
      case "readBackwards":
        return (await take(store.readBackwards(command.thread), command.count)).map(seen);
      case "delete":
        return await store.delete(command.thread);
      case "load":
        return await store.load(command.thread, logOf(command.seqs));
      case "threads":
        return (await store.threads({ before: command.before, limit: command.limit }))
          .map(({ thread, first }) => ({ thread, first: seen(first) }));
      default:
        return await this.#playLease(command);
    }
  }

  async #playLease(command: Command): Promise<Outcome> {
    switch (command.call) {
      case "acquire": {
        const lease = await this.#store.acquire(command.thread, command.owner, command.ttlMs);
        this.#leases.push(lease);
        return { owner: lease.owner };
      }
      case "renew": {
        const lease = this.#lease(command.lease);
        return lease && { owner: (await this.#store.renew(lease, command.ttlMs)).owner };
      }
      case "release": {
        const lease = this.#lease(command.lease);
        return lease && await this.#store.release(lease);
      }
      case "lease": {
        const lease = await this.#store.lease(command.thread);
        return { owner: lease?.owner };
      }
    }
    return undefined;
  }

  async #append(
    { thread, events, expected, lease }: Extract<Command, { readonly call: "append" }>,
    last: number,
  ): Promise<readonly Entry[]> {
    const batch = events.map(([stream, payload]) => ({ type: "note", stream, payload }));
    const beliefs = {
      none: undefined,
      right: last,
      behind: Math.max(0, last - 1),
      ahead: last + 1,
    };
    const options: AppendOptions = {
      expected: beliefs[expected],
      lease: lease === undefined ? undefined : this.#lease(lease),
    };
    return await this.#store.append(thread, batch, options);
  }

  /** One of the leases there have been, counted from the newest. */
  #lease(index: number): Lease | undefined {
    return this.#leases.at(-1 - index);
  }
}

/** What of an entry is the same in every store: all but the time. */
export function seen({ position, event }: Entry): Outcome {
  const { type, stream, seq, payload } = event;
  return { position, type, stream, seq, payload };
}

function logOf(seqs: readonly (readonly [string, number])[]): SealedEvent[] {
  return seqs.map(([stream, seq], at) => ({
    type: "loaded",
    stream,
    payload: at,
    seq,
    ts: "2026-01-02T03:04:05.678Z",
  }));
}
