import { TIMED_OUT, withDeadline } from "../../../../src/clock.ts";
import type {
  Transport,
  UpstreamAnswer,
  UpstreamBody,
} from "../../../../src/proxy/transport/transport.ts";
import type { SocketTransportOptions } from "../../../../src/proxy/transport/socket_transport.ts";
import { TransportError } from "../../../../src/proxy/transport/transport_error.ts";
import {
  type RawConnection,
  type RawServer,
  rawServer,
  type RawServerOptions,
} from "./raw_server.ts";

/** Makes the transport that is tested; one over a fetch has no use for the options. */
export type MakeTransport = (options?: SocketTransportOptions) => Transport;

/** What a transport has to do. */
export interface TransportCase {
  /** What, as the end of a sentence. */
  readonly name: string;
  /** Fails if it does not. */
  run(make: MakeTransport): Promise<void>;
}

/** What a test asks for. */
export interface Ask {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly connectMs?: number | undefined;
}

/** Sends a request. */
export async function ask(
  transport: Transport,
  url: string,
  options: Ask = {},
): Promise<UpstreamAnswer> {
  const { method = "GET", headers = {}, body, connectMs = 10_000 } = options;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body ?? null;
  const request = {
    method,
    url: new URL(url),
    headers: new Map(Object.entries(headers)),
    body: bytes,
    connectMs,
  };
  return await soon(transport.send(request, options.signal ?? new AbortController().signal));
}

/** Reads a body to its end. */
export async function textOf(body: UpstreamBody): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for (let part = await soon(body.read()); part !== null; part = await soon(body.read())) {
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** Waits, but not for ever. */
export async function soon<T>(promise: Promise<T>): Promise<T> {
  const result = await withDeadline(10_000, promise);
  if (result === TIMED_OUT) throw new Error("It took too long");
  return result;
}

/** Gives the code of the error that a promise rejects with. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof TransportError) return error.code;
    throw error;
  }
  return "none";
}

/** Gives what a promise rejects with. */
export async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return "none";
}

/** Serves, does something with a transport, and closes both. */
export async function withServer(
  { make, onRequest, options, transportOptions }: {
    readonly make: MakeTransport;
    readonly onRequest: (connection: RawConnection) => void;
    readonly options?: RawServerOptions | undefined;
    readonly transportOptions?: SocketTransportOptions | undefined;
  },
  use: (transport: Transport, server: RawServer) => Promise<void>,
): Promise<void> {
  const server = await rawServer(onRequest, options);
  const transport = make(transportOptions);
  try {
    await use(transport, server);
  } finally {
    transport.close();
    await server.close();
  }
}
