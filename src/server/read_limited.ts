import { type Bytes, concatBytes } from "../bytes.ts";
import { TOO_LARGE } from "./served_request.ts";

/**
 * Reads the body of a request as text, up to a number of bytes: of a larger one no more is read.
 *
 * @param request The request.
 * @param maxBytes How many bytes its body may have.
 */
export function readLimited(
  request: Request,
  maxBytes: number,
): Promise<string | typeof TOO_LARGE> {
  const stated = request.headers.get("content-length");
  if (stated !== null && Number(stated) > maxBytes) return Promise.resolve(TOO_LARGE);
  // Looking at the body would make a stream of it, which is slower to read.
  return stated !== null ? request.text() : readChunkedText(request, maxBytes);
}

async function readChunkedText(
  request: Request,
  maxBytes: number,
): Promise<string | typeof TOO_LARGE> {
  const bytes = await readChunks(request, maxBytes);
  return bytes === TOO_LARGE ? TOO_LARGE : new TextDecoder().decode(bytes);
}

/**
 * Reads the body of a request, up to a number of bytes: of a larger one no more is read.
 *
 * @param request The request.
 * @param maxBytes How many bytes its body may have.
 */
export async function readLimitedBytes(
  request: Request,
  maxBytes: number,
): Promise<Bytes | typeof TOO_LARGE> {
  const stated = request.headers.get("content-length");
  if (stated !== null && Number(stated) > maxBytes) return TOO_LARGE;
  if (stated !== null) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    // Servers hold a body to its length; a `Request` that somebody made need not keep to it.
    return bytes.length > maxBytes ? TOO_LARGE : bytes;
  }
  return await readChunks(request, maxBytes);
}

async function readChunks(
  { body }: Request,
  maxBytes: number,
): Promise<Bytes | typeof TOO_LARGE> {
  const chunks: Bytes[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) return TOO_LARGE;
    chunks.push(chunk);
  }
  return concatBytes(chunks);
}
