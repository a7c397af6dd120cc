import { isObject } from "../../../wire/json.ts";
import { aString } from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";
import { emptyText, missing, unknownParam, wrongType } from "./refusals.ts";

/** Requires a text that is not empty. */
export function filledText(maxChars: number): FieldCheck {
  const check = aString(maxChars);
  return (value, param) => {
    if (value === "") throw emptyText(param);
    check(value, param);
  };
}

/** Requires a list, which may be empty. */
export function listOf(check: FieldCheck): FieldCheck {
  return (value, param, mode) => {
    if (!Array.isArray(value)) throw wrongType(param, "an array", value);
    value.forEach((item, index) => check(item, `${param}[${index}]`, mode));
  };
}

/**
 * Requires an object that has no other members than these, unless they are accepted; `null` is as good as none where none must be.
 *
 * @param checks What each member must be.
 * @param required Those that must be there.
 */
export function members(
  checks: Readonly<Record<string, FieldCheck>>,
  required: readonly string[] = [],
): FieldCheck {
  return (value, param, mode) => {
    if (!isObject(value)) throw wrongType(param, "an object", value);
    for (const name of required) {
      if (value[name] === undefined) throw missing(memberPath(param, name));
    }
    for (const [name, member] of Object.entries(value)) {
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
      if (check === undefined) {
        if (mode === "accept") continue;
        throw unknownParam(memberPath(param, name));
      }
      if (member !== null || required.includes(name)) check(member, memberPath(param, name), mode);
    }
  };
}

function memberPath(param: string, name: string): string {
  return param === "" ? name : `${param}.${name}`;
}
