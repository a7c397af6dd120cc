import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { readFixtures } from "../fixtures/read_fixtures.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";

/**
 * Reads a file of fixtures, or every `*.json` in a folder and those below it, in the order of their names.
 *
 * @param path The file or the folder.
 * @throws {Error} If it cannot be read, or something in it is not as it must be; the message says where.
 */
export async function loadFixtures(path: string): Promise<Fixtures> {
  const files = await filesIn(path);
  if (files.length === 0) throw new Error(`Cannot load fixtures as '${path}' holds no *.json file`);
  const all: Fixtures[] = [];
  for (const file of files) {
    all.push(readFixtures(parsed(await readFile(file, "utf8"), file), file));
  }
  return { rules: all.flatMap(({ rules }) => rules), notes: all.flatMap(({ notes }) => notes) };
}

async function filesIn(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names.filter((name) => name.endsWith(".json")).sort().map((name) => join(path, name));
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`Cannot read '${file}' as it is no JSON: ${String(cause)}`, { cause });
  }
}
