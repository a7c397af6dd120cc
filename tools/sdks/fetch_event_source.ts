import type { AdapterEnv, Model, StreamOptions, TurnEvent } from "../../mod.ts";
import { OpenAiChunks } from "../../src/checks/bridges/openai_chunks.ts";
import { exported } from "./sdk_subject.ts";
import type { SdkSubject } from "./sdk_subject.ts";

type FetchEventSource = (url: string, options: object) => Promise<void>;

/** What the callbacks give, to be taken one by one. */
class Queue {
  readonly #events: TurnEvent[] = [];
  #end: { readonly error?: unknown } | undefined;
  #wake: () => void = () => {};

  push(events: readonly TurnEvent[]): void {
    this.#events.push(...events);
    this.#wake();
  }

  end(end: { readonly error?: unknown }): void {
    this.#end ??= end;
    this.#wake();
  }

  async *read(): AsyncGenerator<TurnEvent> {
    while (true) {
      const event = this.#events.shift();
      if (event) yield event;
      else if (this.#end && "error" in this.#end) throw this.#end.error;
      else if (this.#end) return;
      else await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}

/** The loop that its users have: `[DONE]` aborts their own signal, and an error is thrown on. */
async function* readLoop(
  fetchEventSource: FetchEventSource,
  { baseUrl, fetch }: AdapterEnv,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const queue = new Queue();
  const chunks = new OpenAiChunks();
  const leave = new AbortController();
  fetchEventSource(`${baseUrl}/chat/completions`, {
    method: "POST",
    body: "{}",
    signal: signal ? AbortSignal.any([signal, leave.signal]) : leave.signal,
    fetch,
    // Or else it stops when a page is hidden.
    openWhenHidden: true,
    onmessage({ data }: { readonly data: string }) {
      if (data === "[DONE]") return leave.abort();
      const chunk = JSON.parse(data);
      if (chunk.error) throw new Error(chunk.error.message ?? String(chunk.error));
      queue.push(chunks.push(chunk));
    },
    onerror(error: unknown) {
      // Or else it sends the request again.
      throw error;
    },
  }).then(() => queue.end({}), (error: unknown) => queue.end({ error }));
  try {
    yield* queue.read();
    yield* chunks.end();
  } finally {
    leave.abort();
  }
}

/** `@microsoft/fetch-event-source` as it is usually used. */
export const FETCH_EVENT_SOURCE_SUBJECT: SdkSubject = {
  packages: ["@microsoft/fetch-event-source"],
  api: "fetchEventSource, with the usual callbacks",
  wire: "openai-chat",
  note:
    "It is made for browsers, so it is given a `document` that does nothing and a `window` that is " +
    "the global object. Its callbacks are ours, as short as they are: `[DONE]` by equality aborts the " +
    "request, an `error` in a chunk is thrown, and so is data that is no JSON; `onerror` throws on.",
  newModel: (modules) => {
    const run = exported<FetchEventSource>(
      modules,
      "@microsoft/fetch-event-source",
      "fetchEventSource",
    );
    const browser = {
      window: globalThis,
      document: { addEventListener() {}, removeEventListener() {} },
    };
    Object.assign(globalThis, browser);
    return (env): Model => ({ stream: (_, options = {}) => readLoop(run, env, options) });
  },
};
