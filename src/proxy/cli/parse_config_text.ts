import { ConfigError } from "../../errors.ts";
import { parseJsonc } from "./parse_jsonc.ts";
import { parseYaml } from "./parse_yaml.ts";

/**
 * Parses the text of a configuration: YAML if the file is called `*.yaml` or `*.yml`, else JSON with comments.
 *
 * @param text The text.
 * @param file The name of the file.
 * @throws {ConfigError} If it has mistakes; the message names all of them, with line and column. A member that stands
 * twice is one.
 */
export async function parseConfigText(text: string, file: string): Promise<unknown> {
  const parse = /\.ya?ml$/i.test(file) ? parseYaml : parseJsonc;
  const parsed = await parse(text.replace(/^\uFEFF/, ""));
  if ("value" in parsed) return parsed.value;
  const lines = parsed.problems.map(({ line, column, message }) =>
    `${file}:${line}:${column} ${message}`
  );
  throw new ConfigError(lines.join("\n"));
}
