import { isWholeturnError } from "../../find_wholeturn_error.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { excerptFrames } from "../excerpt.ts";
import { argumentCuts } from "../judge/argument_cuts.ts";
import { tryCuts } from "../judge/cuts.ts";
import { tellOutcome } from "../judge/expected_turn.ts";
import { isHonest } from "../judge/honest.ts";
import { readFrames } from "../judge/read.ts";
import type { Outcome } from "../outcome.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { canonical } from "../same_turn.ts";
import type { CutArgumentsSample, ExpectedCall } from "../samples/samples.ts";
import { chunksOf, framesOf, TOOL_TURN } from "../samples/turns.ts";
import type { Subject } from "../subject.ts";

/** The call of the tool turn. At the last bytes of its last event its arguments are whole. */
const WHOLE_CALL: ExpectedCall = { name: "get_weather", arguments: { city: "Paris" } };

const EXPECTED = "no usable tool call, as its arguments were cut: an error, or the arguments as " +
  "they came";

/**
 * Cut arguments are an error, whatever finish comes after them: a call that runs with half of its
 * arguments, or with none, does what nobody asked for.
 *
 * Public reports: OpenRouterTeam/ai-sdk-provider#558, langchain-ai/langchainjs#11469,
 * NousResearch/hermes-agent#6847, vllm-project/vllm#53269, xiaoyu-work/claw-os#11,
 * ltmoerdani/opencode-copilot-chat#187.
 */
export const toolArguments: Rule = {
  id: "tool-arguments",
  sentence: "Arguments of a tool call that were cut are never given as whole, mended or left out.",
  cases({ samples }: Subject): RuleCase[] {
    if (!samples) return [];
    const { wire, cutArguments } = samples;
    return [
      { name: "clean end within the arguments", run: (trial) => cutWithin(trial, wire) },
      ...cutArguments.map((sample): RuleCase => ({
        name: sample.name,
        run: (trial) => readSample(trial, wire, sample),
      })),
    ];
  },
};

async function cutWithin(trial: Trial, wire: Wire): Promise<void> {
  const chunks = chunksOf(wire, framesOf(wire, TOOL_TURN));
  await tryCuts(trial, {
    wire,
    chunks,
    cuts: argumentCuts(wire, chunks),
    end: "close",
    expected: EXPECTED,
    accepts: (outcome) => isHonest(outcome, trial) && !surplusCall(outcome, [WHOLE_CALL]),
    tell: (outcome) => tell(outcome, [WHOLE_CALL]),
  });
}

async function readSample(trial: Trial, wire: Wire, sample: CutArgumentsSample): Promise<void> {
  const { frames, wholeCalls = [] } = sample;
  const outcome = await readFrames(trial, wire, frames);
  const isRefused = isHonest(outcome, trial) || isLengthError(outcome);
  if (isRefused && !surplusCall(outcome, wholeCalls)) return;
  trial.fail({
    expected: EXPECTED,
    actual: tell(outcome, wholeCalls),
    excerpt: excerptFrames(frames),
  });
}

/** Says what the adapter did; of a turn all calls are told anyway. */
function tell(outcome: Outcome, whole: readonly ExpectedCall[]): string {
  const call = outcome.kind === "turn" ? undefined : surplusCall(outcome, whole);
  if (!call) return tellOutcome(outcome);
  return `it gave the call ${call.name}(${JSON.stringify(call.arguments)}), and ${
    tellOutcome(outcome)
  }`;
}

/** The length limit cut the arguments, and the provider says so: that error is as good. */
function isLengthError(outcome: Outcome): boolean {
  return outcome.kind === "unusable" && isWholeturnError(outcome.error, "LENGTH");
}

/** The first call that an adapter gives as whole although it is not. */
function surplusCall(outcome: Outcome, whole: readonly ExpectedCall[]): ExpectedCall | undefined {
  const wanted = new Set(whole.map(textOfCall));
  return usableCalls(outcome.events).find((call) => !wanted.has(textOfCall(call)));
}

function textOfCall(call: ExpectedCall): string {
  return JSON.stringify(canonical(call));
}

/**
 * The calls among events that a consumer would take as whole: their arguments are JSON, or a finish
 * says that there are none.
 */
function usableCalls(events: readonly TurnEvent[]): ExpectedCall[] {
  const finished = events.some((event) => event.type === "finish");
  return joinCalls(events).flatMap(({ name, text }) => {
    if (text === "") return finished ? [{ name, arguments: {} }] : [];
    try {
      return [{ name, arguments: JSON.parse(text) as unknown }];
    } catch {
      return [];
    }
  });
}

function joinCalls(events: readonly TurnEvent[]): { name: string; text: string }[] {
  const calls = new Map<number, { name: string; text: string }>();
  for (const event of events) {
    if (event.type !== "tool_call") continue;
    const call = calls.get(event.index) ?? { name: "", text: "" };
    calls.set(event.index, call);
    call.name ||= event.name ?? "";
    call.text += event.arguments;
  }
  return [...calls.values()];
}
