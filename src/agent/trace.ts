import type { SealedEvent } from "../store/trace_event.ts";

/** The events of a thread so far, in order: all that an agent may know. */
export type Trace = readonly SealedEvent[];
