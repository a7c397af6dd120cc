import { Breather } from "../breather.ts";
import { isWholeturnError } from "../find_wholeturn_error.ts";
import { shown } from "../shown.ts";
import type { SealedEvent } from "../store/trace_event.ts";
import type { Agent, Graph, Step } from "./graph.ts";
import { misuse } from "./misuse.ts";
import { requireGraph, requireOutside } from "./require_graph.ts";
import {
  runEffectStep,
  runModelStep,
  runPlainStep,
  runToolsStep,
  type StepContext,
} from "./run_steps.ts";
import { latestTurn } from "./turn_records.ts";

/** After how many steps the event loop gets a turn: in memory nothing else would end a turn that goes on for ever. */
const STEPS_PER_BREATH = 100;

/**
 * Runs the open turn of a thread to its end. What an agent throws ends the turn with a `failure`; what the store throws,
 * an abort, and a script that is over end only this process's part in it.
 */
export async function runTurn(agent: Agent, context: StepContext): Promise<void> {
  const { log, signal } = context;
  try {
    const graph = graphOf(agent, latestTurn(log.trace)[0]!);
    const breather = new Breather(STEPS_PER_BREATH);
    for (let step = nextStep(graph, context); step !== undefined;) {
      signal?.throwIfAborted();
      await runStep(step, context);
      const breath = breather.step();
      if (breath) await breath;
      step = nextStep(graph, context);
    }
    await log.record("turn_end", null);
  } catch (error) {
    if (log.isLost || signal?.aborted || isWholeturnError(error, "SCRIPT_OVER")) throw error;
    context.noteMisuse(error);
    await log.record("failure", failureOf(error));
  }
}

function graphOf(agent: Agent, input: SealedEvent): Graph {
  const graph = agent.build(agent.resources, input);
  requireGraph(graph);
  return graph;
}

function nextStep(graph: Graph, { log }: StepContext): Step | undefined {
  const name = graph.next(log.trace);
  if (name === undefined) return undefined;
  const step = graph.steps.find((step) => step.name === name);
  if (step !== undefined) return step;
  throw misuse(
    new RangeError(
      `Cannot go on with ${shown(name)} as the graph has no such step: it has ${
        graph.steps.map(({ name }) => name).join(", ") || "none"
      }`,
    ),
  );
}

function runStep(step: Step, context: StepContext): Promise<void> {
  requireOutside(step);
  switch (step.kind) {
    case "model":
      return runModelStep(step, context);
    case "tools":
      return runToolsStep(step, context);
    case "effect":
      return runEffectStep(step, context);
    case "step":
      return runPlainStep(step, context);
  }
}

/** No stack: it would differ from process to process. */
function failureOf(error: unknown): { readonly name: string; readonly message: string } {
  if (error instanceof Error) return { name: error.name, message: error.message };
  return { name: "Error", message: shown(error) };
}
