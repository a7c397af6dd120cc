/**
 * A frame of a stream as it was captured: its payload, or with the name of its SSE event. Without one it has the
 * name that the provider gives such a payload, on wires whose events have names.
 */
export type CapturedFrame =
  | string
  | {
    /** The SSE event's name. */
    readonly event?: string | undefined;
    /** The payload. */
    readonly data: string;
  };
