import { draftOf } from "./draft_of.ts";
import { writeReason } from "./write_reason.ts";

/**
 * Tells why {@linkcode replaceFile} could not write a file, so that it is known before there is something to write.
 *
 * A draft is made beside it and removed, so that the file, there or not, stays as it is.
 *
 * @param file The file.
 * @returns The reason; `undefined` if it can be written.
 */
export async function whyNotWritable(file: string): Promise<string | undefined> {
  try {
    const { open, rm, stat } = await import("node:fs/promises");
    const info = await stat(file).catch(() => undefined);
    if (info?.isDirectory()) return "It is a folder";
    const draft = draftOf(file);
    await (await open(draft, "wx", 0o600)).close();
    await rm(draft);
    return undefined;
  } catch (error) {
    return await writeReason(error, file);
  }
}
