import type { Clock } from "../../clock.ts";
import type { DemoUpstreams } from "./cli_io.ts";

/** What an upstream of the demonstration does with one request. */
export interface DemoReply {
  /** What it answers. */
  readonly result?: string;
  /** How the answer comes. */
  readonly delivery?: {
    readonly timing: { readonly firstTokenMs: number; readonly tokensPerSecond: number };
    readonly faults?: readonly { readonly kind: "reset"; readonly afterFrames: number }[];
  };
  /** How it refuses. */
  readonly response?: {
    readonly problem: {
      readonly kind: "overloaded" | "rate_limit" | "server";
      readonly message: string;
    };
    readonly retryAfter?: { readonly ms: number };
  };
}

/** What an upstream of the demonstration does, again and again. */
export interface DemoRule {
  /** One reply a request. */
  readonly sequence: readonly DemoReply[];
  /** What follows the last. */
  readonly then: "cycle";
}

/** An upstream that listens. */
export interface DemoServer {
  /** Its address. */
  readonly url: string;
  /** Stops it. */
  close(): Promise<void>;
}

const timing = { firstTokenMs: 60, tokensPerSecond: 80 };
const result = "Whatever goes wrong behind the proxy, a turn arrives whole, or it is an error.";
const FINE: DemoReply = { result, delivery: { timing } };
/** Not a word came before it: the next upstream is asked, and the client sees nothing of it. */
const CUT_AT_ONCE = cutAfter(1);
/** Half an answer is with the client: it is told, and sees a broken transfer. */
const CUT_LATE = cutAfter(9);
const BUSY = refusal("overloaded", "Too much to do");
const FAULTY = refusal("server", "Something broke");
const LIMITED: DemoReply = {
  response: {
    problem: { kind: "rate_limit", message: "Slow down" },
    retryAfter: { ms: 4000 },
  },
};

const FLAKY: readonly DemoReply[] = [
  FINE,
  FAULTY,
  CUT_AT_ONCE,
  FINE,
  LIMITED,
  FINE,
  FINE,
  CUT_LATE,
  BUSY,
  FAULTY,
];
const SPARE: readonly DemoReply[] = [FINE, FINE, FINE, FINE, BUSY, FINE, FINE];

function cutAfter(afterFrames: number): DemoReply {
  return { result, delivery: { timing, faults: [{ kind: "reset", afterFrames }] } };
}

function refusal(kind: "overloaded" | "server", message: string): DemoReply {
  return { response: { problem: { kind, message } } };
}

/** How long it is from one request to the next, in milliseconds. */
const PACE_MS = 800;

/**
 * Starts the upstreams of the demonstration.
 *
 * @param serve Serves one.
 * @param clock Where time comes from.
 */
export async function startDemo(
  serve: (rules: readonly DemoRule[]) => Promise<DemoServer>,
  clock: Clock,
): Promise<DemoUpstreams> {
  const flaky = await serve([{ sequence: FLAKY, then: "cycle" }]);
  const spare = await serve([{ sequence: SPARE, then: "cycle" }]);
  return {
    config: {
      providers: {
        flaky: { url: `${flaky.url}/v1`, backoff: "PT1M", max_concurrent: 4 },
        spare: { url: `${spare.url}/v1`, backoff: "PT1M" },
      },
      models: { chat: ["flaky/demo-large", "spare/demo-small"] },
      backoff_defaults: { base: "2s" },
    },
    async play(url, tell, signal) {
      tell(introduction(url));
      // A proxy that listens everywhere is asked here.
      const asked = new URL("/v1/chat/completions", url.replace("//0.0.0.0", "//127.0.0.1"));
      while (!signal.aborted) {
        // What comes of it, the proxy tells.
        await ask(asked, signal).catch(() => {});
        await clock.sleep(PACE_MS, signal).catch(() => {});
      }
    },
    async close() {
      await flaky.close();
      await spare.close();
    },
  };
}

function introduction(url: string): string {
  return `
Two made-up upstreams serve the model "chat": "flaky" is asked first and fails now and then,
"spare" helps out. What fails rests for 2 s, 4 s, 8 s; see who answers, and who is skipped.

  The same as a page   ${url}/
  Ask for yourself     curl ${url}/v1/chat/completions -d \\
                         '{"model": "chat", "messages": [{"role": "user", "content": "Hi"}]}'

A request is sent now and then until you end it by Ctrl-C.

`;
}

async function ask(url: URL, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({
    model: "chat",
    stream: true,
    messages: [{ role: "user", content: "What happens to half an answer?" }],
  });
  const response = await fetch(url, { method: "POST", body, signal });
  await response.text();
}
