import { type OptionNames, requireKnownOptions } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import { MemoryTraceStore } from "../../store/memory_trace_store.ts";
import type { Json, SealedEvent } from "../../store/trace_event.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import { ManualClock } from "../../testing/manual_clock.ts";
import type { Scenario } from "./agent_runtime.ts";
import { requireSameRun } from "./compare_runs.ts";
import { OneRun } from "./one_run.ts";
import type { RunPlan } from "./one_run.ts";
import type { StopKind } from "./resume_mismatch_error.ts";

/** Options of {@linkcode checkResumeEquivalence}. */
export interface ResumeOptions {
  /**
   * Makes the store of a run, or opens one that is kept; the thread `thread` in it is deleted first, and the store is
   * disposed of after, if it can be. By default one in memory whose clock stands still.
   */
  readonly store?: (() => TraceStore | PromiseLike<TraceStore>) | undefined;
  /** Tells which texts are ids that may differ from run to run; they are renamed by first appearance. */
  readonly isId?: ((text: string) => boolean) | undefined;
  /**
   * Gives what of an event must be the same, as a value of JSON; `undefined` if it need not be there. For runtimes
   * that note how they were resumed. By default all but the time.
   */
  readonly compared?: ((event: SealedEvent) => unknown) | undefined;
  /**
   * How processes are stopped. With `before`, calls of models and tools are made twice: their doubles need `repeat`.
   *
   * @default {["after", "lost"]}
   */
  readonly stops?: readonly Exclude<StopKind, "alternate">[] | undefined;
  /** How long a part of a turn may take, in milliseconds. @default {30000} */
  readonly timeoutMs?: number | undefined;
  /** Ends the check. */
  readonly signal?: AbortSignal | undefined;
}

/** What {@linkcode checkResumeEquivalence} has done. */
export interface ResumeReport {
  /** How many records the run without a stop has. */
  readonly records: number;
  /** The other runs. */
  readonly runs: readonly {
    /** How the process was stopped. */
    readonly kind: StopKind;
    /** At which record, from 1. */
    readonly stop: number | "alternate";
    /** How many records the run has. */
    readonly records: number;
  }[];
}

const OPTIONS: OptionNames<ResumeOptions> = {
  store: true,
  isId: true,
  compared: true,
  stops: true,
  timeoutMs: true,
  signal: true,
};

const STOPS: readonly string[] = ["after", "lost", "before"];

/**
 * Checks that a thread that stops anywhere and goes on in a new process records the same as one that never stopped.
 *
 * The inputs are run once without a stop. Then, for every record, again: the process is stopped at it, its lease is
 * freed, and a new process resumes and is sent the rest. Last, two processes take turns. Times of events do not count.
 * Variables of a module are shared by the processes of one run; to find what hides there, see `workerProcess()`.
 *
 * @example
 * ```ts
 * import {
 *   AgentCatalog,
 *   checkResumeEquivalence,
 *   latestTurn,
 *   messagesOf,
 *   ScriptedChatModel,
 * } from "@wholeturn/wholeturn/testing";
 * import type { Agent, ChatModel, Scenario } from "@wholeturn/wholeturn/testing";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * function chat(model: ChatModel, prompt: () => string): Agent<ChatModel> {
 *   return {
 *     resources: model,
 *     build: (model) => ({
 *       steps: [{
 *         kind: "model",
 *         name: "answer",
 *         model,
 *         build: (trace) => ({
 *           messages: [{ role: "system", content: prompt() }, ...messagesOf(trace)],
 *         }),
 *       }],
 *       next: (trace) => latestTurn(trace).length === 1 ? "answer" : undefined,
 *     }),
 *   };
 * }
 *
 * const pure: Scenario = () => {
 *   const model = new ScriptedChatModel([{ content: "Twenty." }, { content: "Thirty." }]);
 *   return (store) => new AgentCatalog(store, { chat: chat(model, () => "Be brief.") });
 * };
 * const report = await checkResumeEquivalence(pure, "chat", ["How long?", "And then?"]);
 * assertEquals(report.records, 6);
 *
 * // This one counts in the process.
 * const counting: Scenario = () => {
 *   const model = new ScriptedChatModel([{ content: "Twenty." }, { content: "Thirty." }]);
 *   return (store) => {
 *     let calls = 0;
 *     return new AgentCatalog(store, { chat: chat(model, () => `Call ${++calls}`) });
 *   };
 * };
 * await assertRejects(
 *   () => checkResumeEquivalence(counting, "chat", ["How long?", "And then?"]),
 *   Error,
 *   'the requests differ first at messages[0].content: expected "Call 2", found "Call 1"',
 * );
 * ```
 *
 * @param scenario Sets up a fresh world and gives what builds a process in it.
 * @param agent The name of the agent.
 * @param inputs The inputs, a turn each.
 * @param options How processes are stopped, and where the log is.
 * @returns What was run.
 * @throws {ResumeMismatchError} If a run recorded something else; the message names the stop and what differs first.
 * @throws What the run without a stop throws.
 * @throws {TypeError | RangeError} If an argument is not what it should be.
 */
export async function checkResumeEquivalence(
  scenario: Scenario,
  agent: string,
  inputs: readonly Json[],
  options: ResumeOptions = {},
): Promise<ResumeReport> {
  requireArguments(scenario, agent, inputs, options);
  const { store = fixedStore, isId, compared, stops = ["after", "lost"], timeoutMs = 30_000 } =
    options;
  const plan: RunPlan = { scenario, agent, inputs, store, timeoutMs, signal: options.signal };
  const reference = await OneRun.of(plan, (run) => run.playThrough());
  if (reference.fault !== undefined) throw reference.fault.error;
  if (reference.misuse !== undefined) throw reference.misuse;
  const { records } = reference;
  if (records === 0) {
    throw new RangeError(
      "Cannot check as the run recorded nothing: a process must append to the store it is given",
    );
  }
  const runs: ResumeReport["runs"][number][] = [];
  for (const kind of stops) {
    const last = kind === "before" ? records : records - 1;
    for (let record = 1; record <= last; record++) {
      const run = await OneRun.of(plan, (run) => run.playStopped({ kind, record }));
      requireSameRun(reference, run, { kind, stop: record }, { isId, compared });
      runs.push({ kind, stop: record, records: run.records });
    }
  }
  const run = await OneRun.of(plan, (run) => run.playAlternating());
  requireSameRun(reference, run, { kind: "alternate", stop: "alternate" }, { isId, compared });
  runs.push({ kind: "alternate", stop: "alternate", records: run.records });
  return { records, runs };
}

/** Time stands still: what it is must not decide what is recorded. */
function fixedStore(): TraceStore {
  return new MemoryTraceStore({ clock: new ManualClock(Date.UTC(2026, 0, 1)) });
}

function requireArguments(
  scenario: unknown,
  agent: unknown,
  inputs: unknown,
  options: ResumeOptions,
): void {
  const because = (expected: string, found: unknown) =>
    new TypeError(`Cannot check resume equivalence as ${expected}: got ${shown(found)}`);
  if (typeof scenario !== "function") {
    throw because("the scenario must be a function that sets up a world", scenario);
  }
  if (typeof agent !== "string") throw because("the agent must be named by a text", agent);
  if (!Array.isArray(inputs)) throw because("the inputs must be a list", inputs);
  if (inputs.length === 0) {
    throw new RangeError("Cannot check resume equivalence as there must be an input: got none");
  }
  requireKnownOptions("check resume equivalence", options, OPTIONS);
  const { store, isId, compared, stops = [], timeoutMs = 1 } = options;
  if (options.signal !== undefined && !(options.signal instanceof AbortSignal)) {
    throw because("'signal' must be an AbortSignal", options.signal);
  }
  for (const [name, value] of Object.entries({ store, isId, compared })) {
    if (value === undefined || typeof value === "function") continue;
    throw because(`'${name}' must be a function`, value);
  }
  if (!Array.isArray(stops)) throw because("'stops' must be a list", stops);
  const unknown = stops.find((stop) => !STOPS.includes(stop));
  if (unknown !== undefined) {
    throw new RangeError(
      `Cannot check resume equivalence as 'stops' must be of ${STOPS.join(", ")}: got ${
        shown(unknown)
      }`,
    );
  }
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw new RangeError(
      `Cannot check resume equivalence as 'timeoutMs' must be positive: got ${shown(timeoutMs)}`,
    );
  }
}
