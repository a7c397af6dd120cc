import type { JsonObject } from "../../wire/json.ts";
import { impossible } from "./impossible.ts";

/**
 * Gives the whole number nearest to zero that satisfies a schema.
 *
 * @param schema The schema.
 * @param path Where it stands.
 * @throws {TypeError} If there is none.
 */
export function integerFor(schema: JsonObject, path: string): number {
  return multipleFor(schema, path, wholeStep(boundOf(schema.multipleOf, 1)));
}

/**
 * Gives a number near zero that satisfies a schema.
 *
 * @param schema The schema.
 * @param path Where it stands.
 * @throws {TypeError} If there is none.
 */
export function numberFor(schema: JsonObject, path: string): number {
  return multipleFor(schema, path, boundOf(schema.multipleOf, 0));
}

function multipleFor(schema: JsonObject, path: string, step: number): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const grain = step || 0.5;
  const least = Math.max(boundOf(minimum, -Infinity), boundOf(exclusiveMinimum, -Infinity));
  const most = Math.min(boundOf(maximum, Infinity), boundOf(exclusiveMaximum, Infinity));
  const fits = (value: number) =>
    value >= boundOf(minimum, -Infinity) && value <= boundOf(maximum, Infinity) &&
    value > boundOf(exclusiveMinimum, -Infinity) && value < boundOf(exclusiveMaximum, Infinity);
  // The number nearest to zero; where that is a bound which does not count, its neighbours.
  const near = Math.min(Math.max(0, least), most);
  // Three tenths are not quite three times a tenth.
  const count = isWhole(near / grain) ? Math.round(near / grain) : near / grain;
  const steps = [Math.ceil(count), Math.floor(count) + 1, Math.ceil(count) - 1];
  const multiples = steps.map((whole) => Number((whole * grain).toPrecision(15)));
  const found = [near, ...multiples, (least + most) / 2].find((value) =>
    fits(value) && (step === 0 || isWhole(value / step))
  );
  if (found === undefined) throw impossible(path, "no number is within its bounds");
  return found;
}

/** How many times a part of a number is taken at most until it is a whole one. */
const MAX_PARTS = 1000;

/** Gives the least whole multiple of a number, if it has a small one. */
function wholeStep(step: number): number {
  for (let times = 1; times < MAX_PARTS; times++) {
    if (isWhole(times * step)) return Math.round(times * step);
  }
  return step;
}

/** What is off by no more than the rounding of a product is whole. */
function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) <= 8 * Number.EPSILON * Math.abs(value);
}

function boundOf(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
