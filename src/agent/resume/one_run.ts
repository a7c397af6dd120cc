import { TIMED_OUT, withDeadline } from "../../clock.ts";
import { shown } from "../../shown.ts";
import type { Json, SealedEvent } from "../../store/trace_event.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import { untilAborted } from "../../until_aborted.ts";
import type { AgentRuntime, AgentThread, Scenario, World } from "./agent_runtime.ts";
import { ProcessStore, RunJournal } from "./process_store.ts";
import type { Stop } from "./process_store.ts";

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
  #fault: { readonly error: unknown } | undefined;

  constructor(plan: RunPlan, world: World, store: TraceStore) {
    this.#plan = plan;
    this.#world = world;
    this.#store = store;
  }

  /** Sets a run up, lets it go, and gives what came of it. */
  static async of(plan: RunPlan, play: (run: OneRun) => Promise<void>): Promise<RunResult> {
    plan.signal?.throwIfAborted();
    const world = worldOf(await plan.scenario());
    const store = await plan.store();
    requireStore(store);
    const run = new OneRun(plan, world, store);
    try {
      await store.delete(THREAD);
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
    const runtime = await this.#world.process(store);
    if (typeof runtime?.thread !== "function") {
      throw new TypeError(
        "Cannot check as a process must be an AgentCatalog, or an object with 'thread': got " +
          shown(runtime),
      );
    }
    this.#processes.push({ runtime, store });
    return runtime.thread(THREAD, this.#plan.agent);
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
    const lease = await this.#store.lease(THREAD);
    if (lease !== undefined) await this.#store.release(lease);
  }

  async #result(): Promise<RunResult> {
    const events: SealedEvent[] = [];
    for await (const { event } of this.#store.read(THREAD)) events.push(event);
    const { records, requests } = this.#journal;
    const effects = this.#world.effects?.();
    return { events, records, requests, effects, fault: this.#fault };
  }

  async #close(): Promise<void> {
    for (const { runtime } of this.#processes) await runtime.close?.();
    const store = this.#store as Partial<AsyncDisposable & Disposable>;
    await (store[Symbol.asyncDispose] ?? store[Symbol.dispose])?.call(store);
  }
}

function worldOf(given: unknown): World {
  if (typeof given === "function") return { process: given as World["process"] };
  if (typeof (given as Partial<World> | null)?.process === "function") return given as World;
  throw new TypeError(
    "Cannot check as the scenario must give a function that builds a process, or a world with " +
      `one as 'process': got ${shown(given)}`,
  );
}

function requireStore(store: unknown): void {
  if (typeof (store as Partial<TraceStore> | null)?.append === "function") return;
  throw new TypeError(`Cannot check as 'store' must give a trace store: got ${shown(store)}`);
}
