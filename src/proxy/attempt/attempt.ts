import { answerAsStream } from "../answer/answer_as_stream.ts";
import { answerKind } from "../answer/answer_kind.ts";
import { collectAnswer } from "../answer/collect_answer.ts";
import { decodedBody } from "../answer/decoded_body.ts";
import { judgeAnswer } from "../answer/judge_answer.ts";
import { readBeginning, readWhole } from "../answer/read_whole.ts";
import { unansweredWarning } from "../answer/unanswered_warning.ts";
import { AttemptJudge } from "./attempt_judge.ts";
import type { AttemptResult, ClientHead } from "./attempt_result.ts";
import type { Call } from "../request/call.ts";
import type { Core } from "../core.ts";
import { clientHeaders } from "../edit/client_headers.ts";
import { prepareBody } from "../edit/prepare_body.ts";
import { upstreamHeaders } from "../edit/upstream_headers.ts";
import { protocolFailure, tooLargeFailure } from "../failure/own_failures.ts";
import { LateError, type Phase } from "../time/late_error.ts";
import type { Lease } from "../routing/lease.ts";
import type { Running } from "../running_set.ts";
import { AnswerStream } from "../stream/answer_stream.ts";
import { EventFlow } from "../stream/event_flow.ts";
import { parseData } from "../stream/parse_data.ts";
import { thinkAnswer } from "../think/think_answer.ts";
import { ThinkStream } from "../think/think_stream.ts";
import type { UpstreamAnswer } from "../transport/transport.ts";
import { upstreamUrl } from "./upstream_url.ts";
import { Watchdog } from "../time/watchdog.ts";

/** How much of an answer that is a failure is looked at, in bytes. */
const MAX_FAILURE_BYTES = 64 * 1024;

/** How long the body of such an answer is waited for, in milliseconds: that it failed is known by its head. */
const MAX_FAILURE_MS = 5000;

/** With these no body can be sent, be there one or not: what proves to be an answer goes to the client as 200. */
const NO_BODY: ReadonlySet<number> = new Set([204, 205]);

const decoder = new TextDecoder();

/** What an attempt is made of. */
export interface AttemptOptions {
  /** What every request is served with. */
  readonly core: Core;
  /** The request. */
  readonly call: Call;
  /** Where it goes. */
  readonly lease: Lease;
  /** Whether nobody else can be asked: then an answer may be as late as the whole attempt. */
  readonly isLast: boolean;
}

/** One request to one upstream. */
export class Attempt implements Running {
  place = 0;
  readonly #options: AttemptOptions;
  readonly #abort = new AbortController();
  readonly #dog: Watchdog<Phase>;
  readonly #judge: AttemptJudge;
  readonly #onLeft = () => this.#abort.abort(this.#options.call.signal.reason);

  /** @param options What it is made of. */
  constructor(options: AttemptOptions) {
    this.#options = options;
    this.#judge = new AttemptJudge(options.lease.upstream.plan, options.core.clock);
    this.#dog = new Watchdog(
      options.core.alarms,
      (phase) => this.#abort.abort(new LateError(phase)),
    );
  }

  /**
   * Sends the request, and reads the answer until it is known to be one.
   *
   * @throws The reason of the call's signal, if the client left.
   */
  async run(): Promise<AttemptResult> {
    const { signal } = this.#options.call;
    signal.throwIfAborted();
    signal.addEventListener("abort", this.#onLeft);
    try {
      const result = await this.#send();
      if (result.type !== "stream") this.close();
      return result;
    } catch (error) {
      this.close();
      this.#abort.abort(error);
      signal.throwIfAborted();
      return { type: "failed", failure: this.#judge.ofError(error) };
    }
  }

  /** Breaks it off. A stream that runs then fails for that reason. */
  stop(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Ends its deadlines, and no longer follows the client. */
  close(): void {
    this.#dog.stop();
    this.#options.call.signal.removeEventListener("abort", this.#onLeft);
  }

  async #send(): Promise<AttemptResult> {
    const { core, call, lease, isLast } = this.#options;
    const { plan } = lease.upstream;
    const { connectMs, ttftMs, totalMs } = plan.timeouts;
    this.#dog.set("total", totalMs);
    if (call.facts.stream && !isLast) this.#dog.set("ttft", ttftMs);
    const answer = await core.transport.send({
      method: "POST",
      url: upstreamUrl(plan.provider.url, call.path),
      headers: upstreamHeaders(call.headers, plan, lease.key),
      body: prepareBody(call.facts.document, plan, call.dialect.name),
      connectMs,
    }, this.#abort.signal);
    return await this.#read(answer);
  }

  async #read(encoded: UpstreamAnswer): Promise<AttemptResult> {
    const { call } = this.#options;
    const { headers, encoding } = clientHeaders(encoded.headers, this.#judge.secrets);
    const decoded = encoding === undefined ? encoded.body : decodedBody(encoded.body, encoding);
    const answer = { ...encoded, body: decoded ?? encoded.body };
    delete headers["content-encoding"];
    if (answer.status < 200 || answer.status > 299) {
      return await this.#readFailure(answer, decoded !== undefined);
    }
    const head = { status: NO_BODY.has(answer.status) ? 200 : answer.status, headers };
    if (decoded === undefined) {
      const message = `The answer is encoded by ${encoding}, though that was ruled out`;
      return this.#refuse(answer, message);
    }
    const type = answer.headers.get("content-type") ?? null;
    const kind = answerKind(type, call.facts.stream);
    if (kind === "stream" && !call.facts.stream && call.dialect.name !== "chat") {
      return this.#refuse(answer, "The answer is a stream");
    }
    if (kind === "stream" && call.dialect.newReader) return await this.#readStream(head, answer);
    if (kind === "json") return await this.#readWhole(head, answer);
    return this.#refuse(answer, `The answer is of the type ${type}`);
  }

  async #readFailure(answer: UpstreamAnswer, isReadable: boolean): Promise<AttemptResult> {
    const { alarms } = this.#options.core;
    const limits = { maxBytes: MAX_FAILURE_BYTES, maxMs: MAX_FAILURE_MS, alarms };
    this.#dog.clear("ttft");
    const beginning = await readBeginning(answer.body, limits);
    this.#abort.signal.throwIfAborted();
    return { type: "failed", failure: this.#judge.ofStatus(answer, beginning, isReadable) };
  }

  #refuse(answer: UpstreamAnswer, message: string): AttemptResult {
    answer.body.cancel();
    return { type: "failed", failure: this.#judge.ofProtocol(message) };
  }

  async #readWhole(head: ClientHead, answer: UpstreamAnswer): Promise<AttemptResult> {
    const { core, call, lease } = this.#options;
    const { maxAnswerBytes } = core.plan.limits;
    const body = await readWhole(answer.body, maxAnswerBytes);
    if (body === undefined) {
      const message = `The answer has more than ${maxAnswerBytes} bytes`;
      return { type: "failed", failure: tooLargeFailure(message) };
    }
    const { allowEmpty, think } = lease.upstream.plan;
    const failure = judgeAnswer(body, call, { allowEmpty, failureOfEvent: this.#judge.ofEvent });
    if (failure !== undefined) return { type: "failed", failure };
    const isChat = call.dialect.name === "chat";
    if (!isChat && call.facts.stream) {
      return { type: "failed", failure: protocolFailure("The answer is no stream") };
    }
    const told = (isChat ? thinkAnswer(body, think, () => this.#warnUnanswered()) : null) ?? body;
    if (!call.facts.stream) return { type: "whole", head, body: told };
    head.headers["content-type"] = "text/event-stream";
    const whole = parseData(decoder.decode(told)) ?? {};
    return { type: "whole", head, body: answerAsStream(whole, call.facts.isUsageAsked) };
  }

  async #readStream(head: ClientHead, answer: UpstreamAnswer): Promise<AttemptResult> {
    const { core, call, lease } = this.#options;
    const { timeouts, think, allowEmpty } = lease.upstream.plan;
    const isChat = call.dialect.name === "chat";
    const flow = new EventFlow({
      dialect: call.dialect,
      choices: call.facts.choices,
      maxEventBytes: core.plan.limits.maxEventBytes,
      think: isChat && think.mode !== "off"
        ? new ThinkStream(think, () => this.#warnUnanswered())
        : undefined,
    });
    const stream = new AnswerStream({
      body: answer.body,
      flow,
      time: this.#dog,
      timeouts,
      failureOf: this.#judge.ofError,
      failureOfEvent: this.#judge.ofEvent,
      allowEmpty: allowEmpty || call.facts.isEmptyOutputAsked,
      clock: core.clock,
    });
    const failure = await stream.commit();
    this.#dog.clear("ttft");
    if (failure === undefined && !call.facts.stream) return await this.#collect(head, stream);
    if (failure === undefined) return { type: "stream", head, stream };
    stream.cancel();
    this.close();
    this.#options.call.signal.throwIfAborted();
    return { type: "failed", failure };
  }

  /** Makes a whole answer of a stream that nobody asked for. */
  async #collect(head: ClientHead, stream: AnswerStream): Promise<AttemptResult> {
    const { core } = this.#options;
    const { body, failure } = await collectAnswer(stream, core.plan.limits.maxAnswerBytes);
    this.#options.call.signal.throwIfAborted();
    if (failure !== undefined) return { type: "failed", failure };
    head.headers["content-type"] = "application/json";
    return { type: "whole", head, body };
  }

  #warnUnanswered(): void {
    const { core, call, lease } = this.#options;
    core.observe(unansweredWarning(lease.upstream.id, call.id));
  }
}
