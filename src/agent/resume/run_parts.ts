import { shown } from "../../shown.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import type { AgentRuntime, AgentThread, World } from "./agent_runtime.ts";

/** Gives the world that a scenario has set up. */
export function worldOf(given: unknown): World {
  if (typeof given === "function") return { process: given as World["process"] };
  if (typeof (given as Partial<World> | null)?.process === "function") return given as World;
  throw because(
    "the scenario must give a function that builds a process, or a world with one as 'process'",
    given,
  );
}

/** Makes sure that something is a store. */
export function requireStore(store: unknown): void {
  if (typeof (store as Partial<TraceStore> | null)?.append === "function") return;
  throw because("'store' must give a trace store", store);
}

/** Makes sure that something is a process. */
export function requireProcess(runtime: unknown): void {
  if (typeof (runtime as Partial<AgentRuntime> | null)?.thread === "function") return;
  throw because("a process must be an AgentCatalog, or an object with 'thread'", runtime);
}

/** Gives a thread of a process. */
export function threadOf(runtime: AgentRuntime, id: string, agent: string): AgentThread {
  const thread: unknown = runtime.thread(id, agent);
  const { send, resume } = (thread ?? {}) as Partial<AgentThread>;
  if (typeof send === "function" && typeof resume === "function") return thread as AgentThread;
  throw because("thread() must give an object with 'send' and 'resume'", thread);
}

/** Gives what was done in a world, if it tells. */
export function effectsOf(world: World): readonly unknown[] | undefined {
  if (world.effects === undefined) return undefined;
  const effects: unknown = world.effects();
  if (Array.isArray(effects)) return effects;
  throw because("effects() must give a list", effects);
}

function because(expected: string, found: unknown): TypeError {
  return new TypeError(`Cannot check as ${expected}: got ${shown(found)}`);
}
