import type { Clock } from "../../clock.ts";
import type { Patience } from "../state/shared_state.ts";
import type { Upstream } from "./upstream.ts";

/** How long one request has waited in queues. */
export interface QueuedTime {
  /** That, in milliseconds. */
  ms: number;
}

/** What the choice depends on. */
export interface TakeOptions {
  /** Where time comes from. */
  readonly clock: Clock;
  /** The ids of those that this request was sent to already. */
  readonly tried: ReadonlySet<string>;
  /** Lets a wait for a slot run, and gives it what ends it. */
  readonly wait: <T>(task: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** How long the request has waited for slots; what it waits now is added. */
  readonly queued: QueuedTime;
  /** How long others may be asked for slots that are shared. */
  readonly patience?: Patience | undefined;
  /** Told of each that is passed over as it rests. */
  readonly onResting: (upstream: Upstream, restMs: number) => void;
}
