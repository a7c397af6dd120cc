import type { IncomingMessage } from "node:http";
import { type Bytes, concatBytes } from "../bytes.ts";
import { type ServedRequest, TOO_LARGE } from "./served_request.ts";

/** A request as `node:http` gives it; its parts are made when they are asked for. */
export class NodeRequest implements ServedRequest {
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

  /** Tells that the client left. */
  leave(): void {
    (this.#left ??= new AbortController()).abort(new Error("The client left"));
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
    return `http://${headers.host ?? "127.0.0.1"}${url}`;
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
  async bytes(maxBytes: number): ReturnType<ServedRequest["bytes"]> {
    const stated = this.#incoming.headers["content-length"];
    if (Number(stated ?? 0) > maxBytes) return TOO_LARGE;
    const { chunks, isWhole } = await readChunks(this.#incoming, maxBytes);
    return isWhole ? concatBytes(chunks) : TOO_LARGE;
  }

  /** Makes a `Request` of it. */
  async toRequest(): Promise<Request> {
    const { method, url, headers } = this;
    const { chunks } = await readChunks(this.#incoming, Infinity);
    const hasBody = chunks.length > 0 && method !== "GET" && method !== "HEAD";
    const body = hasBody ? new Blob([...chunks]) : null;
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
function readChunks(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly chunks: readonly Bytes[]; readonly isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Bytes[] = [];
    let bytes = 0;
    incoming.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else resolve({ chunks, isWhole: false });
    });
    incoming.once("end", () => resolve({ chunks, isWhole: true }));
    incoming.on("error", reject);
    incoming.once("close", () => {
      if (!incoming.complete) reject(new Error("The client left"));
    });
  });
}
