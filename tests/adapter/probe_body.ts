import type { Bytes } from "../../src/bytes.ts";
import { toBytes } from "../../src/bytes.ts";

/** What a body does when it is read: gives a piece, never answers, or fails. */
export type Step = string | Bytes | "STALL" | { readonly error: unknown };

/** A body that keeps what is done to it. Ends after its last step. */
export interface ProbeBody {
  /** The body. */
  readonly stream: ReadableStream<Bytes>;
  /** How many times it was read. */
  readonly reads: () => number;
  /** The reasons it was cancelled with, one a time. */
  readonly cancels: unknown[];
  /** Resolves with the first read after `count` of them. */
  readonly read: (count: number) => Promise<void>;
}

/** Makes a body that does one step a read. Nothing is read ahead by the stream itself. */
export function probeBody(
  steps: readonly Step[],
  onCancel: (reason: unknown) => void | Promise<void> = () => {},
): ProbeBody {
  let reads = 0;
  const cancels: unknown[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const stream = new ReadableStream<Bytes>({
    pull(controller) {
      const step = steps[reads++];
      for (const waiter of waiting) if (waiter.count < reads) waiter.resolve();
      if (step === "STALL") return new Promise<void>(() => {});
      if (step === undefined) return controller.close();
      if (typeof step === "string") return controller.enqueue(toBytes(step));
      if (step instanceof Uint8Array) return controller.enqueue(step);
      controller.error(step.error);
    },
    cancel(reason) {
      cancels.push(reason);
      return onCancel(reason);
    },
  }, { highWaterMark: 0 });
  return {
    stream,
    reads: () => reads,
    cancels,
    read: (count) =>
      new Promise<void>((resolve) => {
        if (reads > count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
}

/** A signal that counts the listeners on it. */
export interface CountedSignal {
  /** Aborts it. */
  readonly controller: AbortController;
  /** The signal. */
  readonly signal: AbortSignal;
  /** How many listeners there are now. */
  readonly listeners: () => number;
}

/** Makes a signal that counts the listeners on it. */
export function countedSignal(): CountedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners.add(args[1]);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners.delete(args[1]);
    remove(...args);
  };
  return { controller, signal, listeners: () => listeners.size };
}

/** One settled promise, or that it is not settled. */
export type Settled<T> =
  | { readonly value: T }
  | { readonly error: unknown }
  | "pending";

/** Looks how a promise stands once the microtasks and the next turn of the loop have run. */
export async function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  let state: Settled<T> = "pending";
  promise.then((value) => state = { value }, (error) => state = { error });
  await new Promise((resolve) => setTimeout(resolve, 0));
  return state;
}
