/** How an upstream stands: `due` is one whose rest is over, which the next request tries. */
export type UpstreamStanding = "open" | "resting" | "due" | "probing";

/** How the proxy stands, as `/state` tells it. There are no keys, no addresses and nothing of requests in it. */
export interface ProxyState {
  /** The time now, in milliseconds since 1970. */
  readonly now_ms: number;
  /** When the proxy was made. */
  readonly started_ms: number;
  /** Whether it is about to stop. */
  readonly draining: boolean;
  /** Its requests. */
  readonly requests: RequestsState;
  /** Each model, as configured. */
  readonly models: readonly ModelState[];
  /** Each upstream, by the order in which models name them. */
  readonly upstreams: readonly UpstreamState[];
  /** All that rests together, by id. */
  readonly scopes: readonly ScopeState[];
  /** What happened last, the newest first. */
  readonly recent: readonly Happening[];
}

/** How requests went. */
export interface RequestsState {
  /** How many have not ended. */
  readonly in_flight: number;
  /** How many were answered as a whole. */
  readonly whole: number;
  /** How many failed. */
  readonly failed: number;
  /** How many clients left, or did not read their answer. */
  readonly left: number;
  /** How many were refused before any upstream was asked. */
  readonly refused: number;
}

/** A model. */
export interface ModelState {
  /** Its name. */
  readonly name: string;
  /** How its next upstream is chosen. */
  readonly strategy: string;
  /** The models to try after it. */
  readonly fallback: readonly string[];
  /** The ids of its upstreams, in order. */
  readonly upstreams: readonly string[];
  /** How its requests went; `in_flight` is not told by model. */
  readonly requests: Omit<RequestsState, "in_flight" | "refused">;
}

/** An upstream. */
export interface UpstreamState {
  /** `provider/model`. */
  readonly id: string;
  /** How it stands. */
  readonly standing: UpstreamStanding;
  /** When its rest ends, in milliseconds since 1970; `null` if it does not rest. */
  readonly until_ms: number | null;
  /** The id of what it rests with; `null` if it never rests. */
  readonly scope: string | null;
  /** How often its rest was lengthened since the last success. */
  readonly level: number;
  /** How many requests run on it. */
  readonly in_flight: number;
  /** The mean time to its first output lately; `null` before the first. */
  readonly latency_ms: number | null;
  /** How many attempts there were. */
  readonly attempts: number;
  /** How many requests passed over it as it rested. */
  readonly skipped: number;
  /** How many attempts failed, by kind. */
  readonly failures: Readonly<Record<string, number>>;
  /** The last attempts, the oldest first: how long each took, and how it failed. */
  readonly last: readonly { readonly ms: number; readonly kind: string | null }[];
  /** The limits it is under. */
  readonly slots: readonly SlotsState[];
  /** How many keys its provider has, and how many of them rest. */
  readonly keys: { readonly count: number; readonly resting: number };
}

/** A limit. */
export interface SlotsState {
  /** What it is of. */
  readonly id: string;
  /** How many may run at once. */
  readonly max: number;
  /** How many run. */
  readonly taken: number;
  /** How many wait. */
  readonly queued: number;
}

/** What rests together. */
export interface ScopeState {
  /** Its id. */
  readonly id: string;
  /** How often its rest was lengthened since the last success. */
  readonly level: number;
  /** When its rest ends; `null` if it does not rest. */
  readonly until_ms: number | null;
  /** How many attempts failed since the last success. */
  readonly failures: number;
  /** Whether a request is out to try it. */
  readonly probed: boolean;
}

/** Something that happened. */
export interface Happening {
  /** When, in milliseconds since 1970. */
  readonly at_ms: number;
  /** What. */
  readonly type: "failed" | "broken" | "rests" | "back" | "reset";
  /** Of which upstream or scope. */
  readonly subject: string;
  /** More of it: the kind of a failure, or how long a rest is. */
  readonly detail: string;
}
