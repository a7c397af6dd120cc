/** How a scope of backoff stands: for pages, and to be shared between replicas or kept over a restart. */
export interface BackoffState {
  /** How often its rest was lengthened since the last success, up to where its cap is reached; 0 if all is well. */
  readonly level: number;
  /** When its rest ends, in milliseconds since 1970; 0 if all is well. */
  readonly untilMs: number;
  /** How many attempts failed since the last success, those of the same outage as well. */
  readonly failures: number;
  /** Whether a request is out to try it after its rest. */
  readonly isProbed: boolean;
}
