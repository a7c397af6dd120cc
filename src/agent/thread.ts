import { checkSignal } from "../check_signal.ts";
import type { Entry, Json } from "../store/trace_event.ts";
import type { TraceStore } from "../store/trace_store.ts";
import type { Agent } from "./graph.ts";
import { noteMisuse } from "./misuse.ts";
import { noteRequest } from "./observed_store.ts";
import { runTurn } from "./run_turn.ts";
import { ThreadLog } from "./thread_log.ts";
import type { ThreadLogOptions } from "./thread_log.ts";
import { isTurnOpen, latestTurn } from "./turn_records.ts";

/** How a part of a turn is run. */
export interface TurnOptions {
  /** Ends it; the turn stays open, and can be resumed. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * One conversation with an agent. All that is known of it stands in its log; `AgentCatalog.thread()` gives one.
 *
 * @example A turn that another process left open
 * ```ts
 * import { AgentCatalog, MemoryTraceStore } from "@wholeturn/wholeturn/testing";
 * import type { Agent } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const silent: Agent<null> = {
 *   resources: null,
 *   build: () => ({ steps: [], next: () => undefined }),
 * };
 * const store = new MemoryTraceStore();
 * await store.append("thread", [{ type: "input", stream: "turn", payload: "Hi" }]);
 * const thread = new AgentCatalog(store, { silent }).thread("thread", "silent");
 * const entries = await thread.resume();
 * assertEquals(entries.map(({ event }) => event.type), ["input", "turn_end"]);
 * ```
 */
export class Thread {
  readonly #store: TraceStore;
  readonly #agent: Agent;
  readonly #options: ThreadLogOptions;
  /** Its id in the store. */
  readonly id: string;

  /**
   * Makes a thread of what it is made of.
   *
   * @param store Where its log is.
   * @param id Its id in the store.
   * @param agent Who answers.
   * @param options How long a lease lasts, and where time comes from.
   */
  constructor(store: TraceStore, id: string, agent: Agent, options: ThreadLogOptions) {
    this.#store = store;
    this.#agent = agent;
    this.#options = options;
    this.id = id;
  }

  /**
   * Runs a new turn to its end; one that is still open is ended first.
   *
   * @param input What the agent is to answer.
   * @param options What ends it early.
   * @returns The entries of the new turn. The last tells how it ended: `turn_end` or `failure`.
   * @throws {TraceStoreError} `LEASE_HELD` if another process is at it; `LEASE_EXPIRED` or `STREAM_MOVED` if another has
   * taken over; `INVALID_EVENT` if the input is no JSON.
   * @throws What the store's engine throws; what was recorded is then unknown, and `resume()` finds out.
   * @throws {ScriptOverError} If a double has nothing left to play.
   */
  send(input: Json, options: TurnOptions = {}): Promise<readonly Entry[]> {
    return this.#with(options, async (log, run) => {
      if (isTurnOpen(log.trace)) await run();
      const before = log.position;
      await log.record("input", input);
      await run();
      return log.after(before);
    });
  }

  /**
   * Ends the turn that is open, if one is.
   *
   * @param options What ends it early.
   * @returns The entries of that turn, those recorded before included; none if no turn is open.
   * @throws As `send()` does.
   */
  resume(options: TurnOptions = {}): Promise<readonly Entry[]> {
    return this.#with(options, async (log, run) => {
      if (!isTurnOpen(log.trace)) return [];
      const before = log.trace.length - latestTurn(log.trace).length;
      await run();
      return log.after(before);
    });
  }

  async #with<T>(
    { signal }: TurnOptions,
    part: (log: ThreadLog, run: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    checkSignal(signal, "wait");
    signal?.throwIfAborted();
    const log = await ThreadLog.open(this.#store, this.id, this.#options);
    try {
      return await part(log, () =>
        runTurn(this.#agent, {
          log,
          signal,
          noteRequest: (hash, request) => noteRequest(this.#store, hash, request),
          noteMisuse: (error) => noteMisuse(this.#store, error),
        }));
    } finally {
      await log.close();
    }
  }
}
