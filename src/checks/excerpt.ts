import type { Bytes } from "../bytes.ts";

/** How many bytes an excerpt shows before its place. */
const BEFORE = 72;
/** How many bytes an excerpt shows after its place. */
const AFTER = 24;

/**
 * Shows a body around one place: where it was cut, or where what matters begins.
 *
 * @param body The body.
 * @param offset The place, in bytes from the start.
 * @param what What is at the place.
 */
export function excerptAt(body: Bytes, offset: number, what = "cut"): string {
  const start = Math.max(0, offset - BEFORE);
  const before = show(body.subarray(start, offset));
  const after = show(body.subarray(offset, offset + AFTER));
  const opening = start > 0 ? "…" : "";
  const closing = offset + AFTER < body.length ? "…" : "";
  return `${what} at byte ${offset} of ${body.length}: ${opening}${before} ✂ ${after}${closing}`;
}

/** Shows a whole body, or its beginning. */
export function excerptOf(body: Bytes, most = 240): string {
  const closing = body.length > most ? `… (${body.length} bytes)` : "";
  return `body: ${show(body.subarray(0, most))}${closing}`;
}

function show(bytes: Uint8Array): string {
  return JSON.stringify(new TextDecoder().decode(bytes)).slice(1, -1).replaceAll('\\"', '"');
}
