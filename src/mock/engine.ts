import type { JsonObject } from "../wire/json.ts";
import type { Bytes } from "../bytes.ts";
import { utf8Length } from "../sse/utf8_length.ts";
import { isPlainBody, withFault } from "./delivery/body_delivery.ts";
import { type Chaos, pickChaos } from "./delivery/chaos.ts";
import { deliver } from "./delivery/deliver.ts";
import type { Delivery } from "./delivery/delivery_plan.ts";
import type { Frame } from "./delivery/frame.ts";
import type { Framing } from "./delivery/speller.ts";
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
import { invalid, ProviderProblem } from "./providers/problem.ts";
import type { Provider } from "./providers/provider.ts";
import type { Surface } from "./providers/surface.ts";
import type { ReadCall } from "./read_call.ts";
import type { Ask } from "./request/ask.ts";
import type { Answer } from "./result/answer.ts";
import type { JsonValue } from "./result/model_result.ts";
import { capturedFrames } from "./recording/captured_frames.ts";
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
  readonly #chaos: Chaos | undefined;

  /** @param options The options of the mock. */
  constructor(options: MockGptOptions) {
    checkOptions(options);
    this.calls = new ModelCalls(options);
    this.#delivery = options.delivery ?? {};
    this.#chaos = options.chaos;
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
      const aside = surface.aside?.(body, this.calls.clock.now());
      if (aside !== undefined) {
        return jsonResponse(
          aside,
          200,
          surface.provider.headers(this.#headerFacts(surface.provider)),
        );
      }
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
    const chaos = injection ? undefined : pickChaos(this.#chaos, call.number, this.calls.seed);
    const instead = injection?.response ?? chaos?.response;
    if (instead !== undefined) return await this.#described(surface, call, instead);
    const reply = this.#replyOverHttp(call);
    if (reply.response !== undefined) return await this.#described(surface, call, reply.response);
    const own = { ...this.#delivery, ...reply.delivery, ...injection?.delivery };
    const delivery = withFault(own, chaos?.fault);
    if (reply.frames !== undefined) return await this.#captured(surface, call, reply, delivery);
    const answer = await this.calls.makeAnswer(call, reply);
    call.record.change({ text: textOf(answer) });
    return ask.framing === undefined
      ? this.#whole(surface, call, answer, delivery)
      : this.#delivered(surface, call, answer, delivery, surface.frames(answer));
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

  /** What the provider said is sent as it is; an answer without words stands for it where faults need one. */
  async #captured(
    surface: Surface,
    call: TurnCall,
    { frames = [], body }: Reply,
    delivery: Delivery,
  ): Promise<Response> {
    const answer = await this.calls.makeAnswer(call, { result: { content: "", unchecked: true } });
    if (call.ask.framing !== undefined) {
      const captured = capturedFrames(frames, surface.id);
      return this.#delivered(surface, call, answer, delivery, captured);
    }
    if (body !== undefined) return this.#whole(surface, call, answer, delivery, body);
    const message =
      "The rule answers with a captured stream and has no 'body' for a request that " +
      "is not streamed: ask for a stream, or give the rule a 'body'";
    const error = new MockError("MOCK_UNMATCHED", message);
    const endedMs = this.calls.clock.now();
    call.record.change({ outcome: "failed", status: 400, retryable: false, error, endedMs });
    throw new UnmatchedProblem(error);
  }

  #whole(
    surface: Surface,
    call: TurnCall,
    answer: Answer,
    delivery: Delivery,
    body: JsonValue = surface.whole(answer) as JsonValue,
  ): Response {
    const text = JSON.stringify(body);
    if (!isPlainBody(delivery)) {
      const tokens = answer.usage.output;
      const frame: Frame = { event: undefined, data: text, part: "content", tokens };
      return this.#delivered(surface, call, answer, delivery, [frame]);
    }
    const response = jsonResponse(text, 200, headersOf(surface.provider, call, answer));
    call.record.change({
      outcome: "served",
      status: 200,
      bytes: utf8Length(text),
      endedMs: this.calls.clock.now(),
    });
    return response;
  }

  #delivered(
    surface: Surface,
    call: TurnCall,
    answer: Answer,
    delivery: Delivery,
    frames: Iterable<Frame>,
  ): Response {
    const { framing = "whole" } = call.ask;
    const body = this.#body(surface, call, answer, delivery, frames, framing);
    call.record.change({ status: 200 });
    const headers = {
      ...headersOf(surface.provider, call, answer),
      "content-type": delivery.contentType ?? TYPES[framing],
    };
    return new Response(body, { headers });
  }

  /** @throws {ProviderProblem} If the stream is not one in which the faults could happen. */
  #body(
    surface: Surface,
    call: TurnCall,
    answer: Answer,
    delivery: Delivery,
    frames: Iterable<Frame>,
    framing: Framing,
  ): ReadableStream<Bytes> {
    const { random, signal, record, startedMs } = call;
    const { withUsage } = surface;
    const { clock } = this.calls;
    try {
      return deliver(frames, {
        framing,
        delivery,
        clock,
        startedMs,
        random,
        signal,
        problemFrames: (problem, sentFrames) => surface.problemFrames(problem, answer, sentFrames),
        withUsage: withUsage && ((frame, tokens) => withUsage(frame, tokens, answer)),
        onSettled: ({ frames, bytes, end, error }) =>
          record.change({ outcome: end, frames, bytes, error, endedMs: clock.now() }),
      });
    } catch (error) {
      record.change({ outcome: "failed", status: 400, error, endedMs: clock.now() });
      if (!(error instanceof RangeError)) throw error;
      throw invalid(error.message, undefined, { code: "mock_delivery" });
    }
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
  "whole": "application/json",
} as const;
