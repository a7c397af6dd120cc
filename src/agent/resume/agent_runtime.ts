import type { Json } from "../../store/trace_event.ts";
import type { TraceStore } from "../../store/trace_store.ts";

/** A thread in the hands of one process. */
export interface AgentThread {
  /**
   * Runs a turn to its end. The first thing it appends to the store holds the input.
   *
   * @param input What the agent is to answer.
   * @param options What ends it early.
   */
  send(
    input: Json,
    options?: { readonly signal?: AbortSignal | undefined },
  ): PromiseLike<unknown>;
  /**
   * Ends the turn that an earlier process left open; does nothing if there is none.
   *
   * @param options What ends it early.
   */
  resume(options?: { readonly signal?: AbortSignal | undefined }): PromiseLike<unknown>;
}

/**
 * What one process holds. `AgentCatalog` is one; so is any runtime of your own whose state stands in a
 * {@linkcode TraceStore}, or can be put there.
 */
export interface AgentRuntime {
  /**
   * Gives a thread.
   *
   * @param id Its id in the store.
   * @param agent The name of the agent that answers.
   */
  thread(id: string, agent: string): AgentThread;
  /** Ends the process, where that is not done by forgetting it. */
  close?(): void | PromiseLike<void>;
}

/** What a process is started with besides its store. */
export interface ProcessOptions {
  /** Aborts when the run is over: what has not come to be by then is to be ended. */
  readonly signal?: AbortSignal | undefined;
}

/** Builds everything that one process holds over a store. It is called again for each new process. */
export type Process = (
  store: TraceStore,
  options?: ProcessOptions,
) => AgentRuntime | PromiseLike<AgentRuntime>;

/** The world outside, which all processes of one run share, and the processes in it. */
export interface World {
  /** Builds a process in this world. */
  readonly process: Process;
  /**
   * What was done in this world so far, in order, as values of JSON; what has a `key` may be done again under it when
   * a process stopped before it was recorded. The `calls` of a `ScriptedEffector` are such a list.
   */
  effects?(): readonly unknown[];
}

/** Sets up a fresh world. It is called once for each run; doubles stand here, what a process keeps does not. */
export type Scenario = () => Process | World | PromiseLike<Process | World>;
