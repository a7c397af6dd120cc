import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import { broken } from "../contract/expectations.ts";
import { failureText } from "./failure_text.ts";

/** The most that an answer may have. One without end that waits for nobody would starve every timer. */
const MAX_BYTES = 2 ** 24;
const MAX_CHUNKS = 100_000;

/** How often a slow reader pauses. */
const PAUSES = 20;

/**
 * Reads a body to its end.
 *
 * @param what What was asked, for messages.
 * @param body The body.
 * @param pause Is waited for after each of the first chunks.
 * @throws {ContractViolation} If it fails, or does not end.
 */
export async function collectBody(
  what: string,
  body: Response["body"],
  pause?: () => Promise<void>,
): Promise<Bytes> {
  const chunks: Bytes[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size > MAX_BYTES || chunks.length > MAX_CHUNKS) break;
      if (pause !== undefined && chunks.length <= PAUSES) await pause();
    }
  } catch (error) {
    throw broken(
      `the answer to ${what} to arrive whole`,
      `its body failed with ${failureText(error)}`,
      error,
    );
  }
  if (size <= MAX_BYTES && chunks.length <= MAX_CHUNKS) return concatBytes(chunks);
  throw broken(
    `the answer to ${what} to end`,
    `it had not after ${size} bytes in ${chunks.length} pieces`,
  );
}
