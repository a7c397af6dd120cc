/**
 * Upstreams that play scripts, each by its host: what they send, where packets end, and how the connection ends.
 *
 * @module
 */
import { type Bytes, toBytes } from "../../../src/bytes.ts";
import type { Clock } from "../../../src/clock.ts";

/** A step of a script: bytes in a packet of their own, a wait, or how it all ends. */
export type Step = Bytes | { readonly waitMs: number } | "EOF" | "CUT" | "HANG";

/** One answer. */
export interface Script {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** After which time the head comes. */
  readonly headMs?: number | undefined;
  readonly steps: readonly Step[];
}

/** What an upstream was asked. */
export interface Hit {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Whether the answer was given up before its end. */
  isClosed: boolean;
}

/** One event with data. */
export function data(value: unknown): Bytes {
  return toBytes(`data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`);
}

function chunk(delta: unknown, finish: string | null = null): Bytes {
  return data({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

export const PRE: Bytes = chunk({ role: "assistant", content: "" });
export const DONE: Bytes = data("[DONE]");
export const USAGE: Bytes = data({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  choices: [],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
});
export const c = (content: string): Bytes => chunk({ content });
export const r = (text: string): Bytes => chunk({ reasoning_content: text });
export const fin = (reason: string): Bytes => chunk({}, reason);
export const err = (error: unknown): Bytes => data({ error });
export const comment = (text: string): Bytes => toBytes(`:${text}\n\n`);

/** A stream of status 200. */
export function stream(...steps: readonly Step[]): Script {
  return { headers: { "content-type": "text/event-stream" }, steps };
}

/** A stream that is whole, and says "ok". */
export const OK: Script = stream(PRE, c("ok"), fin("stop"), DONE, "EOF");

/** A whole answer. */
export function json(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Script {
  const body = toBytes(typeof value === "string" ? value : JSON.stringify(value));
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    steps: [body, "EOF"],
  };
}

/** An answer that is a failure. */
export function status(
  code: number,
  headers: Readonly<Record<string, string>> = {},
  message = `status ${code}`,
): Script {
  return json({ error: { message, type: "error" } }, code, headers);
}

/** A whole answer of a chat. */
export function answer(content: string): Script {
  return json({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
}

/** The connection is refused. */
export const REFUSED = "REFUSED";

/** Upstreams by host; each plays its scripts in turn, and the last of them again and again. */
export class ScriptedUpstreams {
  readonly #scripts: Readonly<Record<string, readonly (Script | typeof REFUSED)[]>>;
  readonly #clock: Clock;
  readonly #hits = new Map<string, Hit[]>();

  constructor(
    scripts: Readonly<Record<string, readonly (Script | typeof REFUSED)[]>>,
    clock: Clock,
  ) {
    this.#scripts = scripts;
    this.#clock = clock;
  }

  /** What the upstream at a host was asked. */
  hits(host: string): readonly Hit[] {
    return this.#hits.get(host) ?? [];
  }

  readonly fetch = async (url: URL, init: RequestInit): Promise<Response> => {
    const { host } = url;
    const known = this.#hits.get(host) ?? [];
    this.#hits.set(host, known);
    const scripts = this.#scripts[host];
    if (scripts === undefined) throw new TypeError(`There is no upstream at ${host}`);
    const request = new Request(url, init);
    const { headers, signal } = request;
    const hit: Hit = {
      url: url.href,
      headers,
      body: await request.text(),
      signal,
      isClosed: false,
    };
    known.push(hit);
    const script = scripts[Math.min(known.length, scripts.length) - 1]!;
    if (script === REFUSED) {
      const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
      throw new TypeError("fetch failed", { cause });
    }
    await this.#waitForHead(script, signal);
    return new Response(this.#body(script, hit), {
      status: script.status ?? 200,
      headers: script.headers ?? {},
    });
  };

  /** A script that begins by a wait, or by silence, has its head late as well. */
  async #waitForHead({ headMs, steps: [first] }: Script, signal: AbortSignal): Promise<void> {
    if (headMs !== undefined) await this.#clock.sleep(headMs, signal);
    if (first !== "HANG") return;
    await new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  }

  #body({ steps }: Script, hit: Hit): ReadableStream<Bytes> {
    const left = [...steps];
    const { signal } = hit;
    return new ReadableStream<Bytes>({
      pull: async (controller) => {
        const step = left.shift() ?? "EOF";
        if (step instanceof Uint8Array) return controller.enqueue(step);
        if (step === "EOF") return controller.close();
        if (step === "CUT") return controller.error(new TypeError("error reading a body"));
        if (step === "HANG") {
          return await new Promise((_, reject) => {
            signal.addEventListener("abort", () => {
              hit.isClosed = true;
              reject(signal.reason);
            }, { once: true });
          });
        }
        await this.#clock.sleep(step.waitMs, signal);
        // Nothing was enqueued, so that nobody would ask again.
        controller.enqueue(new Uint8Array(0));
      },
      cancel: () => void (hit.isClosed = true),
    }, { highWaterMark: 0 });
  }
}
