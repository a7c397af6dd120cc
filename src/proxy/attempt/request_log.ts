import type { ErrorReport } from "../answer/error_answer.ts";
import type { Call } from "../request/call.ts";
import type { Core } from "../core.ts";
import { isHeaderValue } from "../edit/is_header_value.ts";
import type { Failure } from "../failure/failure.ts";
import type { EndOutcome } from "../ops/proxy_event.ts";

/** Tells how one request goes, and keeps what its end is told with. */
export class RequestLog {
  readonly #core: Core;
  readonly #call: Call;
  #attempts = 0;
  #upstream: string | undefined;
  /** How long upstreams were waited for, in milliseconds. */
  #upstreamMs = 0;
  #attemptStartedMs = 0;
  #answeredMs: number | undefined;
  #skipped: Set<string> | undefined;
  /** The status that went to the client before there was an answer. */
  #earlyStatus: number | undefined;

  /**
   * @param core Whom to tell.
   * @param call The request.
   */
  constructor(core: Core, call: Call) {
    this.#core = core;
    this.#call = call;
    const { id, facts: { model, stream } } = call;
    core.observe({ event: "request", id, path: this.#path, model, stream });
  }

  /** How many attempts were made. */
  get attempts(): number {
    return this.#attempts;
  }

  /** How long the request was in the hands of the proxy until it was answered, in milliseconds. */
  get overheadMs(): number {
    return this.#waitedMs - this.#upstreamMs;
  }

  /** Without its query, which may have a key in it. */
  get #path(): string {
    return this.#call.path.split("?")[0]!;
  }

  get #waitedMs(): number {
    return (this.#answeredMs ?? this.#core.clock.now()) - this.#call.startedMs;
  }

  /** An upstream was passed over, as it rests. Told once: who waits, or tries the next one, passes over it again. */
  skipped(upstream: string, restMs: number): void {
    if (this.#skipped?.has(upstream)) return;
    (this.#skipped ??= new Set()).add(upstream);
    this.#core.observe({ event: "skip", id: this.#call.id, upstream, restMs });
  }

  /** An attempt begins. */
  began(upstream: string, isProbe: boolean): void {
    this.#attempts++;
    this.#upstream = upstream;
    this.#attemptStartedMs = this.#core.clock.now();
    const { id, facts: { model } } = this.#call;
    this.#core.observe({ event: "attempt", id, model, upstream, number: this.#attempts, isProbe });
  }

  /**
   * The attempt came to something.
   *
   * @returns How long that took, in milliseconds.
   */
  attempted(result: { readonly status?: number | undefined } | Failure | "left"): number {
    const ms = this.#core.clock.now() - this.#attemptStartedMs;
    this.#upstreamMs += ms;
    const { id, facts: { model } } = this.#call;
    const shared = { event: "attempt_end", id, model, upstream: this.#upstream!, ms } as const;
    if (result === "left") this.#core.observe({ ...shared, outcome: "left" });
    else if ("kind" in result) {
      const { kind, status, message } = result;
      this.#core.observe({ ...shared, outcome: "failed", kind, status, message });
    } else this.#core.observe({ ...shared, outcome: "committed", status: result.status });
    return ms;
  }

  /** What the client is told of it in headers. */
  headers(): Readonly<Record<string, string>> {
    return {
      "x-request-id": this.#call.id,
      "x-proxy-attempts": String(this.#attempts),
      "x-proxy-overhead-ms": String(this.overheadMs),
      ...(this.#upstream !== undefined && { "x-proxy-upstream": inHeader(this.#upstream) }),
    };
  }

  /** The client has a status already, whatever comes of its request. */
  opened(status: number): void {
    this.#earlyStatus = status;
  }

  /** The answer goes to the client. */
  answered(): void {
    this.#answeredMs = this.#core.clock.now();
  }

  /**
   * The request is over.
   *
   * @param status The status of the answer.
   * @param outcome How it ended for its client.
   * @param failure How the last attempt failed, if there was one.
   * @param told What the client was told; by itself, the failure.
   */
  ended(
    status: number,
    outcome: EndOutcome,
    failure?: Failure,
    told?: Pick<ErrorReport, "code" | "message">,
  ): void {
    const { id, startedMs, facts: { model } } = this.#call;
    this.#core.observe({
      event: "end",
      id,
      path: this.#path,
      model,
      upstream: this.#upstream,
      status: this.#earlyStatus ?? status,
      outcome,
      code: told?.code ?? failure?.kind,
      kind: failure?.kind,
      message: failure?.message ?? told?.message,
      attempts: this.#attempts,
      ms: this.#core.clock.now() - startedMs,
      overheadMs: this.overheadMs,
    });
  }
}

/** Models may be named in any script, and headers are Latin-1: of a name beyond that, all but ASCII is percent-encoded. */
function inHeader(id: string): string {
  return isHeaderValue(id) ? id : encodeURI(id.replace(/\p{Surrogate}/gu, "\ufffd"));
}
