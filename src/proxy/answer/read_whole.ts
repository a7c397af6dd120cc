import { type Bytes, concatBytes } from "../../bytes.ts";
import type { Alarms } from "../time/alarms.ts";
import { inTime } from "../time/in_time.ts";
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

/** How much of a body is read. */
export interface BeginningLimits {
  /** How many bytes. */
  readonly maxBytes: number;
  /** For how long it is waited for, in milliseconds. */
  readonly maxMs: number;
  /** What tells that the time is up. */
  readonly alarms: Alarms;
}

/** Reads the beginning of a body, and no more; of one that breaks or stalls, what came before. */
export async function readBeginning(
  body: UpstreamBody,
  { maxBytes, maxMs, alarms }: BeginningLimits,
): Promise<Beginning> {
  const chunks: Bytes[] = [];
  const isWhole = await inTime(alarms, maxMs, readUpTo(body, maxBytes, chunks)) === true;
  const bytes = concatBytes(chunks).slice(0, maxBytes);
  if (!isWhole) body.cancel();
  return { bytes, isWhole };
}

/** Tells whether that was all of it. */
async function readUpTo(body: UpstreamBody, maxBytes: number, chunks: Bytes[]): Promise<boolean> {
  try {
    for (let length = 0; length < maxBytes;) {
      const chunk = await body.read();
      if (chunk === null) return true;
      chunks.push(chunk);
      length += chunk.length;
    }
  } catch {
    // What the head says stands.
  }
  return false;
}
