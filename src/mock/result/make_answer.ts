import type { Chunking } from "../delivery/delivery_plan.ts";
import { PieceCutter } from "../delivery/piece_cutter.ts";
import type { TurnMemory } from "../providers/turn_memory.ts";
import { idChars } from "../random.ts";
import type { Ask } from "../request/ask.ts";
import type { Answer } from "./answer.ts";
import type { AnswerChoice } from "./answer_choice.ts";
import { countUsage } from "./count_usage.ts";
import { fittingChoice, requireForm } from "./fitting_choice.ts";
import { requireStrictCalls } from "./strict_calls.ts";
import { limitedChoice } from "./limited_choice.ts";
import type { ModelResult } from "./model_result.ts";
import { regularResult } from "./regular_result.ts";

/** What an answer is made of besides the results. */
export interface AnswerFacts {
  /** What was asked. */
  readonly ask: Ask;
  /** What the mock calls the call. */
  readonly name: string;
  /** What ids of the call are made of. */
  readonly seedText: string;
  /** When the answer was begun, in milliseconds since 1970. */
  readonly createdMs: number;
  /** The id of the request, in the provider's form. */
  readonly requestId: string;
  /** The call's own row of numbers. */
  readonly random: () => number;
  /** What the mock remembers of earlier turns. */
  readonly turns: TurnMemory;
  /** What cuts texts. @default {one for this answer alone} */
  readonly cutter?: PieceCutter | undefined;
  /** How texts are cut. */
  readonly chunking: Chunking | undefined;
  /** Gives the time now, in milliseconds since 1970. @default {when the answer was begun} */
  readonly now?: (() => number) | undefined;
}

/**
 * Makes what a surface writes out of what rules gave.
 *
 * @param results The results, one for each answer that was asked for.
 * @param facts What else it is made of.
 */
export function makeAnswer(results: readonly ModelResult[], facts: AnswerFacts): Answer {
  const { ask, name, seedText, createdMs, requestId, random, turns, chunking } = facts;
  const { cutter = new PieceCutter() } = facts;
  const choices = results.map((result) => choiceOf(result, ask));
  const [first] = results;
  return {
    ask,
    choices,
    usage: countUsage(ask.request, choices, {
      stated: first?.usage,
      countText: (text) => cutter.countTokens(text),
    }),
    name,
    id: first?.id,
    model: first?.model ?? ask.request.model,
    createdMs,
    now: facts.now ?? (() => createdMs),
    requestId,
    turns,
    random,
    newId: (prefix, key, chars = 24) => prefix + idChars(`${seedText}:${key}`, chars),
    cut: (text) => cutter.cut(text, chunking),
  };
}

function choiceOf(result: ModelResult, ask: Ask): AnswerChoice {
  const choice = regularResult(result);
  if (result.unchecked) return limitedChoice(choice, ask);
  const fitting = fittingChoice(choice, ask);
  const limited = limitedChoice(ask.fit?.(fitting) ?? fitting, ask);
  requireForm(limited, ask.form);
  requireStrictCalls(limited, ask);
  return limited;
}
