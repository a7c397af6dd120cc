import type { Parsed, SyntaxProblem } from "./syntax_problem.ts";

/** As much of an error of the parser as is used. */
interface YamlError {
  readonly code: string;
  readonly message: string;
  readonly linePos?: readonly { readonly line: number; readonly col: number }[] | undefined;
}

/**
 * Parses YAML 1.2, with anchors and with `<<` to merge them.
 *
 * @param text The text.
 */
export async function parseYaml(text: string): Promise<Parsed> {
  const { parseDocument } = await import("npm:yaml@^2.9.1");
  const document = parseDocument(text, { merge: true, uniqueKeys: true, prettyErrors: true });
  const found: readonly YamlError[] = [...document.errors, ...document.warnings];
  if (found.length > 0) return { problems: found.map(problemOf) };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    // An alias of nothing, or so many that they would fill the memory.
    const message = error instanceof Error ? error.message : String(error);
    return { problems: [{ line: 1, column: 1, message }] };
  }
}

function problemOf({ message, linePos }: YamlError): SyntaxProblem {
  const [start] = linePos ?? [];
  // The rest shows the place, and repeats its line and column.
  const [first = ""] = message.split(/ at line \d+|\n/);
  return { line: start?.line ?? 1, column: start?.col ?? 1, message: first };
}
