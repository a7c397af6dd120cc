import type { JsonObject } from "../wire/json.ts";
import { deliver } from "./delivery/deliver.ts";
import type { Delivery } from "./delivery/delivery_plan.ts";
import { headersOf, jsonResponse, problemResponse } from "./respond.ts";
import type { HttpCall } from "./http_call.ts";
import { retryFacts } from "./journal/retry_facts.ts";
import { textOf } from "./result/generated_result.ts";
import { ModelCalls } from "./model_calls.ts";
import type { MockGptOptions } from "./mock_gpt_options.ts";
import { embedding } from "./embedding.ts";
import type { Endpoint } from "./providers/endpoint.ts";
import { findEndpoint } from "./providers/find_endpoint.ts";
import { parseBody, unknownUrl, withBody } from "./parse_body.ts";
import { openAi } from "./providers/openai/openai.ts";
import { ProviderProblem } from "./providers/problem.ts";
import type { Provider } from "./providers/provider.ts";
import type { Surface } from "./providers/surface.ts";
import type { ReadCall } from "./read_call.ts";
import type { Ask } from "./request/ask.ts";
import type { Answer } from "./result/answer.ts";
import { MockError } from "./mock_error.ts";
import { checkOptions } from "./check_options.ts";
import { unmatched, UnmatchedProblem } from "./unmatched.ts";
import type { Reply, ResponseDescription } from "./rules/reply.ts";
import { describedResponse } from "./described_response.ts";
import type { TurnCall } from "./turn_call.ts";

/** Answers calls: finds the endpoint, the rule and the result, and writes them as the provider does. */
export class Engine {
  /** The calls of the model. */
  readonly calls: ModelCalls;
  readonly #delivery: Delivery;

  /** @param options The options of the mock. */
  constructor(options: MockGptOptions) {
    checkOptions(options);
    this.calls = new ModelCalls(options);
    this.#delivery = options.delivery ?? {};
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
      const response = problemResponse(provider, error.problem, this.#headerFacts(provider));
      return error instanceof UnmatchedProblem ? unmatched(response) : response;
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
      return await this.#turn(surface, surface.read(http, body, params, this.calls.turns), http);
    }
    const { provider, answer } = endpoint;
    const facts = this.#headerFacts(provider);
    const tools = {
      requestId: facts.requestId,
      nowMs: facts.nowMs,
      models: this.calls.book.models,
      turns: this.calls.turns,
      embedding: (input: string, model: string, dimensions: number) =>
        embedding(this.calls, provider, http, { input, model, dimensions }),
    };
    const reply = await answer({ http, params, body, tools });
    return jsonResponse(reply.body, reply.status ?? 200, provider.headers(facts));
  }

  async #turn(surface: Surface, ask: Ask, http: HttpCall): Promise<Response> {
    const call = this.calls.open(ask, surface.provider, http);
    const injection = this.calls.injections.take(ask.request, call.facts);
    if (injection?.response !== undefined) {
      return await this.#described(surface, call, injection.response);
    }
    const reply = this.#replyOverHttp(call);
    if (reply.response !== undefined) return await this.#described(surface, call, reply.response);
    const answer = await this.calls.makeAnswer(call, reply);
    call.record.change({ text: textOf(answer) });
    return ask.framing === undefined
      ? this.#whole(surface, call, answer)
      : this.#streamed(surface, call, answer, {
        ...this.#delivery,
        ...reply.delivery,
        ...injection?.delivery,
      });
  }

  async #described(
    surface: Surface,
    call: TurnCall,
    description: ResponseDescription,
  ): Promise<Response> {
    const { clock } = this.calls;
    const response = await describedResponse(description, call, surface.provider, clock);
    call.record.change(retryFacts(response, clock.now()));
    return response;
  }

  /** A client must not try a request again that no rule is for. */
  #replyOverHttp(call: TurnCall): Reply {
    try {
      return this.calls.reply(call);
    } catch (error) {
      if (!(error instanceof MockError)) throw error;
      call.record.change({ status: 400, retryable: false });
      throw new UnmatchedProblem(error);
    }
  }

  #whole(surface: Surface, call: TurnCall, answer: Answer): Response {
    const text = JSON.stringify(surface.whole(answer));
    const response = jsonResponse(text, 200, headersOf(surface.provider, call, answer));
    call.record.change({
      outcome: "served",
      status: 200,
      bytes: text.length,
      endedMs: this.calls.clock.now(),
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
      clock: this.calls.clock,
      random,
      signal,
      problemFrames: (problem) => surface.problemFrames(problem, answer),
      onSettled: ({ frames, bytes, end, error }) =>
        record.change({ outcome: end, frames, bytes, error, endedMs: this.calls.clock.now() }),
    });
    const headers = {
      ...headersOf(surface.provider, call, answer),
      "content-type": TYPES[framing],
    };
    return new Response(body, { headers });
  }

  #headerFacts(provider: Provider) {
    const number = this.calls.count;
    return {
      requestId: provider.requestId(`${this.calls.seed}:data:${number}`),
      nowMs: this.calls.clock.now(),
      remainingRequests: 9_999,
    };
  }
}

const TYPES = {
  "sse": "text/event-stream; charset=utf-8",
  "ndjson": "application/x-ndjson",
  "json-array": "application/json; charset=UTF-8",
} as const;
