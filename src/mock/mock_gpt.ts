import { serve } from "../serve.ts";
import type { ServeOptions, Server } from "../serve.ts";
import { Engine } from "./engine.ts";
import type { MockRecord } from "./journal/mock_record.ts";
import type { MockGptOptions } from "./mock_gpt_options.ts";
import { openAi } from "./providers/openai/openai.ts";
import { generateAsk } from "./request/generate_ask.ts";
import type { ModelRequestInit } from "./request/model_request.ts";
import { snapshotRequest } from "./request/snapshot_request.ts";
import type { GeneratedResult } from "./result/generated_result.ts";
import { generatedResult } from "./result/generated_result.ts";
import { callFacts } from "./rules/call_facts.ts";
import { explain } from "./rules/explanation.ts";
import type { Explanation } from "./rules/explanation.ts";
import { readFetch, readRequest } from "./read_call.ts";

const DEFAULT_MAX_BODY_BYTES = 32 * 1024 * 1024;

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
      const call = await readFetch(input, init, this.#maxBodyBytes);
      call.signal?.throwIfAborted();
      return await this.#engine.answer(call);
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
   * @throws {TypeError} If the request is none.
   */
  async generate(request: ModelRequestInit): Promise<GeneratedResult> {
    const ask = generateAsk(snapshotRequest(request));
    const { calls } = this.#engine;
    const call = calls.open(ask, openAi, undefined);
    const answer = await calls.makeAnswer(call, calls.reply(call));
    call.record.change({ outcome: "served", status: 200, endedMs: calls.clock.now() });
    return generatedResult(answer);
  }

  /**
   * Tells which rule would answer a request, and of every other why it would not. Uses nothing up.
   *
   * @param request The request.
   * @throws {TypeError} If the request is none.
   */
  explain(request: ModelRequestInit): Explanation {
    const ask = generateAsk(snapshotRequest(request));
    return explain(this.#engine.calls.book, ask.request, callFacts(ask, undefined));
  }

  /** Serves on a port. */
  async serve(options: ServeOptions = {}): Promise<Server> {
    return await serve(
      async (request) => await this.#engine.answer(await readRequest(request, this.#maxBodyBytes)),
      options,
    );
  }
}
