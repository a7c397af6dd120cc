import { TraceStoreError } from "./trace_store_error.ts";
import type { Lease } from "./trace_store.ts";

/** Refuses an append whose expected position is not the last. */
export function streamMoved(thread: string, expected: number, actual: number): TraceStoreError {
  return new TraceStoreError(
    "STREAM_MOVED",
    `Cannot append to '${thread}' as its last position must be ${expected}: it is ${actual}`,
    { expected, actual },
  );
}

/** Refuses to go on with a reading, as what it has given is not the whole of anything. */
export function threadGone(thread: string): TraceStoreError {
  return new TraceStoreError(
    "THREAD_GONE",
    `Cannot read '${thread}' to its end as it was deleted or replaced meanwhile`,
  );
}

/** Refuses a lease that is not the thread's live one. */
export function leaseExpired({ thread, owner }: Lease): TraceStoreError {
  return new TraceStoreError(
    "LEASE_EXPIRED",
    `Cannot go on with '${thread}' as the lease of '${owner}' is over`,
  );
}

/** Refuses a lease that another owner has. */
export function leaseHeld({ thread, owner, expiresAt }: Lease): TraceStoreError {
  return new TraceStoreError(
    "LEASE_HELD",
    `Cannot take the lease of '${thread}' as '${owner}' has it until ${expiresAt}`,
    { owner, expiresAt },
  );
}
