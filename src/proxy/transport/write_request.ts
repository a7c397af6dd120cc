import type { Bytes } from "../../bytes.ts";
import type { UpstreamRequest } from "./transport.ts";
import { TransportError } from "./transport_error.ts";

const NAME_REGEXP = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const METHOD_REGEXP = /^[A-Z]+$/;
/** What no value may have, or cannot as it is no byte. */
const FORBIDDEN_REGEXP = /[\0\r\n]|[^\0-\xff]/;

/** What says where the request ends and whom it is for: two of it could be read in two ways. */
const OURS: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "expect",
]);

/** Up to which size a body is copied behind the head, so that both are one packet. */
const MAX_COPY_BYTES = 64 * 1024;

const encoder = new TextEncoder();

/** Methods whose requests say that they have no body, if they have none. */
const HAS_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/**
 * Writes a request.
 *
 * @param request The request.
 * @returns What to send, in one piece if it is small.
 * @throws {TransportError} If a header or the method is none: what is not checked here could end the head early.
 */
export function writeRequest(request: UpstreamRequest): Bytes[] {
  const { method, url, headers, body } = request;
  if (!METHOD_REGEXP.test(method)) {
    throw new TransportError("protocol", `Cannot send a request of the method '${method}'`);
  }
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  for (const [name, value] of headers) {
    requireField(name, value);
    head += `${name}: ${value}\r\n`;
  }
  if (!headers.has("accept-encoding")) head += "accept-encoding: identity\r\n";
  if (body !== null || HAS_BODY.has(method)) head += `content-length: ${body?.length ?? 0}\r\n`;
  return joined(`${head}\r\n`, body);
}

function requireField(name: string, value: string): void {
  if (!NAME_REGEXP.test(name) || FORBIDDEN_REGEXP.test(value)) {
    // The value may be a key.
    const shown = JSON.stringify(name);
    throw new TransportError("protocol", `Cannot send the header ${shown}: it is malformed`);
  }
  if (!OURS.has(name.toLowerCase())) return;
  throw new TransportError("protocol", `Cannot send the header '${name}': the transport sets it`);
}

/** A character is a byte here, which `TextEncoder` holds true for ASCII alone. */
function joined(head: string, body: Bytes | null): Bytes[] {
  const copied = body !== null && body.length <= MAX_COPY_BYTES ? body : undefined;
  const bytes = new Uint8Array(head.length + (copied?.length ?? 0));
  const { read, written } = encoder.encodeInto(head, bytes);
  if (read !== head.length || written !== head.length) {
    for (let at = 0; at < head.length; at++) bytes[at] = head.charCodeAt(at);
  }
  if (copied !== undefined) bytes.set(copied, head.length);
  return body === null || copied !== undefined ? [bytes] : [bytes, body];
}
