import type { FailureKind } from "../failure/failure.ts";

/** How a request ended for its client. */
export type EndOutcome = "whole" | "failed" | "left" | "stalled";

/** What happens in the proxy, for logs, metrics and pages. There are no bodies, queries and keys in it. */
export type ProxyEvent =
  | {
    readonly event: "request";
    readonly id: string;
    readonly path: string;
    readonly model: string;
    readonly stream: boolean;
  }
  | {
    /** It was not served: no key, no such path or model, or no request of this API. */
    readonly event: "refused";
    readonly id: string;
    /** The path below `/v1`, without its query. */
    readonly path: string;
    readonly status: number;
    /** What is wrong with it, by a word. */
    readonly code: string;
  }
  | {
    readonly event: "skip";
    readonly id: string;
    readonly upstream: string;
    readonly restMs: number;
  }
  | {
    readonly event: "attempt";
    readonly id: string;
    readonly model: string;
    readonly upstream: string;
    readonly number: number;
    readonly isProbe: boolean;
  }
  | {
    readonly event: "attempt_end";
    readonly id: string;
    readonly model: string;
    readonly upstream: string;
    /** `committed` when it began to reach the client; a stream can still fail after that. */
    readonly outcome: "committed" | "failed" | "left";
    readonly kind?: FailureKind | undefined;
    readonly status?: number | undefined;
    readonly message?: string | undefined;
    /** From the request to the first real output or the failure. */
    readonly ms: number;
  }
  | {
    readonly event: "rest";
    readonly scope: string;
    readonly level: number;
    readonly untilMs: number;
    readonly restMs: number;
    /** Whether another proxy or a file told of it. */
    readonly isLearned?: true | undefined;
  }
  | {
    readonly event: "end";
    readonly id: string;
    readonly path: string;
    readonly model: string;
    readonly upstream: string | undefined;
    readonly status: number;
    readonly outcome: EndOutcome;
    /** The proxy's word for the error that its client was told; without one, it was told none. */
    readonly code?: string | undefined;
    /** How the last upstream that was asked failed. */
    readonly kind?: FailureKind | undefined;
    readonly message?: string | undefined;
    readonly attempts: number;
    readonly ms: number;
    readonly overheadMs: number;
  }
  | { readonly event: "reset"; readonly scope: string }
  | { readonly event: "warning"; readonly message: string }
  | { readonly event: "draining"; readonly inFlight: number }
  | { readonly event: "stopped" }
  | { readonly event: "error"; readonly message: string };
