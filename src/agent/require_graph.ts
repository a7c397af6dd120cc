import { shown } from "../shown.ts";
import type { Graph, Step } from "./graph.ts";
import { misuse } from "./misuse.ts";

/** What a step of each kind must have: functions, but for the list of tools. */
const PARTS: Readonly<Record<Step["kind"], string>> = {
  model: "build",
  tools: "tools",
  effect: "intent",
  step: "run",
};

/** What a step of each kind uses outside, as a path. Only a step that is run may be asked for it: it may refuse any use. */
const OUTSIDE: Readonly<Partial<Record<Step["kind"], readonly [string, string]>>> = {
  model: ["model", "complete"],
  effect: ["effector", "perform"],
};

/**
 * Makes sure that what an agent built is a graph.
 *
 * @param graph What it built.
 * @throws {TypeError} If it is none, or a step is none.
 */
export function requireGraph(graph: unknown): asserts graph is Graph {
  const { next, steps } = (graph ?? {}) as Partial<Graph>;
  if (typeof next !== "function" || !Array.isArray(steps)) {
    throw because(`the agent must build a graph with 'steps' and 'next': got ${shown(graph)}`);
  }
  steps.forEach(requireStep);
  const names = steps.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw because(`the steps must have names of their own: '${twice}' is there twice`);
}

/**
 * Makes sure that a step that is to be run has what it uses outside.
 *
 * @param step The step.
 * @throws {TypeError} If it has not.
 */
export function requireOutside(step: Step): void {
  const [part, method] = OUTSIDE[step.kind] ?? [];
  if (part === undefined || method === undefined) return;
  const found = step as unknown as Readonly<Record<string, Record<string, unknown> | undefined>>;
  requirePart(step.name, `${part}.${method}`, found[part]?.[method]);
}

function requireStep(step: unknown): void {
  const { name, kind } = (step ?? {}) as { readonly name?: unknown; readonly kind?: unknown };
  if (typeof name !== "string") {
    throw because(`a step must be an object with a 'name': got ${shown(step)}`);
  }
  if (typeof kind !== "string" || !Object.hasOwn(PARTS, kind)) {
    throw because(
      `the kind of the step '${name}' must be model, tools, effect or step: got ${shown(kind)}`,
    );
  }
  const part = PARTS[kind as Step["kind"]];
  requirePart(name, part, (step as Readonly<Record<string, unknown>>)[part]);
}

function requirePart(name: string, path: string, part: unknown): void {
  if (path === "tools" ? Array.isArray(part) : typeof part === "function") return;
  const due = path === "tools" ? "a list" : "a function";
  throw because(`the step '${name}' must have '${path}', ${due}: got ${shown(part)}`);
}

function because(expected: string): TypeError {
  return misuse(new TypeError(`Cannot run a turn as ${expected}`));
}
