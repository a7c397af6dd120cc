import type { AnswerHead } from "./answer_head.ts";
import { TransportError } from "./transport_error.ts";

const STATUS_LINE_REGEXP = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: .*)?$/;
const NAME_REGEXP = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What no value may have. */
const FORBIDDEN_REGEXP = /[\0\r\n]/;
/** How many fields there may be. Upstreams send some fifty. */
const MAX_FIELDS = 256;
const LENGTH_REGEXP = /^\d{1,16}$/;

/** What the fields say on framing and on the connection, as they come, in any number of lines. */
interface Framing {
  readonly lengths: string[];
  readonly codings: string[];
  readonly connection: string[];
}

/**
 * Reads the head of an answer, strictly: what two readers could read in two ways is refused.
 *
 * @param text The head, a byte a character, without the empty line at its end.
 * @param method The method of the request.
 * @returns The head; of an interim answer only its status counts.
 * @throws {TransportError} If it is none.
 */
export function parseHead(text: string, method: string): AnswerHead {
  const lines = text.split("\r\n");
  const found = STATUS_LINE_REGEXP.exec(lines[0]!);
  if (found === null) throw malformed("it does not begin with a status of HTTP/1.1");
  if (lines.length > MAX_FIELDS + 1) throw malformed(`it has more than ${MAX_FIELDS} fields`);
  const status = Number(found[2]);
  const headers = new Map<string, string>();
  const framing: Framing = { lengths: [], codings: [], connection: [] };
  for (let at = 1; at < lines.length; at++) addField(lines[at]!, headers, framing);
  if (status === 101) throw malformed("it changes the protocol although it was not asked to");
  const connection = framing.connection.join(",").toLowerCase().split(",").map((s) => s.trim());
  const isModern = found[1] === "1";
  const isKept = isModern ? !connection.includes("close") : connection.includes("keep-alive");
  const hasNoBody = method === "HEAD" || status < 200 || status === 204 || status === 304;
  return { status, headers, framing: hasNoBody ? 0 : framingOf(framing, isModern), isKept };
}

function addField(line: string, headers: Map<string, string>, framing: Framing): void {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
  // A line that goes on with the field before begins with a space, which is no name.
  if (!NAME_REGEXP.test(name)) throw malformed("one of its lines is no field");
  const value = trimmed(line, colon + 1);
  if (FORBIDDEN_REGEXP.test(value)) {
    throw malformed(`the value of '${name}' has a character that none may have`);
  }
  const before = headers.get(name);
  headers.set(name, before === undefined ? value : `${before}, ${value}`);
  switch (name) {
    case "content-length":
      framing.lengths.push(value);
      break;
    case "transfer-encoding":
      framing.codings.push(value);
      break;
    case "connection":
      framing.connection.push(value);
  }
}

/** Spaces and tabs only; `trim()` knows more of them. Not by an expression, which takes a square of the length. */
function trimmed(line: string, from: number): string {
  let start = from;
  let end = line.length;
  while (start < end && isBlank(line.charCodeAt(start))) start++;
  while (end > start && isBlank(line.charCodeAt(end - 1))) end--;
  return line.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function framingOf({ lengths, codings }: Framing, isModern: boolean): AnswerHead["framing"] {
  if (codings.length > 0) {
    if (lengths.length > 0) throw malformed("it has a length and a transfer encoding");
    if (!isModern) throw malformed("it has a transfer encoding, which HTTP/1.0 does not know");
    if (codings.length > 1 || codings[0]!.toLowerCase() !== "chunked") {
      throw malformed("it has a transfer encoding other than 'chunked'");
    }
    return "chunked";
  }
  if (lengths.length === 0) return "close";
  // The same length several times over, in one line or in several, is allowed.
  const [first, ...others] = lengths.join(",").split(",").map((length) => length.trim());
  if (others.some((other) => other !== first)) throw malformed("it has several lengths");
  const length = Number(first);
  if (!LENGTH_REGEXP.test(first!) || !Number.isSafeInteger(length)) {
    throw malformed("its length is no number of bytes");
  }
  return length;
}

function malformed(what: string): TransportError {
  return new TransportError("protocol", `Cannot read the head of an answer: ${what}`);
}
