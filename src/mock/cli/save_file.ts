import * as fileSystem from "node:fs/promises";
import { dirname } from "node:path";
import process from "node:process";

/** What of the file system is used here. */
export interface Files {
  /** Writes a file. */
  writeFile(file: string, text: string): Promise<void>;
  /** Gives a file another name, in place of the one that had it. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file. */
  rm(file: string, options: { readonly force: boolean }): Promise<void>;
}

/**
 * Makes sure that a file can be written later, as far as that can be known.
 *
 * @param file The file.
 * @throws {Error} If the folder it is to stand in is none.
 */
export async function requireFolder(file: string): Promise<void> {
  const folder = dirname(file);
  const isFolder = await fileSystem.stat(folder).then((found) => found.isDirectory(), () => false);
  if (!isFolder) throw new Error(`Cannot record to '${file}' as there is no folder '${folder}'`);
}

/**
 * Writes a file: all of it, or if that fails what was there before stays.
 *
 * @param file The file.
 * @param text Its text.
 * @param files Where it is written.
 * @throws {Error} If it cannot be written.
 */
export async function saveFile(
  file: string,
  text: string,
  files: Files = fileSystem,
): Promise<void> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await files.writeFile(draft, text);
    await files.rename(draft, file);
  } catch (error) {
    await files.rm(draft, { force: true });
    throw error;
  }
}
