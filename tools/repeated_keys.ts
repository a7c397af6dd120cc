/** A text or a mark of JSON that opens, closes or parts something. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

interface Level {
  /** The keys so far; `undefined` within a list. */
  readonly keys: Set<string> | undefined;
  /** Where the level stands, as keys joined by dots. */
  readonly path: string;
}

/**
 * Finds the keys that stand twice in one object. `JSON.parse()` takes the last and says nothing, so
 * that one of two readers edits in vain.
 *
 * @param json A valid text of JSON.
 * @returns Each such key with the keys above it, joined by dots.
 */
export function repeatedKeys(json: string): string[] {
  const repeated: string[] = [];
  const levels: Level[] = [];
  let last = "";
  let path = "";
  for (const [token] of json.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === "{") levels.push({ keys: new Set(), path });
    else if (token === "[") levels.push({ keys: undefined, path });
    else if (token === "}" || token === "]") levels.pop();
    else if (token === ":" && level?.keys) {
      const key = JSON.parse(last) as string;
      path = level.path === "" ? key : `${level.path}.${key}`;
      if (level.keys.has(key)) repeated.push(path);
      level.keys.add(key);
    }
    last = token;
  }
  return repeated;
}
