import type { HttpAnswer } from "../../server/http_answer.ts";
import { type FailedAttemptRecord, outcomeOf } from "../answer/outcome_of.ts";
import { earlyAnswer } from "../answer/early_answer.ts";
import { errorAnswer } from "../answer/error_answer.ts";
import { verbatimAnswer } from "../answer/verbatim_answer.ts";
import { Attempt } from "./attempt.ts";
import type { Call } from "../request/call.ts";
import type { Core } from "../core.ts";
import { deliver } from "./deliver.ts";
import type { Failure } from "../failure/failure.ts";
import { stoppedFailure } from "../failure/own_failures.ts";
import { ProxyStopped } from "../proxy_stopped.ts";
import { RequestLog } from "./request_log.ts";
import type { Model } from "../routing/fleet.ts";
import { Lease } from "../routing/lease.ts";
import { orderUpstreams } from "../routing/order_upstreams.ts";
import { type Refusal, takeUpstream } from "../routing/take_upstream.ts";
import type { Upstream } from "../routing/upstream.ts";
import type { Running } from "../running_set.ts";

/** How long to wait before looking again, in milliseconds: how long a probe takes, nobody knows. */
const MIN_WAIT_MS = 50;

/**
 * Sends a request to one upstream after the other, until one answers.
 *
 * @param core What every request is served with.
 * @param call The request.
 * @returns The answer, or the error that tells why there is none.
 * @throws The reason of the call's signal, if the client left.
 */
export async function forward(core: Core, call: Call): Promise<HttpAnswer> {
  const keepaliveMs = keepaliveOf(core, call);
  if (keepaliveMs === undefined) return await new Forwarding(core, call).run();
  const left = new AbortController();
  const signal = AbortSignal.any([call.signal, left.signal]);
  const forwarding = new Forwarding(core, { ...call, signal });
  return await earlyAnswer(forwarding.run(), {
    keepaliveMs,
    dialect: call.dialect,
    id: call.id,
    clock: core.clock,
    onOpen: (status) => forwarding.opened(status),
    onLeft: () => left.abort(new Error("The client left")),
  });
}

/** The shortest silence that one of those who may answer wants to be broken. */
function keepaliveOf({ fleet }: Core, { facts, dialect }: Call): number | undefined {
  if (!facts.stream || dialect.newReader === undefined) return undefined;
  let shortest: number | undefined;
  for (const { upstreams } of fleet.modelsFor(facts.model)) {
    for (const { plan: { keepaliveMs = Infinity } } of upstreams) {
      if (keepaliveMs < (shortest ?? Infinity)) shortest = keepaliveMs;
    }
  }
  return shortest;
}

class Forwarding {
  readonly #core: Core;
  readonly #call: Call;
  readonly #log: RequestLog;
  readonly #models: readonly Model[];
  readonly #tried = new Set<string>();
  readonly #failed: FailedAttemptRecord[] = [];
  readonly #queued = { ms: 0 };
  #isBusy = false;
  #restMs: number | undefined;

  constructor(core: Core, call: Call) {
    this.#core = core;
    this.#call = call;
    this.#log = new RequestLog(core, call);
    this.#models = [...core.fleet.modelsFor(call.facts.model)];
  }

  async run(): Promise<HttpAnswer> {
    this.#core.budget?.deposit(this.#core.clock.now());
    try {
      const untilMs = this.#core.clock.now() + this.#models[0]!.plan.maxWaitMs;
      do {
        const answer = await this.#tryAll();
        if (answer !== undefined) return answer;
      } while (await this.#waited(untilMs));
      return this.#failure();
    } catch (error) {
      if (error instanceof ProxyStopped) return this.#failure(stoppedFailure());
      const status = this.#call.signal.aborted ? 499 : 500;
      this.#log.ended(status, status === 499 ? "left" : "failed");
      throw error;
    }
  }

  /** The client has a status already. */
  opened(status: number): void {
    this.#log.opened(status);
  }

  async #tryAll(): Promise<HttpAnswer | undefined> {
    this.#isBusy = false;
    this.#restMs = undefined;
    for (const model of this.#models) {
      const upstreams = this.#ordered(model);
      while (this.#mayTry()) {
        this.#core.running.throwIfStopped();
        const lease = await this.#take(upstreams);
        if (!(lease instanceof Lease)) {
          this.#note(lease);
          break;
        }
        if (!this.#maySend()) return void lease.end();
        const answer = await this.#attempt(lease);
        if (answer !== undefined) return answer;
      }
    }
    return undefined;
  }

  /** Whether what came before allows one more attempt. */
  #mayTry(): boolean {
    const last = this.#failed.at(-1);
    if (last === undefined) return true;
    if (!last.failure.failover || this.#call.noFallback) return false;
    return this.#failed.length < this.#models[0]!.plan.maxAttempts;
  }

  /** Whether the budget allows one more attempt; the first is always allowed. */
  #maySend(): boolean {
    if (this.#failed.length === 0) return true;
    return this.#core.budget?.withdraw(this.#core.clock.now()) ?? true;
  }

  /** The upstream of the session comes first, while it does not rest. */
  #ordered({ plan, upstreams }: Model): readonly Upstream[] {
    const { sessions, clock, random } = this.#core;
    const ordered = orderUpstreams(upstreams, plan.strategy, random);
    const { session } = this.#call;
    const id = session === undefined ? undefined : sessions?.find(session, clock.now());
    const bound = ordered.find((upstream) => upstream.id === id);
    return bound === undefined ? ordered : [bound, ...ordered.filter((one) => one !== bound)];
  }

  #take(upstreams: readonly Upstream[]): Promise<Lease | Refusal> {
    return takeUpstream(upstreams, {
      clock: this.#core.clock,
      tried: this.#tried,
      queued: this.#queued,
      wait: (task) => this.#wait(task),
      patience: this.#call.patience,
      onResting: (upstream, restMs) => this.#log.skipped(upstream.id, restMs),
    });
  }

  #note(refusal: Refusal): void {
    if (refusal.type === "busy") this.#isBusy = true;
    if (refusal.type !== "resting") return;
    this.#restMs = Math.min(this.#restMs ?? Infinity, refusal.restMs);
  }

  /**
   * Waits for the first upstream that rests no more, if nobody was asked yet and that is soon enough. It may have to be
   * waited for again: of all who wait, one probes.
   */
  async #waited(untilMs: number): Promise<boolean> {
    const { clock } = this.#core;
    if (this.#failed.length > 0 || this.#isBusy) return false;
    if (this.#restMs === undefined || clock.now() + this.#restMs > untilMs) return false;
    const restMs = Math.max(this.#restMs, MIN_WAIT_MS);
    await this.#wait((signal) => clock.sleep(restMs, signal));
    return true;
  }

  /** Waits for as long as the client is there, and the proxy is not closed. */
  async #wait<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { running } = this.#core;
    const { signal } = this.#call;
    signal.throwIfAborted();
    const over = new AbortController();
    const waiting: Running = { place: 0, stop: (reason) => over.abort(reason) };
    const onLeft = () => over.abort(signal.reason);
    signal.addEventListener("abort", onLeft);
    running.add(waiting);
    try {
      return await task(over.signal);
    } finally {
      running.delete(waiting);
      signal.removeEventListener("abort", onLeft);
    }
  }

  /** Gives the answer of one upstream; `undefined` if it failed. */
  async #attempt(lease: Lease): Promise<HttpAnswer | undefined> {
    const { upstream } = lease;
    this.#tried.add(upstream.id);
    this.#log.began(upstream.id, lease.isProbe);
    const options = { core: this.#core, call: this.#call, lease, isLast: this.#isLast() };
    const attempt = new Attempt(options);
    this.#core.running.add(attempt);
    try {
      const result = await attempt.run();
      if (result.type !== "failed") return deliver(result, { ...options, attempt, log: this.#log });
      const { failure } = result;
      const ms = this.#log.attempted(failure);
      const nowMs = this.#core.clock.now();
      lease.fail(failure, nowMs);
      const waitMs = Math.max(upstream.restsForMs(nowMs), failure.hintMs ?? 0) || undefined;
      this.#failed.push({ upstream: upstream.id, failure, ms, waitMs });
    } catch (error) {
      this.#core.running.delete(attempt);
      this.#log.attempted("left");
      lease.end();
      throw error;
    }
    this.#core.running.delete(attempt);
    return undefined;
  }

  /** Whether nobody is left to be asked after the upstream that is asked now. */
  #isLast(): boolean {
    const [asked] = this.#models;
    if (this.#call.noFallback || this.#failed.length + 1 >= asked!.plan.maxAttempts) return true;
    const nowMs = this.#core.clock.now();
    const isLeft = (one: Upstream) => !this.#tried.has(one.id) && one.isOpenAt(nowMs);
    return !this.#models.some(({ upstreams }) => upstreams.some(isLeft));
  }

  /** Tells why there is no answer: what the attempts came to, or what kept the request from one more. */
  #failure(kept?: Failure): HttpAnswer {
    const { plan: { maxRetryAfterMs } } = this.#core;
    const report = outcomeOf(this.#failed, { restMs: this.#restMs, isBusy: this.#isBusy, kept });
    const shape = this.#call.dialect.name === "messages" ? "anthropic" : "openai";
    const verbatim = kept === undefined ? verbatimAnswer(this.#failed, maxRetryAfterMs) : undefined;
    const answer = verbatim ?? errorAnswer(report, { shape, maxRetryAfterMs });
    this.#log.answered();
    this.#log.ended(answer.status, "failed", kept ?? this.#failed.at(-1)?.failure, report);
    return { ...answer, headers: { ...answer.headers, ...this.#log.headers() } };
  }
}
