import type { Clock } from "../../clock.ts";
import type { Beginning } from "../answer/read_whole.ts";
import type { UpstreamPlan } from "../config/plan.ts";
import { classifyError } from "../failure/classify_error.ts";
import { classifyEvent } from "../failure/classify_event.ts";
import { classifyStatus } from "../failure/classify_status.ts";
import type { Failure } from "../failure/failure.ts";
import { failureMessage } from "../failure/failure_message.ts";
import { protocolFailure, stoppedFailure } from "../failure/own_failures.ts";
import { ProxyStopped } from "../proxy_stopped.ts";
import type { UpstreamAnswer } from "../transport/transport.ts";
import { upstreamSecrets } from "./upstream_secrets.ts";

/** Tells how an attempt at one upstream failed, in words without its secrets. */
export class AttemptJudge {
  /** What must not be told. */
  readonly secrets: readonly string[];
  readonly #plan: UpstreamPlan;
  readonly #clock: Clock;

  /**
   * @param plan The upstream.
   * @param clock Where time comes from.
   */
  constructor(plan: UpstreamPlan, clock: Clock) {
    this.secrets = upstreamSecrets(plan);
    this.#plan = plan;
    this.#clock = clock;
  }

  /**
   * By an answer that is a failure.
   *
   * @param answer The answer.
   * @param beginning The beginning of its body.
   * @param isReadable Whether that can be read, and is not encoded.
   */
  ofStatus(
    answer: UpstreamAnswer,
    { bytes, isWhole }: Beginning,
    isReadable: boolean,
  ): Failure {
    const failure = classifyStatus({ ...answer, body: bytes }, {
      nowMs: this.#clock.now(),
      failoverOn400: this.#plan.failoverOn400,
      secrets: this.secrets,
    });
    // Half of it, or what nobody can read, could not be passed on; nor what is no error, such as a redirect.
    const isTold = isWhole && isReadable && answer.status >= 400;
    return isTold ? failure : { ...failure, answer: undefined };
  }

  /** By an error that it tells of within an answer. Bound, so that it can be given away. */
  readonly ofEvent = (error: unknown): Failure => {
    const { failoverOn400 } = this.#plan;
    return classifyEvent(error, this.#clock.now(), { failoverOn400, secrets: this.secrets });
  };

  /** By what was thrown. Bound, so that it can be given away. */
  readonly ofError = (error: unknown): Failure => {
    if (error instanceof ProxyStopped) return stoppedFailure();
    return classifyError(error, { secrets: this.secrets });
  };

  /** By an answer that is none of this API. */
  ofProtocol(message: string): Failure {
    return protocolFailure(failureMessage("", message, this.secrets).slice(2));
  }
}
