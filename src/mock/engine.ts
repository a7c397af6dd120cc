import { type Clock, systemClock } from "../clock.ts";
import type { JsonObject } from "../wire/json.ts";
import { deliver } from "./delivery/deliver.ts";
import type { Delivery } from "./delivery/delivery_plan.ts";
import { headersOf, jsonResponse, problemResponse } from "./respond.ts";
import type { HttpCall } from "./http_call.ts";
import { Journal } from "./journal/journal.ts";
import type { MockGptOptions } from "./mock_gpt_options.ts";
import { embed } from "./embed.ts";
import type { Endpoint } from "./providers/endpoint.ts";
import { findEndpoint } from "./providers/find_endpoint.ts";
import { parseBody, unknownUrl, withBody } from "./parse_body.ts";
import { openAi } from "./providers/openai/openai.ts";
import { invalid, ProviderProblem } from "./providers/problem.ts";
import type { Provider } from "./providers/provider.ts";
import type { Surface } from "./providers/surface.ts";
import { hashText, randomRow } from "./random.ts";
import type { ReadCall } from "./read_call.ts";
import type { Ask } from "./request/ask.ts";
import type { Answer } from "./result/answer.ts";
import { makeAnswer } from "./result/make_answer.ts";
import type { ModelResult } from "./result/model_result.ts";
import { callFacts } from "./rules/call_facts.ts";
import type { Reply } from "./rules/reply.ts";
import { RuleBook } from "./rules/rule_book.ts";
import { describedResponse } from "./described_response.ts";
import type { TurnCall } from "./turn_call.ts";
import { Turns } from "./turns.ts";

/** Answers calls: finds the endpoint, the rule and the result, and writes them as the provider does. */
export class Engine {
  /** The rules. */
  readonly book: RuleBook;
  /** What was asked and answered. */
  readonly journal: Journal;
  /** Where time comes from. */
  readonly clock: Clock;
  readonly #seed: number;
  readonly #delivery: Delivery;
  readonly #turns: Turns = new Turns();
  #calls = 0;

  /** @param options The options of the mock. */
  constructor(options: MockGptOptions) {
    const { rules = [], seed = 0, clock = systemClock, delivery = {}, maxRecords = 10_000 } =
      options;
    this.book = new RuleBook(rules);
    this.journal = new Journal(maxRecords);
    this.clock = clock;
    this.#seed = seed;
    this.#delivery = delivery;
  }

  /** Answers a request as the provider does whose endpoint it is for. */
  async answer(call: ReadCall): Promise<Response> {
    const found = findEndpoint(call);
    const provider = found?.endpoint.provider ?? openAi;
    try {
      if (found === undefined) throw unknownUrl(call);
      const http = withBody(call);
      const body = parseBody(http);
      return await this.#dispatch(found.endpoint, found.params, http, body);
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error;
      return problemResponse(provider, error.problem, this.#headerFacts(provider));
    }
  }

  /** Begins a call. */
  open(ask: Ask, provider: Provider, call: HttpCall | undefined): TurnCall {
    const number = ++this.#calls;
    const name = `mock-${number}`;
    const seedText = `${this.#seed}:${number}`;
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
      requestId: provider.requestId(seedText),
      startedMs,
      random: randomRow(hashText(seedText)),
      signal: call?.signal,
      record,
    };
  }

  /** Takes the reply whose turn it is. @throws {ProviderProblem} If no rule fits. */
  reply(call: TurnCall): Reply {
    const pick = this.book.take(call.ask.request, call.facts);
    if (pick === undefined) {
      call.record.change({ outcome: "unmatched", status: 400, endedMs: this.clock.now() });
      throw invalid("No rule of the mock fits this request", undefined, { code: "mock_unmatched" });
    }
    const { index, rule, reply } = pick;
    call.record.change({ rule: { index, name: rule.name ?? `rules[${index}]` } });
    return reply;
  }

  /** Makes the answer of a reply that is a result or makes one. */
  async makeAnswer(call: TurnCall, reply: Reply): Promise<Answer> {
    const { ask, name, seedText, startedMs, requestId, random } = call;
    const results: ModelResult[] = [];
    for (let choice = 0; choice < ask.count; choice++) {
      const result = reply.result ?? await this.#generate(call, reply, choice);
      results.push(typeof result === "string" ? { content: result } : result);
    }
    const chunking = reply.delivery?.chunking ?? this.#delivery.chunking;
    const turns = this.#turns;
    return makeAnswer(results, {
      ask,
      name,
      seedText,
      createdMs: startedMs,
      requestId,
      random,
      turns,
      chunking,
    });
  }

  async #generate(call: TurnCall, reply: Reply, choice: number): Promise<ModelResult | string> {
    const { ask, facts, number, random, signal } = call;
    const now = () => this.clock.now();
    try {
      return await reply.generator!(ask.request, {
        ...facts,
        callNumber: number,
        choice,
        random,
        now,
        signal,
      });
    } catch (error) {
      call.record.change({ outcome: "failed", error, endedMs: this.clock.now() });
      throw error;
    }
  }

  async #dispatch(
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    http: HttpCall,
    body: JsonObject,
  ): Promise<Response> {
    if ("surface" in endpoint) {
      const { surface } = endpoint;
      return await this.#turn(surface, surface.read(http, body, params, this.#turns), http);
    }
    const { provider, answer } = endpoint;
    const facts = this.#headerFacts(provider);
    const tools = {
      requestId: facts.requestId,
      nowMs: facts.nowMs,
      models: this.book.models,
      turns: this.#turns,
      embedding: (input: string, model: string, dimensions: number) =>
        Promise.resolve(embed(this.#seed, input, model, dimensions)),
    };
    const reply = await answer({ http, params, body, tools });
    return jsonResponse(reply.body, reply.status ?? 200, provider.headers(facts));
  }

  async #turn(surface: Surface, ask: Ask, http: HttpCall): Promise<Response> {
    const call = this.open(ask, surface.provider, http);
    const reply = this.reply(call);
    if (reply.response !== undefined) {
      return await describedResponse(reply.response, call, surface.provider, this.clock);
    }
    const answer = await this.makeAnswer(call, reply);
    return ask.framing === undefined
      ? this.#whole(surface, call, answer)
      : this.#streamed(surface, call, answer, { ...this.#delivery, ...reply.delivery });
  }

  #whole(surface: Surface, call: TurnCall, answer: Answer): Response {
    const text = JSON.stringify(surface.whole(answer));
    const response = jsonResponse(text, 200, headersOf(surface.provider, call, answer));
    call.record.change({
      outcome: "served",
      status: 200,
      bytes: text.length,
      endedMs: this.clock.now(),
    });
    return response;
  }

  #streamed(surface: Surface, call: TurnCall, answer: Answer, delivery: Delivery): Response {
    const { ask, random, signal, record } = call;
    const framing = ask.framing!;
    record.change({ status: 200 });
    const body = deliver(surface.frames(answer), {
      framing,
      delivery,
      clock: this.clock,
      random,
      signal,
      problemFrames: (problem) => surface.problemFrames(problem, answer),
      onSettled: ({ frames, bytes, end, error }) =>
        record.change({ outcome: end, frames, bytes, error, endedMs: this.clock.now() }),
    });
    const headers = {
      ...headersOf(surface.provider, call, answer),
      "content-type": TYPES[framing],
    };
    return new Response(body, { headers });
  }

  #headerFacts(provider: Provider) {
    const number = this.#calls;
    return {
      requestId: provider.requestId(`${this.#seed}:data:${number}`),
      nowMs: this.clock.now(),
      remainingRequests: 9_999,
    };
  }
}

const TYPES = {
  "sse": "text/event-stream; charset=utf-8",
  "ndjson": "application/x-ndjson",
  "json-array": "application/json; charset=UTF-8",
} as const;
