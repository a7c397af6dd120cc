import { shown } from "../../shown.ts";
import type { ContractCase } from "./contract_case.ts";

/**
 * Gives the cases of a list that fit a filter.
 *
 * @throws {TypeError} If it is no list of cases, or the filter is no filter.
 * @throws {RangeError} If there are none, or none fits.
 */
export function pickCases(
  cases: unknown,
  filter: string | ((one: ContractCase) => boolean) | undefined,
): readonly ContractCase[] {
  const all = listOf(cases);
  if (filter === undefined) return all;
  if (typeof filter !== "string" && typeof filter !== "function") {
    throw new TypeError(
      `Cannot run the contract as 'filter' must be a text or a function: current value is ${
        shown(filter)
      }`,
    );
  }
  const fits = typeof filter === "string"
    ? (one: ContractCase) => one.name.includes(filter)
    : filter;
  const picked = all.filter((one) => fits(one));
  if (picked.length > 0) return picked;
  throw new RangeError(
    `Cannot run the contract as no case fits the filter${
      typeof filter === "string" ? ` ${shown(filter)}: it must be a part of a name` : ""
    }`,
  );
}

function listOf(cases: unknown): readonly ContractCase[] {
  const isList = typeof cases === "object" && cases !== null && Symbol.iterator in cases;
  if (!isList) throw noCase("'cases' must be a list of cases", cases);
  const list: unknown[] = [...cases as Iterable<unknown>];
  for (const [index, one] of list.entries()) {
    const { name, run } = (one ?? {}) as Partial<ContractCase>;
    if (typeof name === "string" && typeof run === "function") continue;
    throw noCase(`'cases[${index}]' must be a case, with a name and a function run()`, one);
  }
  if (list.length === 0) {
    throw new RangeError("Cannot run the contract as there are none of its cases to run");
  }
  return list as ContractCase[];
}

function noCase(what: string, actual: unknown): TypeError {
  return new TypeError(
    `Cannot run the contract as ${what}, as traceStoreContract() and httpConformance() give them: current value is ${
      shown(actual)
    }`,
  );
}
