import type { FaultKind } from "../delivery/delivery_plan.ts";
import type { CallFacts } from "../rules/criteria.ts";
import type { ModelRequest } from "../request/model_request.ts";

/**
 * How a call ended: `pending` until it did; `served` whole; with a `fault` that was asked for; `aborted` by the
 * client; `unmatched` by any rule; `refused` before any rule was looked at, as the provider would refuse it; `failed`
 * because a rule or a generator threw, or the real endpoint broke off.
 */
export type RecordOutcome =
  | "pending"
  | "served"
  | "fault"
  | "aborted"
  | "unmatched"
  | "refused"
  | "failed";

/** A call of a tool in an answer, as its record has it. */
export interface MockRecordCall {
  /** The tool's name. */
  readonly name: string;
  /** The JSON text of the arguments, or the free text of a custom tool's call. */
  readonly arguments: string;
}

/** The truth about one call of a model. */
export interface MockRecord {
  /** What the mock calls it: `mock-1`, `mock-2`; `refused-3` where the third request was refused. */
  readonly name: string;
  /** Which test it belongs to; empty for none. */
  readonly testId: string;
  /** The endpoint it came by. */
  readonly surface: CallFacts["surface"];
  /**
   * What was asked; of a request that was refused its body, with the model and the messages as far as it has them, and
   * without anything of a body that could not be read.
   */
  readonly request: ModelRequest;
  /** The rule that answered, by its place and its name. */
  readonly rule: { readonly index: number; readonly name: string } | undefined;
  /** Where the answer came from; `undefined` while there is none, and for what was injected or is chaos. */
  readonly source: "rule" | "replay" | "forward" | undefined;
  /** How it ended. */
  readonly outcome: RecordOutcome;
  /** The HTTP status; 0 while there is none. */
  readonly status: number;
  /** Whether the answer was streamed. */
  readonly streamed: boolean;
  /**
   * The whole frames that were handed over; a body that is no stream is one. 0 where a recording or the real endpoint
   * answered, as then nobody looks at frames.
   */
  readonly frames: number;
  /** The bytes of the body that were handed over, so far if it is still on its way. */
  readonly bytes: number;
  /**
   * The faults of the stream that happened, in their order, as far as it was handed over: not those of a
   * described response.
   */
  readonly faults: readonly FaultKind[];
  /**
   * Whether all content of the answer was handed over and what ends it was not, so that nobody can know that it is
   * whole.
   */
  readonly lacksEnd: boolean;
  /** When it came, in milliseconds since 1970. */
  readonly startedMs: number;
  /** When it ended, in milliseconds since 1970; what hangs ends when the client leaves. */
  readonly endedMs: number | undefined;
  /** The text of the answer, as whole as the rule has it, whatever of it was delivered. */
  readonly text: string | undefined;
  /** The calls of tools in the answer, likewise; `undefined` where `text` is. */
  readonly calls: readonly MockRecordCall[] | undefined;
  /** How long the response asked to wait before another try, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether the response is one after which clients may try again; `undefined` for one that is no failure. */
  readonly retryable: boolean | undefined;
  /** What it failed with, or the client's reason to leave. */
  readonly error: unknown;
}
