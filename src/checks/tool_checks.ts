import { TIMED_OUT, withDeadline } from "../clock.ts";
import { findWholeturnError, isWholeturnError } from "../find_wholeturn_error.ts";
import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import type { Model, ToolChoice, ToolSpec, TurnRequest } from "../turn/request.ts";
import { requireDeadline, requireNewModel, requireOneOf } from "./arguments.ts";
import type { Check } from "./check.ts";
import { unasked } from "./consumer/asked.ts";
import type { Lab } from "./lab/lab.ts";
import { openLab, TRANSPORTS } from "./lab/open_lab.ts";
import type { Transport } from "./lab/open_lab.ts";
import { letArrive } from "./lab/run_tasks.ts";
import { makeModel } from "./new_model.ts";
import type { NewModel } from "./new_model.ts";
import type { OtherRuleId } from "./other_rules.ts";
import { describeError } from "./outcome.ts";
import { pickChecks, replayOf } from "./pick_checks.ts";
import { ContractViolation, isViolation } from "./violation.ts";

/** How to judge an adapter's refusals. */
export interface ToolChecksOptions {
  /**
   * What carries the requests: the `fetch` that the adapter is given, in process; or a server on a
   * loopback port, for an adapter that takes only an address.
   *
   * @default {"fetch"}
   */
  readonly transport?: "fetch" | "server" | undefined;
  /** How long an adapter may take, in milliseconds. @default {2000} */
  readonly deadlineMs?: number | undefined;
  /**
   * Tells the errors by which an adapter refuses a request before sending it. By default those with
   * the code `CONFIG` of this package, and what was caused by one.
   */
  readonly isConfigError?: ((error: unknown) => boolean) | undefined;
  /** Only the checks with these names. */
  readonly only?: readonly string[] | undefined;
}

const OPTIONS: OptionNames<ToolChecksOptions> = {
  transport: true,
  deadlineMs: true,
  isConfigError: true,
  only: true,
};

/** One setup of tools, and what an adapter must do with it. */
export interface ToolCase {
  /** The rule it belongs to. */
  readonly rule: OtherRuleId;
  /** What is special about it. */
  readonly name: string;
  /** The tools declared. */
  readonly tools: readonly string[];
  /** The choice asked for; of any form, since some must be refused. */
  readonly choice?: { readonly mode: string; readonly name?: string } | undefined;
  /** Whether it must be refused; otherwise it must reach the provider. */
  readonly refused: boolean;
  /** A text the refusal must contain. */
  readonly quotes?: string | undefined;
}

/**
 * Turns setups of tools into checks, one each.
 *
 * @throws {TypeError} If `newModel` is no function, or there is no such option.
 * @throws {RangeError} If `deadlineMs` is not positive, or `only` names no check.
 */
export function toolChecks(
  newModel: NewModel,
  cases: readonly ToolCase[],
  options: ToolChecksOptions,
): readonly Check[] {
  requireKnownOptions("check the adapter", options, OPTIONS);
  const { transport = "fetch", deadlineMs = 2000, isConfigError = isOwnConfigError } = options;
  requireNewModel(newModel);
  requireDeadline(deadlineMs);
  requireOneOf("check the adapter", { transport }, TRANSPORTS);
  const judging = { transport, deadlineMs, isConfigError };
  const checks = cases.map((toolCase): Check => {
    const { rule } = toolCase;
    const name = `${rule}: ${toolCase.name}`;
    return {
      rule,
      name,
      run: () => replayable(name, runToolCase(newModel, toolCase, judging)),
    };
  });
  return pickChecks(checks, options.only);
}

function isOwnConfigError(error: unknown): boolean {
  return isWholeturnError(error, "CONFIG");
}

/** Says in a violation how to run its check alone. */
async function replayable(name: string, running: Promise<void>): Promise<void> {
  try {
    await running;
  } catch (error) {
    throw isViolation(error) ? error.with({ replay: replayOf(name) }) : error;
  }
}

/** How to judge, with nothing left out. */
interface Judging {
  readonly transport: Transport;
  readonly deadlineMs: number;
  readonly isConfigError: (error: unknown) => boolean;
}

async function runToolCase(
  newModel: NewModel,
  toolCase: ToolCase,
  { transport, deadlineMs, isConfigError }: Judging,
): Promise<void> {
  const lab = await openLab(transport);
  // No provider answers here: reaching one is all an accepted setup must do.
  lab.answer({ status: 500, contentType: "text/plain", chunks: [], end: "close" });
  const abort = new AbortController();
  try {
    const model = await makeModel(newModel, lab.env);
    const arrived = lab.next().then(() => ({ sent: true as const }));
    const asked = pullOne(model, requestOf(toolCase), abort.signal);
    const first = await withDeadline(deadlineMs, Promise.race([arrived, asked]));
    const error = first !== TIMED_OUT && "error" in first ? first.error : undefined;
    const isRefusal = error !== undefined && isConfigError(error);
    // One that was sent before the refusal may still be on its way to the server.
    await letArrive();
    judge(toolCase, { error, isRefusal, sent: lab.exchanges.length }, lab);
  } finally {
    abort.abort();
    await lab.close();
  }
}

/** Asks for the first event; an adapter may send nothing before that. */
async function pullOne(
  model: Model,
  request: TurnRequest,
  signal: AbortSignal,
): Promise<{ readonly error?: unknown }> {
  try {
    const stream: unknown = model.stream(request, { signal });
    // A promise of a stream is none; nobody else will hear of it when it rejects.
    if (stream instanceof Promise) stream.catch(() => {});
    const iterator = (stream as AsyncIterable<unknown>)[Symbol.asyncIterator]();
    await iterator.next();
    void Promise.resolve(iterator.return?.()).catch(() => {});
    return {};
  } catch (error) {
    return { error };
  }
}

/** What an adapter did with a setup. */
interface Reaction {
  /** What it threw, if it did. */
  readonly error: unknown;
  readonly isRefusal: boolean;
  /** How many requests it sent. */
  readonly sent: number;
}

function judge(toolCase: ToolCase, { error, isRefusal, sent }: Reaction, lab: Lab): void {
  const { rule, refused, quotes } = toolCase;
  const said = error === undefined ? "no error came" : `it threw ${describeError(error)}`;
  const did = `${sent === 0 ? "nothing" : "a request"} was sent and ${said}`;
  if (!refused) {
    if (sent > 0 && !isRefusal) return;
    throw new ContractViolation({
      rule,
      expected: `${show(toolCase)} to reach the provider`,
      actual: sent > 0 || isRefusal ? did : unasked(lab, said),
    });
  }
  if (!isRefusal || sent > 0) {
    const expected = `${show(toolCase)} to be refused with a ConfigError before anything is sent`;
    throw new ContractViolation({ rule, expected, actual: did });
  }
  if (quotes === undefined || messagesOf(error).some((text) => text.includes(quotes))) return;
  throw new ContractViolation({
    rule,
    expected: `the refusal to quote the name as ${quotes}`,
    actual: did,
  });
}

/** What an error says, and what the refusal says that it wraps. */
function messagesOf(error: unknown): readonly string[] {
  const outer = error instanceof Error ? error.message : String(error);
  return [outer, findWholeturnError(error, "CONFIG")?.message ?? ""];
}

function show({ tools, choice }: ToolCase): string {
  const names = tools.map((name) => JSON.stringify(name)).join(", ");
  return `the tools [${names}]` + (choice ? ` with the choice ${JSON.stringify(choice)}` : "");
}

function requestOf({ tools, choice }: ToolCase): TurnRequest {
  return {
    model: "model",
    messages: [{ role: "user", content: "hi" }],
    tools: tools.map(toolNamed),
    // Some choices are of no known form: refusing them is what is checked.
    ...(choice ? { toolChoice: choice as ToolChoice } : {}),
  };
}

function toolNamed(name: string): ToolSpec {
  return {
    name,
    description: "Looks something up",
    parameters: { type: "object", properties: { q: { type: "string" } }, required: ["q"] },
  };
}
