import { shown } from "../../shown.ts";
import type { SealedEvent } from "../../store/trace_event.ts";
import type { Agent, Graph } from "../graph.ts";
import { requireGraph } from "../require_graph.ts";
import type { Trace } from "../trace.ts";
import { latestTurn } from "../turn_records.ts";

/** Builds the graph of the turn that an input opened, under one configuration. */
export type GraphFor = (input: SealedEvent) => Graph;

/** Builds requests in a runtime of your own, under one configuration. */
export interface Rebuilder {
  /**
   * Builds the request of a recorded call.
   *
   * @param before The events before it.
   * @param call The event that recorded it.
   * @returns The request, as a value of JSON.
   */
  rebuild(before: Trace, call: SealedEvent): unknown;
}

/**
 * Gives what builds the graphs of an agent with other resources than its own.
 *
 * @example
 * ```ts
 * import { builtBy, checkDeterminism, messagesOf, refusing } from "@wholeturn/wholeturn/testing";
 * import type { Agent, ChatModel } from "@wholeturn/wholeturn/testing";
 *
 * const chat: Agent<ChatModel> = {
 *   resources: refusing("the model"),
 *   build: (model) => ({
 *     steps: [{ kind: "model", name: "answer", model, build: (trace) => ({ messages: messagesOf(trace) }) }],
 *     next: (trace) => trace.at(-1)?.type === "input" ? "answer" : undefined,
 *   }),
 * };
 * await checkDeterminism([], [builtBy(chat, refusing<ChatModel>("the model"))]);
 * ```
 *
 * @param agent The agent.
 * @param resources What it is to use, for instance what refuses every use.
 * @throws {TypeError} If it is no agent.
 */
export function builtBy<R>(agent: Agent<R>, resources: R): GraphFor {
  if (typeof agent?.build !== "function") {
    throw new TypeError(`Cannot build as an agent must have a method 'build': got ${shown(agent)}`);
  }
  return (input) => agent.build(resources, input);
}

/**
 * Builds the request of a recorded call.
 *
 * @param configuration How.
 * @param before The events before it.
 * @param call The event that recorded it.
 * @throws {RangeError} If the graph would not make this call here.
 */
export async function requestOf(
  configuration: GraphFor | Rebuilder,
  before: Trace,
  call: SealedEvent,
): Promise<unknown> {
  if (typeof configuration !== "function") return await configuration.rebuild(before, call);
  const [input] = latestTurn(before);
  if (input === undefined) throw new RangeError("There is no input before the call");
  const graph = configuration(input);
  requireGraph(graph);
  const { step: recorded } = (call.payload ?? {}) as { readonly step?: unknown };
  const name = graph.next(before);
  if (name !== recorded) {
    throw new RangeError(`The next step is ${shown(name)}, but ${shown(recorded)} was recorded`);
  }
  const step = graph.steps.find((step) => step.name === name);
  if (step?.kind === "model") return await step.build(before);
  throw new RangeError(
    `The step ${shown(name)} must be one that asks a model: it is ${shown(step?.kind ?? "none")}`,
  );
}
