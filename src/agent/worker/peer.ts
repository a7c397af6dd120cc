import { shown } from "../../shown.ts";

/** Where messages go to and come from. */
export interface PeerPort {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Calls back for each message that comes. */
  on(event: "message", listener: (message: PeerMessage) => void): unknown;
}

/** An error as a message carries it. */
interface SentError {
  readonly name: string;
  readonly message: string;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** What two peers say to one another. */
export type PeerMessage =
  | { readonly call: number; readonly path: readonly string[]; readonly args: readonly unknown[] }
  | { readonly answer: number; readonly value: unknown }
  | { readonly answer: number; readonly error: SentError };

/** What answers the calls of the other side. */
export type PeerHandler = (path: readonly string[], args: readonly unknown[]) => unknown;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** One of two sides that call one another over a port. */
export class Peer {
  readonly #port: PeerPort;
  readonly #handler: PeerHandler;
  readonly #waiting: Map<number, Waiting> = new Map();
  #calls = 0;
  #fault: { readonly error: unknown } | undefined;

  /**
   * @param port Where messages go to and come from.
   * @param handler What answers the other side.
   */
  constructor(port: PeerPort, handler: PeerHandler) {
    this.#port = port;
    this.#handler = handler;
    port.on("message", (message) => void this.#take(message));
  }

  /**
   * Calls the other side.
   *
   * @param path What is called.
   * @param args With what; signals in options are left out, as they cannot be sent.
   */
  call(path: readonly string[], args: readonly unknown[]): Promise<unknown> {
    const fault = this.#fault;
    if (fault !== undefined) return Promise.reject(fault.error);
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      this.#port.postMessage({ call, path, args: args.map(withoutSignal) });
    });
  }

  /** The other side is gone: whatever is waited for fails. */
  fail(error: unknown): void {
    this.#fault = { error };
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  async #take(message: PeerMessage): Promise<void> {
    if ("call" in message) {
      this.#port.postMessage(await this.#answer(message.call, message.path, message.args));
      return;
    }
    const waiting = this.#waiting.get(message.answer);
    this.#waiting.delete(message.answer);
    if ("error" in message) waiting?.reject(receivedError(message.error));
    else waiting?.resolve(message.value);
  }

  async #answer(
    answer: number,
    path: readonly string[],
    args: readonly unknown[],
  ): Promise<PeerMessage> {
    try {
      // What cannot be copied would fail at the port, with nobody to tell.
      return { answer, value: structuredClone(await this.#handler(path, args)) };
    } catch (error) {
      return { answer, error: sentError(error) };
    }
  }
}

function withoutSignal(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("signal" in value)) return value;
  const { signal: _, ...rest } = value;
  return rest;
}

function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", message: shown(error), extra: {} };
  const { code, origin, info } = error as Partial<Record<"code" | "origin" | "info", unknown>>;
  const extra = structuredClone({ code, origin, info });
  return { name: error.name, message: error.message, extra };
}

/** The errors that say that an argument is not what it should be. */
const KINDS = { TypeError, RangeError };

/** An error that is told by its name and code, as errors of this package are. */
function receivedError({ name, message, extra }: SentError): Error {
  const known = Object.entries(extra).filter(([, value]) => value !== undefined);
  const Kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof typeof KINDS] : Error;
  return Object.assign(new Kind(message), { name, ...Object.fromEntries(known) });
}
