import type { IncomingMessage } from "node:http";
import { ConnectionBreak } from "./connection_break.ts";
import { type Bytes, concatBytes } from "../bytes.ts";
import type { Placed } from "../transient_set.ts";
import { type ServedRequest, TOO_LARGE } from "./served_request.ts";

/** A request as `node:http` gives it; its parts are made when they are asked for. */
export class NodeRequest implements ServedRequest, Placed {
  place = 0;
  readonly #incoming: IncomingMessage;
  #left: AbortController | undefined;
  #headers: Headers | undefined;

  /** @param incoming The request. */
  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  /** Aborts when the client leaves. */
  get signal(): AbortSignal {
    return (this.#left ??= new AbortController()).signal;
  }

  /** Aborts what is still being done for it. */
  leave(reason: Error): void {
    (this.#left ??= new AbortController()).abort(reason);
  }

  /** Gives one header. */
  header(name: string): string | null {
    const value = this.#incoming.headers[name];
    return value === undefined ? null : [value].flat().join(", ");
  }

  /** The method, in capitals. */
  get method(): string {
    return this.#incoming.method ?? "GET";
  }

  /** The whole address. */
  get url(): string {
    const { url = "/", headers } = this.#incoming;
    return `http://${headers.host || "127.0.0.1"}${url}`;
  }

  /** The address that it came from. */
  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  /** The headers. */
  get headers(): Headers {
    return this.#headers ??= toHeaders(this.#incoming);
  }

  /** Reads the body as text. */
  async text(maxBytes: number): ReturnType<ServedRequest["text"]> {
    const bytes = await this.bytes(maxBytes);
    return bytes === TOO_LARGE ? TOO_LARGE : decoder.decode(bytes);
  }

  /** Reads the body. */
  bytes(maxBytes: number): ReturnType<ServedRequest["bytes"]> {
    const stated = this.#incoming.headers["content-length"];
    return Number(stated ?? 0) > maxBytes
      ? Promise.resolve(TOO_LARGE)
      : readBytes(this.#incoming, maxBytes);
  }

  /** Makes a `Request` of it. */
  async toRequest(): Promise<Request> {
    const { method, url, headers } = this;
    const bytes = await readBytes(this.#incoming, Infinity) as Bytes;
    const hasBody = bytes.length > 0 && method !== "GET" && method !== "HEAD";
    const body = hasBody ? bytes : null;
    return new Request(url, { method, headers, body, signal: this.signal });
  }
}

const decoder = new TextDecoder();

function toHeaders({ headers }: IncomingMessage): Headers {
  const made = new Headers();
  for (const name in headers) {
    for (const item of [headers[name] ?? []].flat()) made.append(name, item);
  }
  return made;
}

/** Reads the body up to a number of bytes; what comes after them Node throws away. */
function readBytes(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Bytes | typeof TOO_LARGE> {
  return new Promise((resolve, reject) => {
    const chunks: Bytes[] = [];
    let bytes = 0;
    incoming.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else resolve(TOO_LARGE);
    });
    incoming.once("end", () => resolve(concatBytes(chunks)));
    const left = () => reject(new ConnectionBreak("The client left"));
    incoming.on("error", left);
    incoming.once("close", () => {
      if (!incoming.complete) left();
    });
  });
}
