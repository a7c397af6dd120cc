import { shown } from "./shown.ts";

/** Every option of an options bag by its name, so that the compiler finds one left out. */
export type OptionNames<T> = { readonly [Name in keyof T]-?: true };

/**
 * Makes sure that a user gave options that there are: from JavaScript a misspelt one would be passed
 * over in silence, and what it asks for not be done.
 *
 * @param action What cannot be done otherwise, to stand after "Cannot".
 * @param options What the user gave.
 * @param names The options that there are.
 * @throws {TypeError} If it is no object, or has another member; the message names the nearest option.
 */
export function requireKnownOptions<T extends object>(
  action: string,
  options: T,
  names: OptionNames<T>,
): void {
  const known = Object.keys(names);
  const list = known.join(", ");
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new TypeError(
      `Cannot ${action} as its options must be an object with members of: ${list}: ` +
        `current value is ${shown(options)}`,
    );
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const near = nearestWord(unknown, known);
  throw new TypeError(
    `Cannot ${action} as there is no option ${JSON.stringify(unknown)}` +
      (near === undefined ? "" : `, did you mean ${JSON.stringify(near)}?`) +
      `${near === undefined ? ": it" : " It"} must be one of: ${list}`,
  );
}

/**
 * Gives the known word that is nearest to one, if any is near enough to have been meant.
 *
 * @param word The word.
 * @param known The known ones.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const ranked = known.map((name) => ({
    name,
    edits: edits(word.toLowerCase(), name.toLowerCase()),
  }))
    .filter(({ name, edits }) => edits <= Math.max(word.length, name.length) / 2)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.name;
}

/** How many letters must be put in, left out, changed or swapped with the next to get the other. */
function edits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const above = rows[row - 1]!;
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1;
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(Math.min(
        above[column]! + 1,
        current[column - 1]! + 1,
        above[column - 1]! + changed,
        isSwapped ? rows[row - 2]![column - 2]! + 1 : Infinity,
      ));
    }
    rows.push(current);
  }
  return rows[from.length]![to.length]!;
}
