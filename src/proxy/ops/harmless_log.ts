import type { ProxyEvent } from "./proxy_event.ts";

/** Told of all that happens. */
export type ProxyLog = (event: ProxyEvent) => void;

/**
 * Makes a log that fails nobody: what it throws, or rejects with, is dropped. It is called in the middle of requests,
 * which hold slots and connections, and there is nobody else to tell.
 *
 * @param log The log; `undefined` for none.
 */
export function harmlessLog(log: ProxyLog | undefined): ProxyLog {
  if (log === undefined) return () => {};
  return (event) => {
    try {
      // One that writes elsewhere may be async.
      const written: unknown = log(event);
      if (written instanceof Promise) written.catch(() => {});
    } catch {
      // The request goes on.
    }
  };
}
