import { concatBytes } from "../../src/bytes.ts";
import { endsOf } from "../../src/checks/judge/cuts.ts";
import { modelChecks } from "../../src/checks/model_checks.ts";
import type { NewModel } from "../../src/checks/model_checks.ts";
import type { Check } from "../../src/checks/check.ts";
import { checkFinish } from "../../src/checks/check_finish.ts";
import { fuzzSse } from "../../src/checks/fuzz/fuzz_sse.ts";
import { samplesOf } from "../../src/checks/samples/all_samples.ts";
import { chunksOf, framesOf, TEXT_TURN, TOOL_TURN } from "../../src/checks/samples/turns.ts";
import { checkSsePrefix } from "../../src/checks/sse/check_sse_prefix.ts";
import type { SseReader } from "../../src/checks/sse/emit.ts";
import { readSse } from "../../src/checks/sse/read_sse.ts";
import { toolConfigChecks } from "../../src/checks/tool_config_checks.ts";
import { toolNameChecks } from "../../src/checks/tool_name_checks.ts";
import type { ToolNames } from "../../src/checks/tool_name_checks.ts";
import { isViolation } from "../../src/checks/violation.ts";
import type { ContractViolation } from "../../src/checks/violation.ts";
import type { Finish } from "../../src/turn/finish.ts";
import type { WireId } from "../../src/wire/wire.ts";

/** What every fault says of itself. */
interface Named {
  /** What the adapter does, in kebab case; unique. */
  readonly id: string;
  /** The public report, as owner/repository#number, or what the issue of the checks asks for. */
  readonly source: string;
  /** The wire the adapter speaks. */
  readonly wire: WireId;
  /** The rule made for it. */
  readonly rule: string;
}

/** An adapter with one fault. */
export interface AdapterFault extends Named {
  readonly newModel: NewModel;
  /** The case of the rule that is made for it; by default all are tried until one finds it. */
  readonly ruleCase?: string;
  /** How long the checks wait, in milliseconds; short for a fault that hangs. @default {3000} */
  readonly deadlineMs?: number;
}

/** A reader of bodies with one fault. */
export interface ReaderFault extends Named {
  readonly reader: SseReader;
  /** The check of readers that is to find it. @default {"readSse"} */
  readonly by?: "readSse" | "checkSsePrefix" | "fuzzSse";
}

/** An end of a turn with one fault. */
export interface FinishFault extends Named {
  readonly finish: Finish;
}

export type Fault = AdapterFault | ReaderFault | FinishFault;

/** The tool names that tell each wire's own rule. */
export const TOOL_NAMES: Readonly<Record<WireId, ToolNames>> = {
  "openai-chat": { refused: ["fs.read", "a".repeat(65)], accepted: ["1-a_B"] },
  "openai-responses": { refused: ["fs.read", "a".repeat(65)], accepted: ["1-a_B"] },
  "anthropic-messages": { refused: ["fs.read", "a".repeat(65)], accepted: ["1-a_B"] },
  "gemini": { refused: ["1tool", "-tool"], accepted: ["admin.tools.list", "ns:tool"] },
  "ollama": { refused: ["fs.read", "a".repeat(65)], accepted: ["1-a_B"] },
  "cohere": { refused: ["fs.read", "a".repeat(65)], accepted: ["1-a_B"] },
};

/**
 * Runs the checks of the rule that was made for a fault, until one of them finds it.
 *
 * @returns The violation; `undefined` if the fault survives the rule.
 */
export async function catchFault(fault: Fault): Promise<ContractViolation | undefined> {
  for (const run of trialsOf(fault)) {
    try {
      await run();
    } catch (error) {
      if (!isViolation(error)) throw error;
      if (error.rule === fault.rule) return error;
    }
  }
  return undefined;
}

type Run = () => Promise<void>;

function trialsOf(fault: Fault): Run[] {
  if ("finish" in fault) return [() => Promise.resolve().then(() => checkFinish(fault.finish))];
  if ("reader" in fault) return readerTrials(fault);
  return checksOf(fault).filter(({ skip }) => skip === undefined).map(({ run }) => run);
}

function checksOf(fault: AdapterFault): readonly Check[] {
  const { rule, ruleCase, wire, newModel, deadlineMs = 3000 } = fault;
  if (rule === "tool-config") return toolConfigChecks(newModel, { deadlineMs });
  if (rule === "tool-names") return toolNameChecks(newModel, TOOL_NAMES[wire], { deadlineMs });
  return modelChecks(newModel, wire, {
    only: [ruleCase === undefined ? rule : `${rule}: ${ruleCase}`],
    deadlineMs,
  });
}

function readerTrials({ reader, wire, by = "readSse" }: ReaderFault): Run[] {
  if (by === "fuzzSse") return [() => fuzzSse(reader, wire, { seed: 1, numRuns: 100 })];
  const samples = samplesOf(wire);
  const frames = [
    ...[TEXT_TURN, TOOL_TURN].map((turn) => framesOf(samples.wire, turn)),
    ...samples.failures.map((failure) => failure.frames),
  ];
  return frames.flatMap((some) => {
    const chunks = chunksOf(samples.wire, some);
    const body = concatBytes(chunks);
    if (by === "readSse") return [() => readSse(reader, body).then(() => {})];
    return endsOf(chunks).map((end) => () => checkSsePrefix(reader, body, end));
  });
}
