type Path = readonly (string | number)[];

/** Splits `a.b[0].c` into its parts. */
function partsOf(path: string): Path {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) =>
    index === undefined ? name : Number(index)
  );
}

/**
 * Copies a value with another one at one place.
 *
 * @param path Where, as `a.b[0].c` or in parts.
 * @param value What stands there then; `undefined` for nothing, unless it is kept.
 */
export function changed(
  root: unknown,
  path: string | Path,
  value: unknown,
  undefinedIs: "left out" | "kept" = "left out",
): unknown {
  const [first, ...rest] = typeof path === "string" ? partsOf(path) : path;
  if (first === undefined) return value;
  const inner = changed((root as Record<string, unknown>)[first], rest, value, undefinedIs);
  if (Array.isArray(root)) {
    const copy = [...root];
    copy[Number(first)] = inner;
    return copy;
  }
  const entries = Object.entries(root as object).filter(([name]) => name !== first);
  const isOut = inner === undefined && undefinedIs === "left out";
  const own = [
    ...Object.entries(root as object).map(([name, member]) =>
      [name, name === first ? inner : member] as const
    ),
  ].filter(([name]) => !(isOut && name === first));
  return Object.fromEntries(
    Object.hasOwn(root as object, first) ? own : [...entries, [first, inner]],
  );
}
