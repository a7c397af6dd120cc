import { type Clock, systemClock } from "../clock.ts";
import { requireKnownOptions } from "../known_options.ts";
import { shown } from "../shown.ts";
import { checkClock } from "../store/check_arguments.ts";
import type { TraceStore } from "../store/trace_store.ts";
import type { Agent } from "./graph.ts";
import { Thread } from "./thread.ts";

/** Options of {@linkcode AgentCatalog}. */
export interface AgentCatalogOptions {
  /** How long another process must wait for a thread whose process is gone, in milliseconds. @default {300000} */
  readonly leaseMs?: number | undefined;
  /** Where time comes from. @default {systemClock} */
  readonly clock?: Clock | undefined;
}

/**
 * The agents of one process over a store.
 *
 * @example An agent that asks a model
 * ```ts
 * import {
 *   AgentCatalog,
 *   latestTurn,
 *   MemoryTraceStore,
 *   messagesOf,
 *   ScriptedChatModel,
 * } from "@wholeturn/wholeturn/testing";
 * import type { Agent, ChatModel } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const chat: Agent<ChatModel> = {
 *   resources: new ScriptedChatModel([{ content: "Twenty years." }]),
 *   build: (model) => ({
 *     steps: [{
 *       kind: "model",
 *       name: "answer",
 *       model,
 *       build: (trace) => ({ messages: messagesOf(trace) }),
 *     }],
 *     next: (trace) => latestTurn(trace).length === 1 ? "answer" : undefined,
 *   }),
 * };
 * const catalog = new AgentCatalog(new MemoryTraceStore(), { chat });
 * const entries = await catalog.thread("thread", "chat").send("How long?");
 * assertEquals(entries.map(({ event }) => event.type), ["input", "model_call", "turn_end"]);
 * ```
 */
export class AgentCatalog {
  readonly #store: TraceStore;
  readonly #agents: Readonly<Record<string, Agent>>;
  readonly #leaseMs: number;
  readonly #clock: Clock;

  /**
   * Makes a catalog.
   *
   * @param store Where the threads are.
   * @param agents The agents by their names.
   * @param options How long a lease lasts.
   * @throws {TypeError} If there is no store, or an agent is none.
   * @throws {RangeError} If the time of a lease is not positive.
   */
  constructor(
    store: TraceStore,
    agents: Readonly<Record<string, Agent>>,
    options: AgentCatalogOptions = {},
  ) {
    requireKnownOptions("make a catalog", options ?? {}, { leaseMs: true, clock: true });
    const { leaseMs = 300_000, clock = systemClock } = options ?? {};
    checkClock(clock);
    if (typeof store?.append !== "function") {
      throw new TypeError(`Cannot make a catalog as it needs a trace store: got ${shown(store)}`);
    }
    if (typeof agents !== "object" || agents === null) {
      throw new TypeError(
        `Cannot make a catalog as the agents must be an object by names: got ${shown(agents)}`,
      );
    }
    for (const [name, agent] of Object.entries(agents)) requireAgent(name, agent);
    if (!Number.isFinite(leaseMs) || leaseMs <= 0) {
      throw new RangeError(
        `Cannot make a catalog as 'leaseMs' must be positive: current value is ${shown(leaseMs)}`,
      );
    }
    this.#store = store;
    this.#agents = { ...agents };
    this.#leaseMs = leaseMs;
    this.#clock = clock;
  }

  /**
   * Gives a thread. It comes to be by its first turn.
   *
   * @param id Its id in the store.
   * @param agent The name of the agent that answers.
   * @throws {RangeError} If there is no agent of that name.
   */
  thread(id: string, agent: string): Thread {
    if (!Object.hasOwn(this.#agents, agent)) {
      throw new RangeError(
        `Cannot give a thread of ${shown(agent)} as there is no such agent: there is ${
          Object.keys(this.#agents).join(", ") || "none"
        }`,
      );
    }
    const options = { leaseMs: this.#leaseMs, clock: this.#clock };
    return new Thread(this.#store, id, this.#agents[agent]!, options);
  }
}

function requireAgent(name: string, agent: unknown): void {
  if (typeof (agent as Partial<Agent> | null)?.build === "function") return;
  throw new TypeError(
    `Cannot make a catalog as the agent '${name}' must have a method 'build': got ${shown(agent)}`,
  );
}
