import { buildCall } from "../../adapter/build_call.ts";
import { toConfig } from "../../adapter/config.ts";
import type { FetchModelConfig } from "../../adapter/config.ts";
import type { JsonBody } from "../../adapter/requests/http_request.ts";
import { showValue } from "../../checks/show_value.ts";
import { systemClock, TIMED_OUT, withDeadline } from "../../clock.ts";
import type { ToolSpec } from "../../turn/request.ts";
import { broken, thrownText } from "../contract/expectations.ts";
import { collectBody } from "./collect_body.ts";
import { failureText } from "./failure_text.ts";
import { HttpAnswer } from "./http_answer.ts";
import { DEFAULT_TIMEOUT_MS, DEFAULT_TOOL, HTTP_PROMPTS } from "./http_conformance_options.ts";
import type { HttpConformanceOptions, HttpPrompts } from "./http_conformance_options.ts";
import type { JsonCall, ServerWire } from "./wires/server_wire.ts";
import { requireResponse } from "./require_response.ts";
import { SERVER_WIRES } from "./wires/server_wires.ts";

/** What to ask a server. */
export interface Ask {
  /** Which prompt. @default {"text"} */
  readonly prompt?: keyof HttpPrompts | undefined;
  /** Whether a stream is asked for. @default {false} */
  readonly stream?: boolean | undefined;
  /** The most tokens. */
  readonly maxTokens?: number | undefined;
  /** Where to stop. */
  readonly stop?: readonly string[] | undefined;
  /** Changes the body before it is sent. */
  readonly edit?: ((body: JsonBody) => JsonBody) | undefined;
  /** Other headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How long a server may take to end what a case has left, in milliseconds. */
const RELEASE_MS = 1000;

/** A server under test and what a case asks it. */
export class HttpLab {
  /** What the server must do. */
  readonly wire: ServerWire;
  /** What to ask. */
  readonly prompts: HttpPrompts;
  /** The tool on offer. */
  readonly tool: ToolSpec;
  /** How long a server has to let go of clients that have left, in milliseconds. */
  readonly letGoMs: number;
  readonly #config: FetchModelConfig;
  readonly #send: typeof fetch;
  readonly #inFlight: HttpConformanceOptions["inFlight"];
  readonly #stop: AbortController = new AbortController();
  readonly #pending: Set<Promise<unknown>> = new Set();
  #waitsFor = "the case";

  /** @param options The server, and what it must be told. They have been checked. */
  constructor(options: HttpConformanceOptions) {
    const { baseUrl, wire, model = "test-model", apiKey, headers } = options;
    this.wire = SERVER_WIRES[wire];
    this.prompts = { ...HTTP_PROMPTS, ...withoutUndefined(options.prompts ?? {}) };
    this.tool = options.tool ?? DEFAULT_TOOL;
    this.#inFlight = options.inFlight;
    this.letGoMs = (options.timeoutMs ?? DEFAULT_TIMEOUT_MS) / 4;
    this.#config = toConfig({ baseUrl, wire, model, apiKey, headers });
    this.#send = options.fetch ?? globalThis.fetch;
  }

  /** What the case waits for, for messages. */
  get waitsFor(): string {
    return this.#waitsFor;
  }

  /** Makes a call. */
  call(ask: Ask): JsonCall {
    const { prompt = "text", stream = false, maxTokens, stop, edit, headers } = ask;
    const tools = prompt === "tool" || prompt === "tools" ? [this.tool] : undefined;
    const messages = [{ role: "user" as const, content: this.prompts[prompt] }];
    const built = buildCall(this.#config, { messages, tools, maxTokens, stop });
    const body: JsonBody = JSON.parse(built.body);
    const asked = { method: "POST", url: built.url, headers: built.headers, body };
    const call = stream ? asked : this.wire.whole(asked);
    if (!stream) call.headers.set("accept", "application/json");
    for (const [name, value] of Object.entries(headers ?? {})) call.headers.set(name, value);
    return edit === undefined ? call : { ...call, body: edit(call.body) };
  }

  /** Asks, and reads what comes to its end. */
  async ask(ask: Ask = {}): Promise<HttpAnswer> {
    const { method, url, headers, body } = this.call(ask);
    const init = { method, headers, body: JSON.stringify(body) };
    return await this.read(describe(ask), url, init);
  }

  /** Sends anything, and reads what comes to its end. */
  async read(what: string, url: URL, init: RequestInit): Promise<HttpAnswer> {
    const response = await this.send(what, url, init);
    return await this.readRest(what, response);
  }

  /** Reads a response to its end. */
  async readRest(what: string, response: Response, pauseMs: number = 0): Promise<HttpAnswer> {
    const pause = () => systemClock.sleep(pauseMs, this.#stop.signal);
    const body = await this.#track(
      `the body of the answer to ${what}`,
      collectBody(what, response.body, pauseMs > 0 ? pause : undefined),
    );
    return new HttpAnswer(this.wire.id, what, response, body);
  }

  /** Sends a request; the caller reads the body, or leaves it. */
  async send(what: string, url: URL, init: RequestInit): Promise<Response> {
    const { signal: own } = init;
    const signal = own ? AbortSignal.any([own, this.#stop.signal]) : this.#stop.signal;
    const send = this.#send;
    let response: Response;
    try {
      response = await this.#track(what, send(url, { redirect: "manual", ...init, signal }));
    } catch (error) {
      if (own?.aborted) throw own.reason;
      throw broken(`${what} to be answered`, `it failed with ${failureText(error)}`, error);
    }
    requireResponse(what, response);
    return response;
  }

  /** How many requests the server is answering, as it says itself. */
  async inFlight(): Promise<number> {
    const due = "inFlight() to give how many requests the server is answering";
    const asked = new Promise<unknown>((resolve) => resolve(this.#inFlight?.()));
    const count = await this.#track("inFlight()", asked).catch((error) => {
      throw broken(due, `it threw ${thrownText(error)}`, error);
    });
    if (typeof count === "number" && count >= 0) return count;
    throw broken(due, `it gave ${showValue(count)}`);
  }

  /** Ends what is left of the case. */
  async close(): Promise<void> {
    this.#stop.abort();
    await withDeadline(RELEASE_MS, Promise.allSettled([...this.#pending]));
  }

  async #track<T>(what: string, promise: Promise<T>): Promise<T> {
    this.#waitsFor = what;
    this.#pending.add(promise);
    try {
      return await promise;
    } finally {
      this.#pending.delete(promise);
    }
  }

  /** Waits until something holds. */
  async until(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
    const isTime = async () => {
      while (!await holds()) await systemClock.sleep(10, this.#stop.signal);
    };
    return await withDeadline(ms, isTime()) !== TIMED_OUT;
  }
}

/** Says what is asked, for messages. */
function describe({ prompt = "text", stream = false, maxTokens, stop }: Ask): string {
  const limit = maxTokens === undefined ? "" : ` of at most ${maxTokens} tokens`;
  const end = stop === undefined ? "" : ` that stops at ${JSON.stringify(stop[0])}`;
  return `the prompt '${prompt}'${limit}${end}, ${stream ? "streamed" : "not streamed"},`;
}

function withoutUndefined(prompts: Partial<HttpPrompts>): Partial<HttpPrompts> {
  return Object.fromEntries(Object.entries(prompts).filter(([, text]) => text !== undefined));
}
