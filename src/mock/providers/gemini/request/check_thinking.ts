import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";

/** How much a model may be told to think, in tokens. */
interface Budget {
  readonly least: number;
  readonly most: number;
  /** Whether it can do without. */
  readonly canRest: boolean;
}

/** The models that are told how much to think; those after them are told a level. */
const BUDGETS: ReadonlyMap<string, Budget> = new Map([
  ["pro", { least: 128, most: 32_768, canRest: false }],
  ["flash", { least: 0, most: 24_576, canRest: true }],
  ["flash-lite", { least: 512, most: 24_576, canRest: true }],
]);

const MODEL_REGEXP = /^gemini-2\.5-(pro|flash|flash-lite)(?:-\d{3})?$/;

/** The budget by which the model decides itself. */
const DYNAMIC = -1;

/**
 * Refuses what a model cannot think.
 *
 * @param config The request's `generationConfig`, read by its type.
 * @param model The model.
 * @throws {ProviderProblem} If Gemini would refuse it.
 */
export function checkThinking({ thinkingConfig: thinking }: JsonObject, model: string): void {
  if (!isObject(thinking)) return;
  const { thinkingBudget: budget, thinkingLevel: level } = thinking;
  if (budget !== undefined && level !== undefined) {
    throw invalid("You can only set only one of thinking budget and thinking level.");
  }
  const range = BUDGETS.get(MODEL_REGEXP.exec(model)?.[1] ?? "");
  if (range === undefined) return;
  if (level !== undefined) throw invalid("Thinking level is not supported for this model.");
  if (typeof budget === "number" && budget !== DYNAMIC) checkBudget(budget, range);
}

function checkBudget(budget: number, { least, most, canRest }: Budget): void {
  if (budget === 0 && canRest) return;
  if (budget === 0) throw invalid("Budget 0 is invalid. This model only works in thinking mode.");
  if (budget >= least && budget <= most) return;
  throw invalid(
    `The thinking budget ${budget} is invalid. Please choose a value between ${least} and ${most}.`,
  );
}
