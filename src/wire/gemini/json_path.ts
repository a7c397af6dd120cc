/** A step of a path: the name of a member, or the index of an element. */
export type PathStep = string | number;

/** How long a path may be, in characters. Longer ones could exhaust the engine's regular expressions. */
const MAX_PATH_CHARS = 4096;

const STEP_REGEXP = /\.([^.[\]'"\s]+)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\]/y;

/**
 * Reads a JSONPath (RFC 9535) that names one place: members and indices only.
 *
 * @param path The path, for instance `$.recipe.steps[0]['step name']`.
 * @returns The steps, or `undefined` if it is no such path, names the root itself, or is longer than
 * 4096 characters.
 */
export function parseJsonPath(path: string): readonly PathStep[] | undefined {
  if (!path.startsWith("$") || path.length > MAX_PATH_CHARS) return undefined;
  const steps: PathStep[] = [];
  let end = 1;
  STEP_REGEXP.lastIndex = end;
  for (let match = STEP_REGEXP.exec(path); match; match = STEP_REGEXP.exec(path)) {
    const [, name, index, quoted] = match;
    const step = index !== undefined ? Number(index) : name ?? unquote(quoted!);
    if (step === undefined) return undefined;
    steps.push(step);
    end = STEP_REGEXP.lastIndex;
  }
  return end === path.length && steps.length > 0 ? steps : undefined;
}

/** Reads a quoted name. Its escapes are JSON's, and `\'` between single quotes. */
function unquote(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1);
  const json = quoted.startsWith("'")
    ? inner.replace(/\\.|"/g, (piece) => piece === "\\'" ? "'" : piece === '"' ? '\\"' : piece)
    : inner;
  try {
    return JSON.parse(`"${json}"`) as string;
  } catch {
    return undefined;
  }
}
