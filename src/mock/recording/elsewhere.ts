import type { HttpCall } from "../http/http_call.ts";
import { retryFacts } from "../journal/retry_facts.ts";
import type { ModelCalls } from "../calls/model_calls.ts";
import { withBody } from "../http/parse_body.ts";
import { ProviderProblem } from "../providers/problem.ts";
import type { Provider } from "../providers/provider.ts";
import type { ReadCall } from "../http/read_call.ts";
import type { TurnCall } from "../calls/turn_call.ts";
import { isRuled } from "./is_ruled.ts";
import { misplacedFault, missedCall } from "./missed_call.ts";
import type { Recordings } from "./recordings.ts";
import type { Watch } from "./watch.ts";

/** Answers what no rule does, if there are recordings or a real endpoint. */
export class Elsewhere {
  readonly #recordings: Recordings;
  readonly #calls: ModelCalls;

  /**
   * @param recordings The recordings and the real endpoint.
   * @param calls The calls of the model.
   */
  constructor(recordings: Recordings, calls: ModelCalls) {
    this.#recordings = recordings;
    this.#calls = calls;
  }

  /**
   * Answers what the mock would refuse, which is for the real endpoint to judge.
   *
   * @throws What the mock refuses it with, if there is no other answer.
   */
  async instead(refusal: unknown, call: ReadCall, { id }: Provider): Promise<Response> {
    if (this.#recordings.isEmpty || !(refusal instanceof ProviderProblem)) throw refusal;
    const http = withBody(call);
    const found = await this.#recordings.answer(http, id, this.#unwatched(http));
    if ("miss" in found) throw refusal;
    return found;
  }

  /** Answers a request for what is no turn; `undefined` if the mock is to do it. */
  async data(http: HttpCall, { id }: Provider): Promise<Response | undefined> {
    if (this.#recordings.isEmpty || isRuled(this.#calls.book.rules, http.path)) return undefined;
    const found = await this.#recordings.answer(http, id, this.#unwatched(http));
    return "miss" in found ? undefined : found;
  }

  /**
   * Answers a call of a model that no rule is for.
   *
   * @throws {ProviderProblem} If there is no answer, or a fault was to happen to it, which it has no frames for.
   */
  async turn(
    call: TurnCall,
    http: HttpCall,
    { id }: Provider,
    hasFault: boolean,
  ): Promise<Response> {
    const { facts, startedMs, record } = call;
    if (hasFault) throw misplacedFault(this.#calls, call);
    const watch: Watch = { testId: facts.testId, startedMs, change: record.change };
    const found = await this.#recordings.answer(http, id, watch);
    if ("miss" in found) throw missedCall(this.#calls, call, found);
    record.change(retryFacts(found, this.#calls.clock.now()));
    return found;
  }

  /** Only calls of a model have records. */
  #unwatched(http: HttpCall): Watch {
    return { testId: http.testId, startedMs: this.#calls.clock.now(), change() {} };
  }
}
