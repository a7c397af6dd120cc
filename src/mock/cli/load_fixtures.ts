import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { isObject } from "../../wire/json.ts";
import { readChunks } from "../fixtures/chunks_txt.ts";
import { readFixtures } from "../fixtures/read_fixtures.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { JsonValue } from "../result/model_result.ts";
import type { Rule } from "../rules/rule.ts";
import { type Capture, captureSeries } from "./capture_series.ts";
import { parsedFile } from "./parsed_file.ts";

const CHUNKS = ".chunks.txt";

/**
 * Reads a file of fixtures, or every `*.json` and `*.chunks.txt` in a folder and those below it, in the order of
 * their names. A `*.json` beside the `*.chunks.txt` of the same name is the answer that is not streamed. Captures
 * have no criteria, and so stand behind all rules.
 *
 * @param path The file or the folder.
 * @throws {Error} If it cannot be read, or something in it is not as it must be; the message says where.
 */
export async function loadFixtures(path: string): Promise<Fixtures> {
  const files = await filesIn(path);
  if (files.length === 0) {
    throw new Error(`Cannot load fixtures as '${path}' holds no *.json and no *${CHUNKS} file`);
  }
  const bodies = new Set(files.filter(isChunks).map(bodyFileOf));
  const all: Fixtures[] = [];
  const captures: Capture[] = [];
  for (const file of files.filter((name) => !bodies.has(name))) {
    if (isChunks(file)) captures.push(await loadChunks(file));
    else all.push(await loadJson(file, bodies.size > 0));
  }
  const series = captureSeries(captures);
  return {
    rules: [...all.flatMap(({ rules }) => rules), ...series],
    notes: [...all.flatMap(({ notes }) => notes), ...hiddenNotes(series)],
  };
}

async function filesIn(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names.filter((name) => name.endsWith(".json") || isChunks(name)).sort()
    .map((name) => join(path, name));
}

function isChunks(file: string): boolean {
  return file.endsWith(CHUNKS);
}

function bodyFileOf(file: string): string {
  return `${file.slice(0, -CHUNKS.length)}.json`;
}

async function loadChunks(file: string): Promise<Capture> {
  const bodyFile = bodyFileOf(file);
  const hasBody = await stat(bodyFile).then((found) => found.isFile(), () => false);
  const body = hasBody
    ? parsedFile(await readFile(bodyFile, "utf8"), bodyFile) as JsonValue
    : undefined;
  const name = basename(file, CHUNKS);
  const options = { name, ...(body !== undefined && { body }) };
  const rule = readChunks(await readFile(file, "utf8"), options, file);
  return { path: file.slice(0, -CHUNKS.length), rule };
}

/** Among captures stand answers that were never streamed; nobody asks for those by any rule. */
async function loadJson(file: string, isAmongChunks: boolean): Promise<Fixtures> {
  const value = parsedFile(await readFile(file, "utf8"), file);
  const isFixtures = isObject(value) && (value.rules !== undefined || value.fixtures !== undefined);
  if (isFixtures || !isAmongChunks) return readFixtures(value, file);
  return { rules: [], notes: [`'${file}' is left out, as there is no *${CHUNKS} beside it`] };
}

/** A capture has no criteria, so that a second for the same endpoint is never reached. */
function hiddenNotes(rules: readonly Rule[]): readonly string[] {
  const first = new Map<unknown, string | undefined>();
  const notes: string[] = [];
  for (const { surface, name } of rules) {
    if (first.has(surface)) {
      notes.push(
        `'${name}' is never reached, as '${first.get(surface)}' answers all of ${surface}`,
      );
    } else first.set(surface, name);
  }
  return notes;
}
