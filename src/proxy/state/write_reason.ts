import { reasonOf } from "./reason_of.ts";

/** What is said of the folder of a file, by what the system says of the draft that was to be written beside it. */
const SAID: ReadonlyMap<unknown, (folder: string) => string> = new Map([
  ["ENOENT", (folder) => `The folder '${folder}' does not exist`],
  ["ENOTDIR", (folder) => `'${folder}' is no folder`],
  ["EACCES", (folder) => `Nothing may be written in the folder '${folder}'`],
  ["EPERM", (folder) => `Nothing may be written in the folder '${folder}'`],
  ["EROFS", (folder) => `Nothing may be written in the folder '${folder}'`],
]);

/**
 * Says why a file could not be written. What the system says names the draft, which nobody knows.
 *
 * @param error What was thrown when its draft was written.
 * @param file The file.
 */
export async function writeReason(error: unknown, file: string): Promise<string> {
  const { dirname } = await import("node:path");
  const folder = dirname(file);
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown };
  if (name === "NotCapable") return `The program needs --allow-write for the folder '${folder}'`;
  return SAID.get(code)?.(folder) ?? reasonOf(error);
}
