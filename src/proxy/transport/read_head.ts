import { type Bytes, concatBytes } from "../../bytes.ts";
import type { AnswerHead } from "./answer_head.ts";
import type { ByteSource } from "./byte_source.ts";
import { parseHead } from "./parse_head.ts";
import { TransportError } from "./transport_error.ts";

/** How long the heads of one answer may be, interim ones included, in bytes. */
const MAX_HEAD_BYTES = 64 * 1024;

const decoder = new TextDecoder();

const CR = 0x0d;
const LF = 0x0a;

/** The `H` of `HTTP`. */
const FIRST = 0x48;

/**
 * Reads the head of an answer, interim ones before it skipped.
 *
 * @param source The connection; what follows the head stays in it.
 * @param method The method of the request.
 * @returns The head; `undefined` if the connection ended before its first byte.
 * @throws {TransportError} If there is none.
 */
export async function readHead(
  source: ByteSource,
  method: string,
): Promise<AnswerHead | undefined> {
  let left = MAX_HEAD_BYTES;
  for (let isFirst = true;; isFirst = false) {
    const bytes = await readHeadBytes(source, left);
    if (bytes === undefined && isFirst) return undefined;
    if (bytes === undefined) throw cut();
    left -= bytes.length;
    const head = parseHead(textOf(bytes), method);
    if (head.status >= 200) return head;
  }
}

/** Reads to the empty line, which is left out. */
async function readHeadBytes(source: ByteSource, maxBytes: number): Promise<Bytes | undefined> {
  const packets: Bytes[] = [];
  const scan = new HeadScan();
  let total = 0;
  for (let end = -1; end === -1;) {
    const packet = await source.read();
    if (packet === null) {
      if (total > 0) throw cut();
      return undefined;
    }
    // Who speaks another protocol may wait for an answer, and would be waited for.
    if (total === 0 && packet[0] !== FIRST) throw malformed("it does not begin with 'HTTP'");
    end = scan.push(packet);
    packets.push(end === -1 ? packet : packet.subarray(0, end));
    total += packets.at(-1)!.length;
    if (total > maxBytes) throw malformed(`it has more than ${MAX_HEAD_BYTES} bytes`);
    if (end !== -1 && end < packet.length) source.unread(packet.subarray(end));
  }
  const whole = packets.length === 1 ? packets[0]! : concatBytes(packets);
  return whole.subarray(0, whole.length - "\r\n\r\n".length);
}

/** Looks for the empty line, over packets, at each byte once. */
class HeadScan {
  /** How many bytes of the empty line and of the line end before it have just been seen. */
  #seen = 0;

  /** Gives where in a packet the head is over, or -1. */
  push(packet: Bytes): number {
    for (let at = 0; at < packet.length; at++) {
      const byte = packet[at];
      if (byte === CR) this.#seen = this.#seen === 2 ? 3 : 1;
      else if (byte !== LF) this.#seen = 0;
      else if (this.#seen === 1) this.#seen = 2;
      else if (this.#seen === 3) return at + 1;
      else throw malformed("a line of it ends without CR");
    }
    return -1;
  }
}

/** A byte a character. */
function textOf(bytes: Bytes): string {
  return isAscii(bytes) ? decoder.decode(bytes) : latin1Text(bytes);
}

/** Only then do the runtime's fast ways, which are of UTF-8, say the same. */
function isAscii(bytes: Bytes): boolean {
  let bits = 0;
  for (let at = 0; at < bytes.length; at++) bits |= bytes[at]!;
  return bits < 0x80;
}

/** `TextDecoder` reads some of the upper half as others. In parts, as arguments are limited. */
function latin1Text(bytes: Bytes): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

function malformed(what: string): TransportError {
  return new TransportError("protocol", `Cannot read the head of an answer: ${what}`);
}

function cut(): TransportError {
  return new TransportError("network", "The connection ended within the head of an answer");
}
