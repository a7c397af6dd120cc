import { readFile } from "node:fs/promises";
import type { Cassette } from "../recording/cassette.ts";
import { aCassette } from "../recording/recording_shape.ts";
import { parsedFile } from "./parsed_file.ts";

/**
 * Reads files of recordings.
 *
 * @param files The files.
 * @throws {Error} If one cannot be read, or something in it is not as it must be; the message says where.
 */
export async function loadCassettes(files: readonly string[]): Promise<readonly Cassette[]> {
  const cassettes: Cassette[] = [];
  for (const file of files) {
    const value = parsedFile(await readFile(file, "utf8"), file);
    aCassette(value, file);
    cassettes.push(value as Cassette);
  }
  return cassettes;
}
