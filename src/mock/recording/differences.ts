import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";

/** Where two values of JSON are not the same. */
export interface Difference {
  /** The path. */
  readonly path: string;
  /** What the first has there; `undefined` for nothing. */
  readonly left: unknown;
  /** What the second has there; `undefined` for nothing. */
  readonly right: unknown;
}

/**
 * Finds where two values of JSON differ, in the order of the first.
 *
 * @param left The first.
 * @param right The second.
 * @param path What to call them.
 * @param ignored The names of members that do not count, wherever they stand.
 */
export function* differences(
  left: unknown,
  right: unknown,
  path: string,
  ignored: ReadonlySet<string>,
): Generator<Difference, void> {
  if (Array.isArray(left) && Array.isArray(right)) {
    const count = Math.max(left.length, right.length);
    for (let index = 0; index < count; index++) {
      yield* differences(left[index], right[index], `${path}[${index}]`, ignored);
    }
  } else if (isObject(left) && isObject(right)) {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      if (ignored.has(name)) continue;
      yield* differences(own(left, name), own(right, name), `${path}.${name}`, ignored);
    }
  } else if (!Object.is(left, right)) {
    yield { path, left, right };
  }
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
