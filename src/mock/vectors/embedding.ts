import type { Awaitable } from "../../awaitable.ts";
import { DescribedInstead } from "../http/described_instead.ts";
import { describedResponse } from "../http/described_response.ts";
import { embed } from "./embed.ts";
import type { HttpCall } from "../http/http_call.ts";
import type { OpenRecord, RecordChange } from "../journal/journal.ts";
import { retryFacts } from "../journal/retry_facts.ts";
import type { ModelCalls } from "../calls/model_calls.ts";
import type { EmbeddingAsk } from "../providers/endpoint.ts";
import { invalid, ProviderProblem } from "../providers/problem.ts";
import type { Provider } from "../providers/provider.ts";
import { replyOverHttp } from "../http/reply_over_http.ts";
import type { Ask } from "../request/ask.ts";
import { snapshotRequest } from "../request/snapshot_request.ts";
import { FAILURE_RECORD } from "../http/rule_failure.ts";
import type { Reply, ResponseDescription } from "../rules/reply.ts";
import type { TurnCall } from "../calls/turn_call.ts";
import { countTokens } from "../tokens/split_tokens.ts";

/** The texts of one request for vectors. Each is a call of its own, with a record; all end as the request does. */
export class EmbeddingCalls {
  readonly #calls: ModelCalls;
  readonly #provider: Provider;
  readonly #http: HttpCall;
  readonly #records: OpenRecord[];
  /** How many of the texts have their vectors. */
  #made = 0;
  /** Whether a described response answers them all, and says how that went. */
  #isDescribed = false;

  /**
   * @param calls The calls of the model.
   * @param provider Whose endpoint the request came by.
   * @param http The request.
   * @param records Gets the record of each text.
   */
  constructor(calls: ModelCalls, provider: Provider, http: HttpCall, records: OpenRecord[]) {
    this.#calls = calls;
    this.#provider = provider;
    this.#http = http;
    this.#records = records;
  }

  /**
   * Gives the vectors of texts: each that of the first rule that fits, else one that the seed and the text decide.
   *
   * @param asks What is to be made a vector of.
   * @throws {DescribedInstead} If a rule describes a response.
   * @throws {ConnectionBreak} If that is a network error.
   * @throws {UnmatchedProblem} If the sequence of the rule is over.
   * @throws {ProviderProblem} If the vector of the rule is too short, or too long a one is asked for.
   */
  async vectors(asks: readonly EmbeddingAsk[]): Promise<readonly (readonly number[])[]> {
    const vectors: (readonly number[])[] = [];
    for (const ask of asks) {
      const vector = this.#vector(ask);
      // To wait for nothing would let calls of other requests come between the texts of this one.
      vectors.push(vector instanceof Promise ? await vector : vector);
      this.#made++;
    }
    return vectors;
  }

  #vector(ask: EmbeddingAsk): Awaitable<readonly number[]> {
    const calls = this.#calls;
    const call = calls.open(askOf(ask), this.#provider, this.#http);
    this.#records.push(call.record);
    return calls.recorded(call, () => {
      const injected = calls.injections.take(call.ask.request, call.facts)?.response;
      const { response = injected, embedding } = injected || !calls.isRuled(call)
        ? NO_REPLY
        : replyOverHttp(calls, call);
      return response === undefined
        ? vectorOf(calls, this.#provider, call, ask, embedding)
        : this.#instead(call, response);
    }, FAILURE_RECORD);
  }

  /** It answers the request, and with it the texts that have their vectors. */
  async #instead(call: TurnCall, description: ResponseDescription): Promise<never> {
    this.#isDescribed = true;
    const { clock } = this.#calls;
    const change = (more: RecordChange) => this.#records.forEach((record) => record.change(more));
    const described = { ...call, record: { ...call.record, change } };
    const answer = await describedResponse(description, described, this.#provider, clock);
    change(retryFacts(answer, clock.now()));
    throw new DescribedInstead(answer);
  }

  /**
   * Answers the request, and writes down of the texts that have their vectors how that went.
   *
   * @param answer Answers it.
   */
  async endedWith<T>(answer: () => Promise<T>): Promise<T> {
    try {
      const reply = await answer();
      this.#end({ outcome: "served", status: 200 });
      return reply;
    } catch (error) {
      this.#end(endOf(error, this.#provider));
      throw error;
    }
  }

  #end(change: RecordChange): void {
    if (this.#isDescribed) return;
    const endedMs = this.#calls.clock.now();
    this.#records.slice(0, this.#made).forEach((record) => record.change({ ...change, endedMs }));
  }
}

/** How a request ended that got no vectors, since one of its texts got none. */
function endOf(error: unknown, provider: Provider): RecordChange {
  if (!(error instanceof ProviderProblem)) return { ...FAILURE_RECORD, outcome: "failed", error };
  const status = provider.statusOf(error.problem);
  return { outcome: "failed", status, retryable: false, error };
}

function askOf({ input, model }: EmbeddingAsk): Ask {
  const request = snapshotRequest({ model, messages: [{ role: "user", content: input }] });
  return {
    surface: "embeddings",
    request,
    body: request,
    framing: undefined,
    count: 1,
    maxTokens: undefined,
    stop: [],
    form: { type: "text" },
  };
}

function vectorOf(
  calls: ModelCalls,
  provider: Provider,
  call: TurnCall,
  { input, model, dimensions, least = 0 }: EmbeddingAsk,
  vector: readonly number[] | undefined,
): readonly number[] {
  const endedMs = calls.clock.now();
  const error = refusalOf(vector, least, dimensions);
  if (error !== undefined) {
    call.record.change({ outcome: "failed", status: 400, retryable: false, error, endedMs });
    throw error;
  }
  call.spending.countTokens(provider.id, endedMs, { input: countTokens(input) });
  return vector ?? embed(calls.seed, input, model, dimensions);
}

const NO_REPLY: Reply = {};

/** The longest vector that is made: what a client asks for must not take all the memory there is. */
const MAX_DIMENSIONS = 65_536;

/** What speaks against a rule's vector, or against making one where no rule gives it. */
function refusalOf(
  vector: readonly number[] | undefined,
  least: number,
  dimensions: number,
): ProviderProblem | undefined {
  if (vector === undefined) {
    return dimensions <= MAX_DIMENSIONS ? undefined : invalid(
      `The mock makes vectors of at most ${MAX_DIMENSIONS} numbers, and the request asks for ${dimensions}`,
      "dimensions",
    );
  }
  return vector.length >= least ? undefined : invalid(
    `The mock's vector has ${vector.length} numbers, and the request asks for ${least}: give the rule a longer one`,
    "dimensions",
    { code: "mock_result_conflict" },
  );
}
