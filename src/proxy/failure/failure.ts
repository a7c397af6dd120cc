import type { Bytes } from "../../bytes.ts";

/** What kind of failure an attempt ended by. */
export type FailureKind =
  | "rate_limit"
  | "quota"
  | "auth"
  | "overloaded"
  | "server_error"
  | "timeout"
  | "not_found"
  | "bad_request"
  | "connect"
  | "connect_timeout"
  | "network"
  | "ttft_timeout"
  | "idle_timeout"
  | "total_timeout"
  | "cut"
  | "stream_error"
  | "empty"
  | "protocol"
  | "too_large"
  | "stopped";

/** What rests because of a failure. */
export type FailureScope = "none" | "key" | "upstream";

/** How an attempt failed, and what follows from it. */
export interface Failure {
  /** What happened. */
  readonly kind: FailureKind;
  /** One sentence for a person, without secrets. */
  readonly message: string;
  /** The HTTP status, or the one that an error within a stream stands for. */
  readonly status?: number | undefined;
  /** The provider's own word for it. */
  readonly code?: string | undefined;
  /** What rests: the key alone, what the configuration names for the upstream, or nothing. */
  readonly scope: FailureScope;
  /** Whether the next upstream is tried. */
  readonly failover: boolean;
  /** How long the provider asks to wait, in milliseconds. */
  readonly hintMs?: number | undefined;
  /** How long the rest is at least, whatever the schedule says, in milliseconds. */
  readonly minRestMs?: number | undefined;
  /** The answer as the upstream gave it, to be passed on when nobody else can answer. */
  readonly answer?: FailedAnswer | undefined;
}

/** An answer that is a failure. */
export interface FailedAnswer {
  /** Its status. */
  readonly status: number;
  /** Its content type, if it named one. */
  readonly contentType: string | undefined;
  /** Its body, or the beginning of it. */
  readonly body: Bytes;
}
