import type { FileHandle } from "node:fs/promises";
import { draftOf } from "./draft_of.ts";

/**
 * Writes a file that only its owner may read: all of it, or what was there before stays, whenever the process or the
 * machine stops.
 *
 * @param file The file.
 * @param text Its text.
 * @throws {Error} If it cannot be written.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const { open, rename, rm } = await import("node:fs/promises");
  const draft = draftOf(file);
  try {
    await written(await open(draft, "wx", 0o600), text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

async function written(handle: FileHandle, text: string): Promise<void> {
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
