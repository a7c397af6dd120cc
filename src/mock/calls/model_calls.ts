import { type Awaitable, orElse } from "../../awaitable.ts";
import { type Clock, systemClock } from "../../clock.ts";
import type { Chunking } from "../delivery/delivery_plan.ts";
import { PieceCutter } from "../delivery/piece_cutter.ts";
import type { CallOrigin } from "../rules/call_origin.ts";
import { Journal, type RecordChange } from "../journal/journal.ts";
import { MockError } from "../mock_error.ts";
import { DEFAULT_MAX_RECORD_CHARS, type MockGptOptions } from "../options/mock_gpt_options.ts";
import type { HeaderFacts, Provider } from "../providers/provider.ts";
import type { UnknownMembers } from "../providers/unknown_members.ts";
import { hashText, randomRow } from "../random.ts";
import type { Ask } from "../request/ask.ts";
import type { Answer } from "../result/answer.ts";
import { makeAnswer } from "../result/make_answer.ts";
import type { ModelResult } from "../result/model_result.ts";
import { aModelResult } from "../result/result_shape.ts";
import { callFacts } from "../rules/call_facts.ts";
import { missReport } from "../rules/miss_report.ts";
import { Injections } from "../rules/injection.ts";
import type { Reply } from "../rules/reply.ts";
import { RuleBook } from "../rules/rule_book.ts";
import { Spending } from "./spending.ts";
import type { TurnCall } from "./turn_call.ts";
import { untilAborted } from "../../until_aborted.ts";
import { Turns } from "./turns.ts";

/** Calls of the model: what rules say to each, and what is written down of it. */
export class ModelCalls {
  /** The rules. */
  readonly book: RuleBook;
  /** What was asked and answered. */
  readonly journal: Journal;
  /** Where time comes from. */
  readonly clock: Clock;
  /** What is to happen to the next calls. */
  readonly injections: Injections = new Injections();
  /** What is remembered of the turns that were given. */
  turns: Turns = new Turns();
  /** What was used of the providers' limits. */
  spending: Spending = new Spending();
  /** What happens to members of requests that the provider does not have. */
  readonly unknownMembers: UnknownMembers;
  /** What all that looks random is made of. */
  readonly seed: number;
  readonly #cutter: PieceCutter = new PieceCutter();
  readonly #chunking: Chunking | undefined;
  #count = 0;

  /** @param options The options of the mock. */
  constructor(options: MockGptOptions) {
    const { rules = [], seed = 0, clock = systemClock } = options;
    const { maxRecords = 10_000, maxRecordChars = DEFAULT_MAX_RECORD_CHARS } = options;
    this.book = new RuleBook(rules);
    this.journal = new Journal({ records: maxRecords, chars: maxRecordChars });
    this.clock = clock;
    this.seed = seed;
    this.unknownMembers = options.unknownMembers ?? "refuse";
    this.#chunking = options.delivery?.chunking;
  }

  /** Forgets the calls, and what was used, remembered and foreseen; the next call is the first again. */
  restart(): void {
    this.#count = 0;
    this.book.rewind();
    this.injections.clear();
    this.journal.clear();
    this.journal.unforeseen.clear();
    // What is still being answered keeps what it gives in the one of before.
    this.turns = new Turns();
    this.spending = new Spending();
  }

  /** Begins a call. */
  open(ask: Ask, provider: Provider, call: CallOrigin | undefined): TurnCall {
    const number = ++this.#count;
    const name = `mock-${number}`;
    const seedText = `${this.seed}:${number}`;
    const requestId = provider.requestId(seedText);
    const facts = callFacts(ask, call);
    const startedMs = this.clock.now();
    const { request, surface, framing } = ask;
    const record = this.journal.begin({
      name,
      testId: facts.testId,
      surface,
      request,
      streamed: framing !== undefined,
      startedMs,
    });
    return {
      ask,
      facts,
      name,
      number,
      seedText,
      requestId,
      startedMs,
      random: randomRow(hashText(seedText)),
      origin: call,
      headerFacts: () => this.headerFacts(provider, requestId),
      turns: this.turns,
      spending: this.spending,
      record,
    };
  }

  /** Gives what a provider's headers are made of, as things are now. */
  headerFacts({ id }: Provider, requestId: string): HeaderFacts {
    const nowMs = this.clock.now();
    return { requestId, nowMs, used: this.spending.used(id, nowMs) };
  }

  /** Whether a rule is for a call, be it one whose sequence is over. */
  isRuled({ ask: { request }, facts }: Pick<TurnCall, "ask" | "facts">): boolean {
    return this.book.find(request, facts) !== undefined;
  }

  /** Takes the reply whose turn it is. @throws {MockError} If there is none. */
  reply(call: TurnCall): Reply {
    const { ask: { request }, facts, record } = call;
    const pick = this.book.take(request, facts);
    const rule = pick && { index: pick.index, name: pick.name };
    if (pick?.reply !== undefined) {
      record.change({ rule, source: "rule" });
      return pick.reply;
    }
    const code = pick === undefined ? "MOCK_UNMATCHED" : "MOCK_EXHAUSTED";
    const error = new MockError(code, missReport(this.book, request, facts));
    record.change({ rule, outcome: "unmatched", error, endedMs: this.clock.now() });
    throw error;
  }

  /**
   * Makes the answer of a reply that is a result or makes one; at once where nothing is to be waited for.
   *
   * @param call The call.
   * @param reply The reply.
   * @param chunking How texts are cut. @default {as the reply says, or the mock}
   */
  makeAnswer(
    call: TurnCall,
    reply: Reply,
    chunking: Chunking | undefined = reply.delivery?.chunking ?? this.#chunking,
  ): Awaitable<Answer> {
    const { result } = reply;
    if (result === undefined) {
      return this.#generateAll(call, reply).then((made) => this.#answerOf(call, made, chunking));
    }
    const { count } = call.ask;
    const results = count === 1 ? [result] : Array.from({ length: count }, () => result);
    return this.#answerOf(call, results, chunking);
  }

  #answerOf(
    call: TurnCall,
    results: readonly (ModelResult | string)[],
    chunking: Chunking | undefined,
  ): Answer {
    const { ask, name, seedText, startedMs, requestId, random, turns } = call;
    const own = results.map((made) => typeof made === "string" ? { content: made } : made);
    return makeAnswer(own, {
      ask,
      name,
      seedText,
      createdMs: startedMs,
      now: () => this.clock.now(),
      requestId,
      random,
      turns,
      cutter: this.#cutter,
      chunking,
    });
  }

  async #generateAll(call: TurnCall, reply: Reply): Promise<readonly (ModelResult | string)[]> {
    const results: (ModelResult | string)[] = [];
    for (let choice = 0; choice < call.ask.count; choice++) {
      results.push(await this.#generate(call, reply, choice));
    }
    return results;
  }

  /**
   * Answers a call. What is thrown on the way is a failure of a rule or of what it gave, unless the record already
   * says how the call ended.
   *
   * @param call The call.
   * @param answer Answers it.
   * @param failure What the record then says besides. @default {nothing}
   */
  recorded<T>(
    call: TurnCall,
    answer: () => Awaitable<T>,
    failure: RecordChange = {},
  ): Awaitable<T> {
    return orElse(answer, (error) => {
      call.record.fail(error, this.clock.now(), failure);
      throw error;
    });
  }

  async #generate(call: TurnCall, reply: Reply, choice: number): Promise<ModelResult | string> {
    const { ask, facts, number, random, origin } = call;
    const now = () => this.clock.now();
    const signal = origin?.signal;
    try {
      if (reply.generator === undefined) throw noResult(reply);
      const { headers } = facts;
      const context = { ...facts, headers, callNumber: number, choice, random, now, signal };
      const result = await untilAborted(reply.generator(ask.request, context), signal);
      aModelResult(result, "generator()");
      return result;
    } catch (error) {
      if (signal?.aborted) call.record.change({ outcome: "aborted", error, endedMs: now() });
      throw error;
    }
  }
}

/** Some answers are of HTTP alone. */
function noResult(reply: Reply): TypeError {
  const kind = reply.frames ? "frames" : reply.response ? "a response" : "a vector";
  return new TypeError(
    `Cannot generate a result as the rule answers with ${kind}: ask through 'fetch' or a port`,
  );
}
