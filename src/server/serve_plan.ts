import type { Awaitable } from "../awaitable.ts";
import { systemClock } from "../clock.ts";
import type { HttpAnswer } from "./http_answer.ts";
import type { ServedRequest } from "./served_request.ts";

/** What to serve, and where: the same for every runtime. */
export interface ServerPlan {
  /** Answers each request; fails with nothing but a `ConnectionBreak`. */
  readonly handler: (request: ServedRequest) => Awaitable<HttpAnswer>;
  /** The address. */
  readonly hostname: string;
  /** The port; 0 takes a free one. */
  readonly port: number;
}

/** What a runtime makes of a plan. */
export interface StartedServer {
  /** The port it took. */
  readonly port: number;
  /** Takes no more connections, and waits until what is open is over. */
  drain(): Promise<void>;
  /** Stops it, and waits for that. */
  close(): Promise<void>;
}

/**
 * Waits before a connection is broken off. A client may throw away what it has received but not yet
 * read when it learns of the break; Node 24 and Bun do (measured with their own `fetch`).
 */
export function pauseBeforeBreak(): Promise<void> {
  return systemClock.sleep(10);
}
