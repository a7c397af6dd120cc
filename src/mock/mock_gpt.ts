import { toResponse } from "../server/http_answer.ts";
import type { ServeOptions, Server } from "../server/serve.ts";
import { Engine } from "./calls/engine.ts";
import type { MockRecord } from "./journal/mock_record.ts";
import { judge } from "./journal/verdict.ts";
import type { Verdict, VerdictOptions } from "./journal/verdict.ts";
import { DEFAULT_MAX_BODY_BYTES, type MockGptOptions } from "./options/mock_gpt_options.ts";
import type { Cassette } from "./recording/cassette.ts";
import { openAi } from "./providers/openai/openai.ts";
import { generateAsk } from "./request/generate_ask.ts";
import type { ModelRequestInit } from "./request/model_request.ts";
import { snapshotRequest } from "./request/snapshot_request.ts";
import { type GeneratedResult, generatedResult, saidOf } from "./result/generated_result.ts";
import { callFacts } from "./rules/call_facts.ts";
import { inProcessOrigin } from "./rules/call_origin.ts";
import { checkExplain, checkInProcess } from "./rules/call_origin_shape.ts";
import type { ExplainOptions, InProcessOptions } from "./rules/call_origin.ts";
import { explain, type Explanation } from "./rules/explanation.ts";
import { anInjection, aRule } from "./rules/rule_shape.ts";
import type { Injection } from "./rules/injection.ts";
import type { Rule } from "./rules/rule.ts";
import { listOf } from "./options/shape.ts";
import type { DoneOptions } from "./calls/done_options.ts";
import { requireDone, unfinishedIn } from "./calls/require_done.ts";
import { aServing, aStreaming, aTestId } from "./options/use_shapes.ts";
import { streamTurn } from "./calls/stream_turn.ts";
import type { StreamOptions } from "../turn/request.ts";
import type { TurnEvent } from "../turn/turn.ts";
import { readFetch, readServed } from "./http/read_call.ts";

/**
 * The providers' APIs without the providers: in process, through `fetch`, or on a port.
 *
 * @example
 * ```ts
 * import { MockGPT } from "@wholeturn/wholeturn/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const mock = new MockGPT({ rules: [{ prompt: "状态", result: { content: "服务在线。" } }] });
 * const answer = await mock.generate({ model: "demo", messages: [{ role: "user", content: "状态" }] });
 * assertEquals(answer.content, "服务在线。");
 * ```
 */
export class MockGPT {
  readonly #engine: Engine;
  readonly #maxBodyBytes: number;
  /** A `fetch` that reaches the mock, whatever the address is: for the `fetch` option of an SDK. */
  readonly fetch: typeof fetch;

  /**
   * Makes a mock.
   *
   * @param options The rules, and what else the mock is made of.
   */
  constructor(options: MockGptOptions = {}) {
    this.#engine = new Engine(options);
    this.#maxBodyBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
    this.fetch = async (input, init) => {
      const read = readFetch(input, init, this.#maxBodyBytes);
      const call = read instanceof Promise ? await read : read;
      call.signal?.throwIfAborted();
      const answer = this.#engine.answer(call);
      return toResponse(answer instanceof Promise ? await answer : answer);
    };
  }

  /** What was asked and how it ended, in the order in which the calls came; a copy. */
  get records(): readonly MockRecord[] {
    return this.#engine.calls.journal.list();
  }

  /**
   * Answers a request in process.
   *
   * @param request The request.
   * @param options What rules see of it besides, and what ends it early.
   * @throws {TypeError} If the request is none, or its rule answers with what is of HTTP alone.
   * @throws {MockError} If no rule fits, or the sequence of the rule that does is over.
   */
  async generate(
    request: ModelRequestInit,
    options: InProcessOptions = {},
  ): Promise<GeneratedResult> {
    checkInProcess(options);
    const ask = generateAsk(snapshotRequest(request));
    options.signal?.throwIfAborted();
    const { calls } = this.#engine;
    const call = calls.open(ask, openAi, inProcessOrigin(options));
    const answer = await calls.recorded(
      call,
      () => calls.makeAnswer(call, calls.reply(call)),
    );
    const endedMs = calls.clock.now();
    call.record.change({ ...saidOf(answer), outcome: "served", status: 200, endedMs });
    return generatedResult(answer);
  }

  /**
   * Answers a request in process, as a stream: with the pace, the pieces and the faults that its rule says.
   *
   * @param request The request.
   * @param options What ends it early.
   * @throws {TypeError} If the request is none.
   */
  stream(request: ModelRequestInit, options: StreamOptions = {}): AsyncIterable<TurnEvent> {
    aStreaming(options, "options");
    const snapshot = snapshotRequest(request);
    return streamTurn(this.fetch, snapshot, this.#engine.calls.clock, options.signal);
  }

  /**
   * Makes sure that all happened that the rules foresee, and nothing else: each was used, each sequence played to
   * its end, and no call came that no rule and no recording answered. A rule that is `optional` may stay unused.
   *
   * @param testId One test; by default what any of them used counts.
   * @param options What is let pass.
   * @throws {MockError} `MOCK_NOT_DONE` if not; the message names the rules and the calls. `MOCK_FORGOTTEN` if the
   * mock no longer knows the test.
   */
  assertDone(testId?: string, options: DoneOptions = {}): void {
    requireDone(this.unfinished(testId, options));
  }

  /**
   * Puts rules before the others, so that they count first; what was used of the others is kept.
   *
   * @param rules The rules.
   * @throws {TypeError} If one of them is none; the message says where.
   */
  prepend(...rules: readonly Rule[]): void {
    listOf(aRule)(rules, "rules");
    const { book } = this.#engine.calls;
    book.replace([...rules, ...book.rules.map(({ rule }) => rule)]);
  }

  /**
   * Puts rules after the others.
   *
   * @param rules The rules.
   * @throws {TypeError} If one of them is none; the message says where.
   */
  append(...rules: readonly Rule[]): void {
    listOf(aRule)(rules, "rules");
    const { book } = this.#engine.calls;
    book.replace([...book.rules.map(({ rule }) => rule), ...rules]);
  }

  /**
   * Judges the client by what it asked: did it wait as long as it was asked to, stop when told, back off, keep
   * from a storm of tries, and not take a cut answer for a whole one?
   *
   * @param options What is looked at.
   */
  verdict(options: VerdictOptions = {}): Verdict {
    return judge(this.records, options);
  }

  /**
   * Lets something happen to the next call that fits, whatever rule answers it: a failing response, or a stream's
   * faults.
   *
   * @param injection What happens, to which calls, and how often.
   * @throws {TypeError | RangeError} If it is none; the message says where.
   */
  injectNext(injection: Injection): void {
    anInjection(injection, "injection");
    this.#engine.calls.injections.add(injection);
  }

  /** Forgets what was to happen to the next calls and has not yet. */
  clearInjections(): void {
    this.#engine.calls.injections.clear();
  }

  /**
   * Says what was foreseen and did not happen, and what happened and was not foreseen, a sentence each, as
   * `assertDone()` does in one error.
   *
   * @param testId One test; by default what any of them used counts.
   * @param options What is let pass.
   */
  unfinished(testId?: string, options: DoneOptions = {}): readonly string[] {
    return unfinishedIn(this.#engine.calls, testId, options);
  }

  /** How many rules there are. */
  get ruleCount(): number {
    return this.#engine.calls.book.rules.length;
  }

  /**
   * Gives what was recorded so far of the real endpoint that `forward` names, without its secrets: plain JSON for
   * the option `replay`. What has not ended yet is not in it.
   */
  cassette(): Cassette {
    return this.#engine.recordings.cassette();
  }

  /** Forgets the records, and keeps what was used of the rules and which calls nobody foresaw. */
  clearRecords(): void {
    this.#engine.calls.journal.clear();
  }

  /**
   * Begins anew: no records, no turns remembered, nothing used of the limits, every rule as if never used,
   * recordings played from their beginning, calls counted from 1. What `forward` recorded stays.
   *
   * @param testId One test, whose use of the rules and recordings alone is forgotten.
   */
  reset(testId?: string): void {
    aTestId(testId, "testId");
    if (testId === undefined) return this.#engine.restart();
    this.#engine.calls.book.rewind(testId);
    this.#engine.calls.journal.unforeseen.clear(testId);
    this.#engine.recordings.rewind(testId);
  }

  /**
   * Tells which rule would answer a request, and of every other why it would not. Uses nothing up.
   *
   * @param request The request, in the form of chat completions.
   * @param options The endpoint it would come by, and what else rules see of it.
   * @throws {TypeError} If the request is none.
   */
  explain(request: ModelRequestInit, options: ExplainOptions = {}): Explanation {
    checkExplain(options);
    const own = generateAsk(snapshotRequest(request));
    const ask = { ...own, surface: options.surface ?? own.surface };
    return explain(this.#engine.calls.book, ask.request, callFacts(ask, inProcessOrigin(options)));
  }

  /**
   * Serves on a port: the providers' APIs, and the control API under `/__mock/`.
   *
   * @param options Where to listen.
   * @throws If it cannot listen there; what, depends on the runtime.
   */
  async serve(options: ServeOptions = {}): Promise<Server> {
    aServing(options, "options");
    // Most mocks are never served.
    const { serveAnswers } = await import("../server/serve.ts");
    const { CONTROL_PREFIX, controlResponse } = await import("./control/control_api.ts");
    return await serveAnswers(async (request) => {
      const call = await readServed(request, this.#maxBodyBytes);
      return call.path.startsWith(CONTROL_PREFIX)
        ? controlResponse(this, call)
        : this.#engine.answer(call, options.onError);
    }, options);
  }
}
