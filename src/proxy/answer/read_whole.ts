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

/** Reads the beginning of a body, and no more. */
export async function readBeginning(body: UpstreamBody, maxBytes: number): Promise<Bytes> {
  const chunks: Bytes[] = [];
  let bytes = 0;
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < maxBytes) continue;
    body.cancel();
    break;
  }
  return concatBytes(chunks).slice(0, maxBytes);
}
