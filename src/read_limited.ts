import { TOO_LARGE } from "./served_request.ts";

/**
 * Reads the body of a request as text, up to a number of bytes: of a larger one no more is read.
 *
 * @param request The request.
 * @param maxBytes How many bytes its body may have.
 */
export async function readLimited(
  request: Request,
  maxBytes: number,
): Promise<string | typeof TOO_LARGE> {
  const stated = request.headers.get("content-length");
  if (stated !== null && Number(stated) > maxBytes) return TOO_LARGE;
  // Looking at the body would make a stream of it, which is slower to read.
  if (stated !== null) return await request.text();
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return TOO_LARGE;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
