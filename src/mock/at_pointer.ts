import { isObject } from "../wire/json.ts";

/**
 * Finds what a reference within a document leads to, as JSON Schema spells one: `#` and a JSON pointer.
 *
 * @param root The document.
 * @param ref The reference.
 * @returns What is there; `undefined` if there is nothing, or the reference leads out of the document.
 */
export function atPointer(root: unknown, ref: string): unknown {
  const [start, ...steps] = ref.split("/");
  if (start !== "#") return undefined;
  let found = root;
  for (const step of steps) {
    const name = nameOf(step);
    const isThere = name !== undefined && (isObject(found) || Array.isArray(found)) &&
      Object.hasOwn(found, name);
    if (!isThere) return undefined;
    found = (found as { readonly [name: string]: unknown })[name];
  }
  return found;
}

/** A step with an escape that is none names nothing. */
function nameOf(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}
