import { TIMED_OUT, withDeadline } from "../../clock.ts";
import type { Json, SealedEvent } from "../../store/trace_event.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import { untilAborted } from "../../until_aborted.ts";
import type { AgentRuntime, AgentThread, Scenario, World } from "./agent_runtime.ts";
import { bounded } from "./bounded.ts";
import { ProcessStore, RunJournal } from "./process_store.ts";
import type { Stop } from "./process_store.ts";
import { effectsOf, requireProcess, requireStore, threadOf, worldOf } from "./run_parts.ts";

/** What all runs of a check have in common. */
export interface RunPlan {
  /** Sets up the world. */
  readonly scenario: Scenario;
  /** The name of the agent. */
  readonly agent: string;
  /** The inputs, a turn each. */
  readonly inputs: readonly Json[];
  /** Makes a store. */
  store(): TraceStore | PromiseLike<TraceStore>;
  /** How long a part of a turn may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the check. */
  readonly signal: AbortSignal | undefined;
}

/** What a run recorded and did. */
export interface RunResult {
  /** The events of the thread. */
  readonly events: readonly SealedEvent[];
  /** How many records landed. */
  readonly records: number;
  /** The requests that were built, by their hashes. */
  readonly requests: ReadonlyMap<string, unknown>;
  /** What was done outside, if that is known. */
  readonly effects: readonly unknown[] | undefined;
  /** What says that the agent has not the form it should have, if anything did. */
  readonly misuse: Error | undefined;
  /** What a process threw that was not stopped, if one did. */
  readonly fault: { readonly error: unknown } | undefined;
}

/** The thread of every run: effects have keys made of it. */
const THREAD = "thread";

/** One run of a check: a world, a store, and the processes that come and go. */
export class OneRun {
  readonly #plan: RunPlan;
  readonly #world: World;
  readonly #store: TraceStore;
  readonly #journal: RunJournal = new RunJournal();
  readonly #processes: { readonly runtime: AgentRuntime; readonly store: ProcessStore }[] = [];
  readonly #over: AbortController = new AbortController();
  #fault: { readonly error: unknown } | undefined;

  constructor(plan: RunPlan, world: World, store: TraceStore) {
    this.#plan = plan;
    this.#world = world;
    this.#store = store;
  }

  /** Sets a run up, lets it go, and gives what came of it. */
  static async of(plan: RunPlan, play: (run: OneRun) => Promise<void>): Promise<RunResult> {
    plan.signal?.throwIfAborted();
    const world = worldOf(await bounded(plan, "the scenario", () => plan.scenario()));
    const store = await bounded(plan, "'store'", () => plan.store());
    requireStore(store);
    const run = new OneRun(plan, world, store);
    try {
      await bounded(plan, "'delete' of the store", () => store.delete(THREAD));
      await play(run);
      return await run.#result();
    } finally {
      await run.#close();
    }
  }

  /** Sends all inputs to one process. */
  async playThrough(): Promise<void> {
    await this.#sendFrom(0, await this.#start());
  }

  /** Sends every input to the other of two processes. */
  async playAlternating(): Promise<void> {
    const processes = [await this.#start(), await this.#start()] as const;
    for (const [index, input] of this.#plan.inputs.entries()) {
      if (!await this.#part(() => processes[index % 2 === 0 ? 0 : 1].send(input, this.#options))) {
        return;
      }
    }
  }

  /** Stops the first process, resumes in a second, and sends it the inputs that are left. */
  async playStopped(stop: Stop): Promise<void> {
    const first = await this.#start(stop);
    let left = 0;
    for (const input of this.#plan.inputs) {
      const before = this.#journal.records;
      const ended = await this.#attempt(() => first.send(input, this.#options));
      if (this.#journal.isStopped) {
        if (this.#journal.records > before) left++;
        break;
      }
      if (!this.#keep(ended)) return;
      left++;
    }
    if (!this.#journal.isStopped) return;
    for (const { store } of this.#processes) store.kill();
    await this.#freeLease();
    const second = await this.#start();
    if (await this.#part(() => second.resume(this.#options))) await this.#sendFrom(left, second);
  }

  get #options(): { readonly signal: AbortSignal | undefined } {
    return { signal: this.#plan.signal };
  }

  async #start(stop?: Stop): Promise<AgentThread> {
    const store = new ProcessStore(this.#store, this.#journal, stop);
    const start = () => this.#world.process(store, { signal: this.#over.signal });
    const runtime = await bounded(this.#plan, "the start of a process", start);
    requireProcess(runtime);
    this.#processes.push({ runtime, store });
    return threadOf(runtime, THREAD, this.#plan.agent);
  }

  async #sendFrom(index: number, thread: AgentThread): Promise<void> {
    for (const input of this.#plan.inputs.slice(index)) {
      if (!await this.#part(() => thread.send(input, this.#options))) return;
    }
  }

  /** Runs a part that nothing stops; what it throws ends the run. */
  async #part(run: () => PromiseLike<unknown>): Promise<boolean> {
    return this.#keep(await this.#attempt(run));
  }

  #keep(ended: { readonly error: unknown } | undefined): boolean {
    if (ended !== undefined) this.#fault = ended;
    return ended === undefined;
  }

  async #attempt(
    run: () => PromiseLike<unknown>,
  ): Promise<{ readonly error: unknown } | undefined> {
    const { timeoutMs, signal } = this.#plan;
    try {
      const ended = await withDeadline(timeoutMs, untilAborted(run(), signal));
      if (ended !== TIMED_OUT) return undefined;
      return { error: new Error(`The process did not end its part within ${timeoutMs} ms`) };
    } catch (error) {
      signal?.throwIfAborted();
      return { error };
    }
  }

  async #freeLease(): Promise<void> {
    await bounded(this.#plan, "'lease' and 'release' of the store", async () => {
      const lease = await this.#store.lease(THREAD);
      if (lease !== undefined) await this.#store.release(lease);
    });
  }

  async #result(): Promise<RunResult> {
    const events: SealedEvent[] = [];
    await bounded(this.#plan, "'read' of the store", async () => {
      for await (const { event } of this.#store.read(THREAD)) events.push(event);
    });
    const { records, requests, misuse } = this.#journal;
    const effects = effectsOf(this.#world);
    return { events, records, requests, effects, misuse, fault: this.#fault };
  }

  async #close(): Promise<void> {
    this.#over.abort();
    for (const { store } of this.#processes) store.kill();
    // Also when the check was aborted: nothing may be left open.
    const plan = { ...this.#plan, signal: undefined };
    for (const { runtime } of this.#processes) {
      await bounded(plan, "the end of a process", () => runtime.close?.());
    }
    const store = this.#store as Partial<AsyncDisposable & Disposable>;
    const dispose = store[Symbol.asyncDispose] ?? store[Symbol.dispose];
    await bounded(plan, "the end of the store", () => dispose?.call(store));
  }
}
