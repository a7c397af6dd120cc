import { DescribedInstead } from "./described_instead.ts";
import { describedResponse } from "./described_response.ts";
import { embed } from "./embed.ts";
import type { HttpCall } from "./http_call.ts";
import { retryFacts } from "./journal/retry_facts.ts";
import type { ModelCalls } from "./model_calls.ts";
import type { EmbeddingAsk } from "./providers/endpoint.ts";
import { invalid } from "./providers/problem.ts";
import type { ProviderProblem } from "./providers/problem.ts";
import type { Provider } from "./providers/provider.ts";
import { replyOverHttp } from "./reply_over_http.ts";
import { snapshotRequest } from "./request/snapshot_request.ts";
import { FAILURE_RECORD } from "./rule_failure.ts";
import type { Reply, ResponseDescription } from "./rules/reply.ts";
import type { TurnCall } from "./turn_call.ts";
import { countTokens } from "./tokens/split_tokens.ts";

/**
 * Gives the vector of a text: that of the first rule that fits, else one that the seed and the text decide. Each
 * text of a request is a call of its own, with a record.
 *
 * @param calls The calls of the model.
 * @param provider Whose endpoint it came by.
 * @param http The request.
 * @param ask What is to be made a vector of.
 * @throws {DescribedInstead} If a rule describes a response.
 * @throws {ConnectionBreak} If that is a network error.
 * @throws {UnmatchedProblem} If the sequence of the rule is over.
 * @throws {ProviderProblem} If the vector of the rule is too short, or too long a one is asked for.
 */
export async function embedding(
  calls: ModelCalls,
  provider: Provider,
  http: HttpCall,
  ask: EmbeddingAsk,
): Promise<readonly number[]> {
  const { input, model } = ask;
  const request = snapshotRequest({ model, messages: [{ role: "user", content: input }] });
  const call = calls.open(
    {
      surface: "embeddings",
      request,
      body: request,
      framing: undefined,
      count: 1,
      maxTokens: undefined,
      stop: [],
      form: { type: "text" },
    },
    provider,
    http,
  );
  return await calls.recorded(call, () => vectorOf(calls, provider, call, ask), FAILURE_RECORD);
}

async function vectorOf(
  calls: ModelCalls,
  provider: Provider,
  call: TurnCall,
  { input, model, dimensions, least = 0 }: EmbeddingAsk,
): Promise<readonly number[]> {
  const { response, embedding: vector } = calls.isRuled(call)
    ? replyOverHttp(calls, call)
    : NO_REPLY;
  if (response !== undefined) throw await instead(calls, call, provider, response);
  const endedMs = calls.clock.now();
  const error = refusalOf(vector, least, dimensions);
  if (error !== undefined) {
    call.record.change({ outcome: "failed", status: 400, retryable: false, error, endedMs });
    throw error;
  }
  calls.spending.countTokens(provider.id, endedMs, { input: countTokens(input) });
  call.record.change({ outcome: "served", status: 200, endedMs });
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

async function instead(
  { clock }: ModelCalls,
  call: TurnCall,
  provider: Provider,
  description: ResponseDescription,
): Promise<DescribedInstead> {
  const answer = await describedResponse(description, call, provider, clock);
  call.record.change(retryFacts(answer, clock.now()));
  return new DescribedInstead(answer);
}
