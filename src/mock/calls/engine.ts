import { andThen, type Awaitable, orElse } from "../../awaitable.ts";
import type { HttpAnswer } from "../../server/http_answer.ts";
import type { JsonObject } from "../../wire/json.ts";
import { isPlainBody, withFault } from "../delivery/body_delivery.ts";
import { type Chaos, pickChaos } from "../delivery/chaos.ts";
import type { Delivery, Fault } from "../delivery/delivery_plan.ts";
import { nearestDelivery } from "../delivery/nearest_delivery.ts";
import { dataAnswer, jsonAnswer, problemAnswer } from "../http/respond.ts";
import type { HttpCall } from "../http/http_call.ts";
import { retryFacts } from "../journal/retry_facts.ts";
import type { Answer } from "../result/answer.ts";
import { saidOf } from "../result/generated_result.ts";
import { type Asked, handedOver } from "./asked.ts";
import { ModelCalls } from "./model_calls.ts";
import type { MockGptOptions } from "../options/mock_gpt_options.ts";
import { EmbeddingCalls } from "../vectors/embedding.ts";
import type { DataCall, EmbeddingAsk, Endpoint } from "../providers/endpoint.ts";
import { EndpointFinder, type FoundEndpoint } from "../providers/find_endpoint.ts";
import { unknownEndpoint } from "../providers/unknown_endpoint.ts";
import { readBody } from "../http/read_body.ts";
import { ProviderProblem } from "../providers/problem.ts";
import { providerAt } from "../providers/provider_at.ts";
import { FAILURE_RECORD, refusalOf, RuleFailure } from "../http/rule_failure.ts";
import type { HeaderFacts, Provider } from "../providers/provider.ts";
import type { Surface } from "../providers/surface.ts";
import type { ReadCall } from "../http/read_call.ts";
import type { Ask } from "../request/ask.ts";
import { Elsewhere } from "../recording/elsewhere.ts";
import { deliveryOfNothing } from "../recording/missed_call.ts";
import { Recordings } from "../recording/recordings.ts";
import { recordRefused, type RefusedRequest } from "../http/refused_record.ts";
import { replyOverHttp } from "../http/reply_over_http.ts";
import { AnswerWriter } from "../http/answer_writer.ts";
import { ownOptions } from "../options/check_options.ts";
import type { Injection } from "../rules/injection.ts";
import type { Reply, ResponseDescription } from "../rules/reply.ts";
import { DescribedInstead } from "../http/described_instead.ts";
import { describedResponse, isWithoutBody } from "../http/described_response.ts";
import type { TurnCall } from "./turn_call.ts";

/** Answers calls: finds the endpoint, the rule and the result, and writes them as the provider does. */
export class Engine {
  /** The calls of the model. */
  readonly calls: ModelCalls;
  /** What answers where no rule does. */
  readonly recordings: Recordings;
  readonly #endpoints: EndpointFinder = new EndpointFinder();
  readonly #elsewhere: Elsewhere;
  readonly #writer: AnswerWriter;
  readonly #delivery: Delivery;
  readonly #chaos: Chaos | undefined;
  /** How many requests there were, also those that are no calls of the model. */
  #requests = 0;

  /** @param given The options of the mock. */
  constructor(given: MockGptOptions) {
    const options = ownOptions(given);
    this.calls = new ModelCalls(options);
    this.recordings = new Recordings(options, this.calls.clock);
    this.#elsewhere = new Elsewhere(this.recordings, this.calls);
    this.#writer = new AnswerWriter(this.calls);
    this.#delivery = options.delivery ?? {};
    this.#chaos = options.chaos;
  }

  /** Begins anew, but for what was recorded. */
  restart(): void {
    this.#requests = 0;
    this.calls.restart();
    this.recordings.rewind();
  }

  /**
   * Answers a request as the provider does whose endpoint it is for.
   *
   * @param call The request.
   * @param onError Told what a function of a rule threw. @default {nobody is told}
   * @returns The answer; a promise only where there is something to wait for.
   * @throws {ConnectionBreak} If a rule describes a network error.
   * @throws The reason of the call's signal, if it aborts before there is an answer.
   */
  answer(call: ReadCall, onError?: (error: unknown) => void): Awaitable<HttpAnswer> {
    const found = this.#endpoints.find(call);
    const provider = found?.endpoint.provider ?? providerAt(call);
    const asked: Asked = { number: ++this.#requests, records: [] };
    return orElse<HttpAnswer>(
      () => {
        if (found === undefined) {
          return this.#elsewhere.instead(unknownEndpoint(call), call, provider);
        }
        this.calls.spending.countRequest(provider.id, this.calls.clock.now());
        const { http, body } = readBody(this.calls, found, call, asked);
        return this.#dispatch(found, http, body, asked);
      },
      (error) => {
        if (error instanceof DescribedInstead) return error.answer;
        const refusal = refusalOf(error, call.signal);
        if (refusal === undefined) throw error;
        if (refusal instanceof RuleFailure) onError?.(error);
        const facts = this.#headerFacts(provider, asked.number);
        const answer = problemAnswer(provider, refusal.problem, facts, refusal.headers);
        return handedOver(answer, asked, 0);
      },
    );
  }

  #dispatch(
    { endpoint, params }: FoundEndpoint,
    http: HttpCall,
    body: JsonObject,
    asked: Asked,
  ): Awaitable<HttpAnswer> {
    if (!("surface" in endpoint)) return this.#data(endpoint, { http, params, body }, asked);
    const { surface } = endpoint;
    const { provider } = surface;
    let ask: Ask;
    try {
      const aside = surface.aside?.(body, this.calls.clock.now());
      if (aside !== undefined) {
        const facts = this.#headerFacts(provider, asked.number);
        return jsonAnswer(aside, 200, provider.headers(facts));
      }
      ask = surface.read(http, body, params, this.calls);
    } catch (error) {
      return this.#refused(error, http, { asked, surface, http, body, params });
    }
    const call = this.calls.open(ask, provider, http);
    asked.records.push(call.record);
    return this.calls.recorded(call, () => this.#answered(surface, call, http), FAILURE_RECORD);
  }

  /** Only what is refused in the end has a record: the real endpoint may judge otherwise. */
  async #refused(error: unknown, http: HttpCall, refused: RefusedRequest): Promise<HttpAnswer> {
    try {
      return await this.#elsewhere.instead(error, http, refused.surface.provider);
    } catch (refusal) {
      if (refusal instanceof ProviderProblem) recordRefused(this.calls, refused, refusal);
      throw refusal;
    }
  }

  async #data(
    { provider, answer }: Exclude<Endpoint, { readonly surface: Surface }>,
    call: Omit<DataCall, "tools">,
    asked: Asked,
  ): Promise<HttpAnswer> {
    const { http } = call;
    // To wait for nothing would let a later call have the number of this one.
    const other = this.recordings.isEmpty ? undefined : await this.#elsewhere.data(http, provider);
    if (other !== undefined) return other;
    const facts = this.#headerFacts(provider, asked.number);
    const vectors = new EmbeddingCalls(this.calls, provider, http, asked.records);
    const tools = {
      requestId: facts.requestId,
      nowMs: facts.nowMs,
      models: this.calls.book.models,
      turns: this.calls.turns,
      unknownMembers: this.calls.unknownMembers,
      vectors: (asks: readonly EmbeddingAsk[]) => vectors.vectors(asks),
    };
    const reply = await vectors.endedWith(async () => await answer({ ...call, tools }));
    const { used } = this.#headerFacts(provider, asked.number);
    const headers = provider.headers({ ...facts, used });
    return handedOver(dataAnswer(reply, headers), asked, 1);
  }

  #answered(surface: Surface, call: TurnCall, http: HttpCall): Awaitable<HttpAnswer> {
    const { ask } = call;
    const injection = this.calls.injections.take(ask.request, call.facts);
    const chaos = injection ? undefined : pickChaos(this.#chaos, call.number, this.calls.seed);
    const instead = injection?.response ?? chaos?.response;
    if (instead !== undefined) return this.#described(surface, call, instead);
    const hasFault = injection?.delivery !== undefined || chaos?.fault !== undefined;
    const added = withFault(injection?.delivery ?? {}, chaos?.fault);
    // Nothing may be awaited between this and the reply, or another call could use the rule up.
    if (!this.recordings.isEmpty && !this.calls.isRuled(call)) {
      return this.#elsewhere.turn(call, http, surface.provider, hasFault);
    }
    const reply = replyOverHttp(this.calls, call);
    if (reply.response !== undefined) {
      return this.#described(surface, call, reply.response, added);
    }
    const delivery = this.#deliveryOf(reply, injection, chaos?.fault);
    if (reply.frames !== undefined) {
      return this.#writer.captured(surface, call, reply, delivery);
    }
    return andThen(this.#answerOf(surface, call, reply, delivery), (answer) => {
      call.record.change(saidOf(answer));
      return this.#writer.written(surface, call, answer, delivery);
    });
  }

  /** A result that the provider would never send is refused in its form. */
  #answerOf(
    { provider }: Surface,
    call: TurnCall,
    reply: Reply,
    { chunking }: Delivery,
  ): Awaitable<Answer> {
    const { clock } = this.calls;
    const { spending } = call;
    const made = orElse(() => this.calls.makeAnswer(call, reply, chunking), (error) => {
      if (error instanceof ProviderProblem) {
        call.record.change({ status: provider.statusOf(error.problem), retryable: false });
      }
      throw error;
    });
    return andThen(made, (answer) => {
      spending.countTokens(provider.id, clock.now(), answer.usage);
      return answer;
    });
  }

  /** The injection's stands before the rule's, and that before the mock's. */
  #deliveryOf(
    { delivery }: Reply,
    injection: Injection | undefined,
    fault: Fault | undefined,
  ): Delivery {
    const own = delivery || injection?.delivery
      ? nearestDelivery(this.#delivery, delivery, injection?.delivery)
      : this.#delivery;
    return withFault(own, fault);
  }

  async #described(
    surface: Surface,
    call: TurnCall,
    description: ResponseDescription,
    delivery: Delivery = {},
  ): Promise<HttpAnswer> {
    const { clock } = this.calls;
    const isPlain = isPlainBody(delivery);
    if (!isPlain && isWithoutBody(description)) throw deliveryOfNothing(this.calls, call);
    const response = await describedResponse(description, call, surface.provider, clock);
    call.record.change(retryFacts(response, clock.now()));
    return isPlain ? response : await this.#writer.described(surface, call, response, delivery);
  }

  /** What the headers of a request are made of that is none for a turn, or that is refused. */
  #headerFacts(provider: Provider, number: number): HeaderFacts {
    const requestId = provider.requestId(`${this.calls.seed}:request:${number}`);
    return this.calls.headerFacts(provider, requestId);
  }
}
