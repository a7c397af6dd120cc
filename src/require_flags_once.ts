import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * Refuses a command line that gives an option twice which counts once: all but the last would be ignored.
 *
 * @param args The arguments.
 * @param options The options that there are, as `parseArgs()` of `node:util` takes them.
 * @throws {TypeError} If one is given twice.
 */
export function requireFlagsOnce(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
): void {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option" || options[token.name]?.multiple) continue;
    if (seen.has(token.name)) throw new TypeError(`Option '--${token.name}' is given twice`);
    seen.add(token.name);
  }
}
