import process from "node:process";
import type { Writable } from "node:stream";

/**
 * Writes a text to standard output. Whoever read it may be gone, as `head` is: then the text is lost, and the program
 * goes on.
 *
 * @param text The text.
 */
export function writeOut(text: string): void {
  write(process.stdout, text);
}

/**
 * Writes a text to standard error, as {@linkcode writeOut} does: a server does not end with the reader of its log.
 *
 * @param text The text.
 */
export function writeErr(text: string): void {
  write(process.stderr, text);
}

/** Without somebody who hears it, the error that the reader is gone would end the process. */
function write(stream: Writable, text: string): void {
  if (stream.listenerCount("error") === 0) stream.on("error", () => {});
  stream.write(text);
}
