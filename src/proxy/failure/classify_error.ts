import { LateError, type Phase } from "../time/late_error.ts";
import { TransportError } from "../transport/transport_error.ts";
import type { ClassifyOptions } from "./classify_options.ts";
import type { Failure } from "./failure.ts";
import { failureMessage } from "./failure_message.ts";
import { failureOf, MEANINGS } from "./meaning.ts";

/**
 * Tells how an attempt failed that threw: the transport's errors, lateness, and a `RangeError` for an answer beyond a
 * limit. Any other error may be a fault of the proxy: the next upstream is tried, but nothing rests.
 *
 * @param error What was thrown.
 * @param options What must not be told.
 */
export function classifyError(
  error: unknown,
  options: Pick<ClassifyOptions, "secrets"> = {},
): Failure {
  const secrets = options.secrets ?? [];
  const words = error instanceof Error ? error.message : typeof error === "string" ? error : "";
  if (error instanceof LateError) return lateFailure(error.phase);
  if (error instanceof TransportError) {
    const prefix = error.code === "protocol" ? "The answer is no HTTP" : "The connection failed";
    return failureOf(error.code, failureMessage(prefix, words, secrets));
  }
  if (error instanceof RangeError) {
    return failureOf("too_large", failureMessage("The answer is too large", words, secrets));
  }
  const message = failureMessage("The attempt failed", words, secrets);
  return { ...MEANINGS.network, scope: "none", message };
}

function lateFailure(phase: Phase): Failure {
  switch (phase) {
    case "ttft":
      return failureOf("ttft_timeout", "The upstream took too long to begin its answer");
    case "idle":
      return failureOf("idle_timeout", "The upstream was silent for too long");
    case "grace":
      return failureOf("idle_timeout", "The upstream took too long to end its answer");
    case "total":
      return failureOf("total_timeout", "The upstream took too long for the whole answer");
    default:
      return phase satisfies never;
  }
}
