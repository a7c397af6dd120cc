import type { Socket } from "node:net";
import type { Clock } from "../../clock.ts";
import { TransportError } from "./transport_error.ts";

/** How to be connected. */
export interface OpenOptions {
  /** How long it may take, in milliseconds. */
  readonly connectMs: number;
  /** Gives it up. */
  readonly signal: AbortSignal;
  /** Where time comes from. */
  readonly clock: Clock;
  /** Certificates of authorities to trust besides those of the runtime, in PEM. */
  readonly ca: readonly string[] | undefined;
}

/**
 * Connects to whom an address names, by TLS for https. Names are looked up by the system, and each address it
 * gives is tried. Proxies that the environment names are not used.
 *
 * @param url The address.
 * @param options How.
 * @returns The socket, connected, and the handshake done.
 * @throws {TransportError} If it cannot be connected.
 * @throws The reason of the signal.
 */
export async function openSocket(url: URL, options: OpenOptions): Promise<Socket> {
  const { connectMs, signal, clock } = options;
  const isSecure = url.protocol === "https:";
  const socket = isSecure ? await secureSocket(url, options.ca) : await plainSocket(url);
  socket.setNoDelay(true);
  const done = new AbortController();
  const whenDone = { signal: done.signal, once: true };
  let fail = (_error?: unknown): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      fail = (error) => reject(connectError(url, error));
      socket.once("error", fail).once("close", fail);
      socket.once(isSecure ? "secureConnect" : "connect", () => resolve());
      signal.addEventListener("abort", () => reject(signal.reason), whenDone);
      if (signal.aborted) reject(signal.reason);
      clock.sleep(connectMs, done.signal).then(() => reject(timeout(url, connectMs)), () => {});
    });
    return socket;
  } catch (error) {
    // What it tells from now on is of no use, and would end the process if nobody listened.
    socket.on("error", () => {});
    socket.destroy();
    throw error;
  } finally {
    socket.removeListener("error", fail).removeListener("close", fail);
    done.abort();
  }
}

async function plainSocket(url: URL): Promise<Socket> {
  const { connect } = await import("node:net");
  return connect({ host: hostOf(url), port: Number(url.port || 80) });
}

async function secureSocket(url: URL, ca: readonly string[] | undefined): Promise<Socket> {
  const [{ connect, rootCertificates }, { isIP }] = await Promise.all([
    import("node:tls"),
    import("node:net"),
  ]);
  const host = hostOf(url);
  return connect({
    host,
    port: Number(url.port || 443),
    ALPNProtocols: ["http/1.1"],
    // An address is no name to be indicated.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ...ca] }),
  });
}

/** The host without the brackets of an IPv6 address. */
function hostOf({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

function connectError({ host }: URL, error: unknown): TransportError {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  const why = typeof code === "string" ? `: ${code}` : "";
  const cause = error instanceof Error ? { cause: error } : {};
  return new TransportError("connect", `Cannot connect to '${host}'${why}`, cause);
}

function timeout({ host }: URL, connectMs: number): TransportError {
  const message = `Cannot connect to '${host}' within ${connectMs} ms`;
  return new TransportError("connect_timeout", message);
}
