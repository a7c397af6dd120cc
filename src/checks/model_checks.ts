import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import type { WireId } from "../wire/wire.ts";
import { requireDeadline, requireFlags, requireNewModel, requireOneOf } from "./arguments.ts";
import type { Check } from "./check.ts";
import { NotAnEventError } from "./consumer/as_event.ts";
import { expectAsked, withoutRequest } from "./consumer/asked.ts";
import { excerptTaken } from "./excerpt.ts";
import { cutJudge } from "./judge/says_cut.ts";
import type { ExchangeEnd } from "./lab/exchange.ts";
import type { Lab } from "./lab/lab.ts";
import { openLab, TRANSPORTS } from "./lab/open_lab.ts";
import type { Transport } from "./lab/open_lab.ts";
import { pickChecks, replayOf } from "./pick_checks.ts";
import { makeModel } from "./new_model.ts";
import type { NewModel } from "./new_model.ts";
import type { Rule, RuleCase, Trial, TrialSettings } from "./rule.ts";
import { MODEL_RULES } from "./rules/model_rules.ts";
import { subjectOf } from "./subject.ts";
import type { CustomWire, Subject } from "./subject.ts";
import { ContractViolation, isViolation } from "./violation.ts";

export type { NewModel };

/** How to check an adapter. */
export interface ModelChecksOptions {
  /**
   * What carries the requests: the `fetch` that the adapter is given, in process; or a server on a
   * loopback port, for an adapter that takes only an address.
   *
   * @default {"fetch"}
   */
  readonly transport?: "fetch" | "server" | undefined;
  /**
   * Whether the cases that count sockets may start a server on a loopback port, whatever the
   * transport. Without it they are skipped.
   *
   * @default {true}
   */
  readonly server?: boolean | undefined;
  /** How long an adapter may take to settle, in milliseconds. @default {2000} */
  readonly deadlineMs?: number | undefined;
  /**
   * Whether a finish whose reason is "incomplete" or "interrupted" is accepted where an error is
   * asked for.
   *
   * @default {false}
   */
  readonly lenient?: boolean | undefined;
  /**
   * Whether a response that ends early or breaks off must fail by an error that says so, in place of
   * any error: `true` asks for the codes `INCOMPLETE`, `NETWORK` and `TRUNCATED_TOOL_ARGUMENTS` of
   * this package; a function tells the errors of an adapter with error classes of its own.
   *
   * @default {false}
   */
  readonly strictTruncation?: boolean | ((error: unknown) => boolean) | undefined;
  /**
   * Whether a turn needs the wire's last marker. "optional" is for adapters of servers that never
   * send it: a cut between the finish reason and the marker may then lose the usage.
   *
   * @default {"required"}
   */
  readonly terminator?: "required" | "optional" | undefined;
  /** Only the checks of these rules, or with these names. */
  readonly only?: readonly string[] | undefined;
}

const OPTIONS: OptionNames<ModelChecksOptions> = {
  transport: true,
  server: true,
  deadlineMs: true,
  lenient: true,
  strictTruncation: true,
  terminator: true,
  only: true,
};

/**
 * Gives the checks of a streaming adapter: what it makes of whole, cut, broken and abandoned
 * streams on its wire. Nothing runs until a check's `run()` is called.
 *
 * @example The reference adapter passes
 * ```ts
 * import { fetchModel, modelChecks, runChecks } from "@wholeturn/wholeturn";
 * import { assert } from "@std/assert";
 *
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) => fetchModel({ wire: "openai-chat", baseUrl, fetch, apiKey: "none" }),
 *   "openai-chat",
 *   { server: false },
 * );
 * const report = await runChecks(checks);
 * assert(report.ok);
 * ```
 *
 * @param newModel Makes the adapter; called once for each check, with a new provider each time.
 * @param wire The id of a known wire, or `{ event(i) }` for any other format: then only the checks
 * that need no more than text run.
 * @param options How to check.
 * @throws {TypeError} If an argument is not what it should be, or there is no such option.
 * @throws {RangeError} If `only` names no check, `deadlineMs` is not positive, or the events of a
 * format of one's own say nothing, are all the same or end the turn.
 */
export function modelChecks(
  newModel: NewModel,
  wire: WireId | CustomWire,
  options: ModelChecksOptions = {},
): readonly Check[] {
  requireNewModel(newModel);
  return checksOf(newModel, subjectOf(wire), options);
}

/**
 * Gives the checks of a streaming adapter, given everything that is known of its wire: for our own
 * tools, which know more dialects than there are wires.
 *
 * @param newModel Makes the adapter.
 * @param subject What is known of its wire.
 * @param options How to check.
 * @throws {TypeError} If an option is not what it should be.
 * @throws {RangeError} If `only` names no check, or `deadlineMs` is not positive.
 */
export function checksOf(
  newModel: NewModel,
  subject: Subject,
  options: ModelChecksOptions = {},
): readonly Check[] {
  requireKnownOptions("check the adapter", options, OPTIONS);
  const { transport = "fetch", server = true, only } = options;
  const { deadlineMs = 2000, lenient = false, terminator = "required" } = options;
  const { strictTruncation = false } = options;
  requireDeadline(deadlineMs);
  requireFlags("check the adapter", { server, lenient });
  requireOneOf("check the adapter", { transport }, TRANSPORTS);
  requireOneOf("check the adapter", { terminator }, ["required", "optional"]);
  const isCutError = cutJudge(strictTruncation);
  const settings = { deadlineMs, lenient, terminator, isCutError };
  const checks = MODEL_RULES.flatMap((rule) =>
    rule.cases(subject).map((ruleCase) =>
      toCheck(newModel, rule, ruleCase, { transport, server, settings })
    )
  );
  return pickChecks(checks, only);
}

interface RunPlan {
  readonly transport: Transport;
  readonly server: boolean;
  readonly settings: TrialSettings;
}

function toCheck(newModel: NewModel, rule: Rule, ruleCase: RuleCase, plan: RunPlan): Check {
  const name = `${rule.id}: ${ruleCase.name}`;
  const transport = ruleCase.transport ?? plan.transport;
  const notes: string[] = [];
  return {
    rule: rule.id,
    name,
    notes,
    skip: ruleCase.skip ?? skipReason(ruleCase, plan),
    run: () => {
      notes.length = 0;
      return runCase(newModel, rule, ruleCase, { transport, settings: plan.settings, name, notes });
    },
  };
}

function skipReason(ruleCase: RuleCase, plan: RunPlan): string | undefined {
  if (ruleCase.transport === "server" && !plan.server) return "needs a loopback server";
  if (ruleCase.transport === "fetch" && plan.transport === "server") {
    return "needs the injected fetch";
  }
  return undefined;
}

interface CaseRun {
  readonly transport: Transport;
  readonly settings: TrialSettings;
  readonly name: string;
  readonly notes: string[];
}

async function runCase(
  newModel: NewModel,
  rule: Rule,
  ruleCase: RuleCase,
  { transport, settings, name, notes }: CaseRun,
): Promise<void> {
  const lab = await openLab(transport);
  try {
    const model = await makeModel(newModel, lab.env);
    const trial: Trial = {
      lab,
      model,
      settings,
      fail: (parts) => {
        throw new ContractViolation({ ...parts, rule: rule.id });
      },
      note: (text) => {
        if (!notes.includes(text)) notes.push(text);
      },
    };
    await ruleCase.run(trial);
    if (!ruleCase.mayAskNothing) expectAsked(trial);
  } catch (thrown) {
    const error = asViolation(thrown, rule);
    const isUnasked = lab.exchanges.length === 0 && !ruleCase.mayAskNothing;
    const violation = isUnasked ? withoutRequest(error, lab) : error;
    throw violation.with({
      excerpt: violation.excerpt ?? lastExcerpt(lab),
      replay: replayOf(name),
    });
  } finally {
    await lab.close();
  }
}

/** What is no event breaks whatever rule is tried. */
function asViolation(thrown: unknown, { id }: Rule): ContractViolation {
  if (isViolation(thrown)) return thrown;
  if (!(thrown instanceof NotAnEventError)) throw thrown;
  const { expected, actual } = thrown;
  return new ContractViolation({ rule: id, expected, actual, cause: thrown });
}

/** What the adapter had read when the rule was broken, for a rule that shows nothing better. */
function lastExcerpt({ exchanges }: Lab): string | undefined {
  const last = exchanges.at(-1);
  if (!last) return "no request was sent";
  return excerptTaken(last.bytesTaken, last.recent, ENDS[last.end ?? "open"]);
}

const ENDS: Readonly<Record<ExchangeEnd | "open", string>> = {
  complete: "then the body ended",
  reset: "then the connection was reset",
  cancelled: "then it cancelled the body",
  aborted: "then its signal aborted",
  open: "the body is still open",
};
