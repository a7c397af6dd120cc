import type { Capability, ContractArea, ContractLevel } from "./contract_case.ts";
import type { Lab } from "./lab.ts";

/** A case before it knows a store. */
export interface CaseSpec {
  /** The area and what holds. */
  readonly name: string;
  /** What part of the contract it is about. */
  readonly area: ContractArea;
  /** Whose case it is. */
  readonly level: ContractLevel;
  /** Where a store was seen to fail it in public. */
  readonly seen?: string | undefined;
  /** What it needs of the store under test. */
  readonly needs?: Capability | undefined;
  /** Tries the store. */
  readonly test: (lab: Lab) => Promise<void>;
}

/** How a case of ours is made. */
type MakeCase = (
  what: string,
  test: (lab: Lab) => Promise<void>,
  more?: Pick<CaseSpec, "seen">,
) => CaseSpec;

/** Makes the cases of an area that the contract began with, by the names they have there. */
export function seedCases(area: ContractArea): MakeCase {
  return (name, test) => ({ name: `${area}: ${name}`, area, level: "seed", test });
}

/** Makes our cases of an area. */
export function strictCases(area: ContractArea, needs?: Capability): MakeCase {
  return (what, test, more) => ({
    name: `${area}: ${what}`,
    area,
    level: "strict",
    needs,
    test,
    ...more,
  });
}
