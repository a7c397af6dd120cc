import { isObject, type JsonObject } from "../../wire/json.ts";

/** One change to a value of JSON. */
export interface JsonEdit {
  /** The way to the member: names in objects, places in arrays. What it leads through is there. */
  readonly path: readonly (string | number)[];
  /** What it is to be; `undefined` to take it away. */
  readonly value: unknown;
}

/** An object with changes made. */
export interface Edited {
  /** The changes, at least one. */
  readonly edits: readonly JsonEdit[];
  /** What it is with them. */
  readonly value: JsonObject;
}

/** Makes changes; `null` if there are none. */
export function edited(value: JsonObject, edits: readonly JsonEdit[]): Edited | null {
  return edits.length === 0 ? null : { edits, value: withEdits(value, edits) };
}

/** Gives a value with changes made; the value itself stays as it is. */
export function withEdits<T>(value: T, edits: readonly JsonEdit[]): T {
  return edits.reduce(
    (edited: unknown, { path, value }) => withMember(edited, path, value),
    value,
  ) as T;
}

function withMember(holder: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(holder)) {
    return holder.map((item, at) => at === key ? withMember(item, rest, value) : item);
  }
  if (!isObject(holder)) return holder;
  const member = withMember(holder[key], rest, value);
  if (member !== undefined) return { ...holder, [key]: member };
  return Object.fromEntries(Object.entries(holder).filter(([name]) => name !== key));
}
