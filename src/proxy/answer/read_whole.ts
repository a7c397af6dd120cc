import { type Bytes, concatBytes } from "../../bytes.ts";
import type { UpstreamBody } from "../transport/transport.ts";

/**
 * Reads a body to its end.
 *
 * @param body The body.
 * @param maxBytes How large it may be.
 * @returns The whole of it; `undefined` if it is larger, of which no more is read.
 * @throws What `body.read()` rejects with.
 */
export async function readWhole(body: UpstreamBody, maxBytes: number): Promise<Bytes | undefined> {
  const chunks: Bytes[] = [];
  let bytes = 0;
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes <= maxBytes) continue;
    body.cancel();
    return undefined;
  }
  return chunks.length === 1 ? chunks[0] : concatBytes(chunks);
}

/** The beginning of a body. */
export interface Beginning {
  /** Its bytes. */
  readonly bytes: Bytes;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

/** Reads the beginning of a body, and no more; of one that breaks, what came before. */
export async function readBeginning(body: UpstreamBody, maxBytes: number): Promise<Beginning> {
  const chunks: Bytes[] = [];
  let length = 0;
  let isWhole = false;
  try {
    while (length < maxBytes && !isWhole) {
      const chunk = await body.read();
      if (chunk === null) isWhole = true;
      else chunks.push(chunk);
      length += chunk?.length ?? 0;
    }
  } catch {
    // What the head says stands.
  }
  if (!isWhole) body.cancel();
  return { bytes: concatBytes(chunks).slice(0, maxBytes), isWhole };
}
