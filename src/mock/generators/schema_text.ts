import { stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { impossible } from "./impossible.ts";
import { patternText } from "./pattern_text.ts";

/** How long a text may be: the schema may be any client's. */
const MAX_CHARS = 1_000_000;

/** How many more of each repeated part of a pattern are tried, for a text that is long enough. */
const MAX_MORE = 100;

/** An example of each format that is common; other formats are left to the letter. */
const FORMATS: ReadonlyMap<string, string> = new Map(Object.entries({
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  time: "00:00:00Z",
  duration: "PT1S",
  email: "user@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  uuid: "00000000-0000-4000-8000-000000000000",
}));

/**
 * Makes a text for a schema.
 *
 * @param schema The schema.
 * @param path Where it is.
 * @throws {TypeError} If nothing satisfies it, or its pattern is one for which no text can be made.
 */
export function stringFor(schema: JsonObject, path: string): string {
  const least = typeof schema.minLength === "number" ? schema.minLength : 0;
  const most = typeof schema.maxLength === "number" ? schema.maxLength : Infinity;
  if (least > most) throw impossible(path, "its 'minLength' is above its 'maxLength'");
  if (least > MAX_CHARS) throw impossible(path, `its 'minLength' is above ${MAX_CHARS}`);
  const format = FORMATS.get(stringOf(schema.format));
  const text = format ?? "text".slice(0, most).padEnd(least, "x");
  if (typeof schema.pattern !== "string") return text;
  const pattern = patternOf(schema.pattern, path);
  return pattern.test(text) ? text : textOf(pattern, { least, most }, path);
}

function textOf(
  pattern: RegExp,
  { least, most }: { readonly least: number; readonly most: number },
  path: string,
): string {
  for (let more = 0; more <= MAX_MORE; more++) {
    const text = patternText(pattern.source, more);
    if (text === undefined) break;
    const { length } = Array.from(text);
    if (length > most) break;
    if (length >= least && pattern.test(text)) return text;
  }
  throw impossible(
    path,
    `a text for its pattern ${pattern.source} cannot be made: give it an example`,
  );
}

function patternOf(pattern: string, path: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    throw impossible(path, `its pattern ${pattern} is no regular expression`);
  }
}
