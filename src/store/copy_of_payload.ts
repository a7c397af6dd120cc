import type { Json } from "./trace_event.ts";

/**
 * Copies a payload that `normalPayload()` has made, so that whoever gets it may change it.
 *
 * @param value The payload.
 */
export function copyOfPayload(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(copyOfPayload);
  // Members that are objects are put in again: by now also `__proto__` is a member, which an assignment finds.
  const copy: Record<string, Json> = { ...value };
  for (const key of Object.keys(copy)) {
    const member = copy[key]!;
    if (typeof member === "object" && member !== null) copy[key] = copyOfPayload(member);
  }
  return copy;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
