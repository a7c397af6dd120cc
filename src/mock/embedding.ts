import { embed } from "./embed.ts";
import type { HttpCall } from "./http_call.ts";
import type { ModelCalls } from "./model_calls.ts";
import { ProviderProblem } from "./providers/problem.ts";
import type { Provider } from "./providers/provider.ts";
import { snapshotRequest } from "./request/snapshot_request.ts";
import { countTokens } from "./tokens/split_tokens.ts";

/** What is to be made a vector of. */
export interface EmbeddingAsk {
  /** The text. */
  readonly input: string;
  /** The model's name. */
  readonly model: string;
  /** How many numbers the vector has. */
  readonly dimensions: number;
}

/**
 * Gives the vector of a text: that of the first rule that fits, else one that the seed and the text decide. Each
 * text of a request is a call of its own, with a record.
 *
 * @param calls The calls of the model.
 * @param provider Whose endpoint it came by.
 * @param http The request.
 * @param ask What is to be made a vector of.
 * @throws {ProviderProblem} If a rule says that the provider fails.
 */
export async function embedding(
  calls: ModelCalls,
  provider: Provider,
  http: HttpCall,
  { input, model, dimensions }: EmbeddingAsk,
): Promise<readonly number[]> {
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
  const settle = (outcome: "served" | "fault", status: number) =>
    call.record.change({ outcome, status, endedMs: calls.clock.now() });
  const pick = calls.book.take(request, call.facts);
  if (pick !== undefined) {
    call.record.change({ rule: { index: pick.index, name: pick.name }, source: "rule" });
  }
  const { response, embedding: vector } = pick?.reply ?? {};
  if (response?.delayMs) await calls.clock.sleep(response.delayMs, call.signal);
  if (response?.problem !== undefined) {
    settle("fault", provider.statusOf(response.problem));
    throw new ProviderProblem(response.problem);
  }
  settle("served", 200);
  const { clock, spending } = calls;
  spending.countTokens(provider.id, clock.now(), { input: countTokens(input) });
  return vector ?? embed(calls.seed, input, model, dimensions);
}
