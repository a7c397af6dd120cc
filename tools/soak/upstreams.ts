/**
 * The upstreams of the soak: they do everything wrong that can be done, by chance.
 *
 * @module
 */
import { MockGPT, type MockGptOptions } from "../../mock.ts";
import type { ProxyConfig } from "../../proxy.ts";
import { rawUpstream } from "./raw_upstream.ts";

type Chaos = NonNullable<MockGptOptions["chaos"]>;
type ChaosFault = NonNullable<Chaos["faults"]>[number];

const WORDS = Array.from({ length: 30 }, (_, index) => `word${index}`).join(" ");

/** What every answer says; one that stops before its end is cut. */
export const TEXT: string = `${WORDS} and that is all.`;

/** What it thinks before, where it thinks aloud. */
export const THOUGHT = "Let me see what I know. ";

const PLACED = [
  "close",
  "reset",
  "hang",
  "error-frame",
  "malformed-frame",
  "duplicate-frame",
  "reorder",
  "early-marker",
] as const;
const UNPLACED = [
  "missing-marker",
  "double-marker",
  "content-after-finish",
  "usage-on-every-chunk",
] as const;

/** Before the first word, and after some of them. */
const PLACES: readonly number[] = [0, 1, 6, 20];

/** Behind a word, the marker of the end says that all was said: nobody can know better. */
const MARKER_PLACES: readonly number[] = [0, 1];

const REFUSALS: readonly NonNullable<ChaosFault["response"]>[] = [
  { problem: { kind: "rate_limit", message: "Slow down" }, retryAfter: { ms: 300 } },
  { problem: { kind: "rate_limit", message: "Slow down" }, retryAfter: { seconds: 1 } },
  { problem: { kind: "overloaded", message: "Busy" } },
  { problem: { kind: "server", message: "Broken" } },
  { problem: { kind: "quota", message: "Paid out" } },
  { problem: { kind: "authentication", message: "Who are you" } },
  { problem: { kind: "invalid_request", message: "What is this" } },
  { networkError: true },
  { hang: true },
  { status: 200, body: "", contentType: "text/event-stream" },
  { status: 200, body: "{}" },
  { delayMs: 400, problem: { kind: "server", message: "Broken, late" } },
];

/** Everything, each as likely as the others. */
function chaosFaults(share: number): readonly ChaosFault[] {
  const effects: Omit<ChaosFault, "probability">[] = [
    ...PLACED.flatMap((kind) =>
      (kind === "early-marker" ? MARKER_PLACES : PLACES).map((afterFrames) => ({
        fault: { kind, afterFrames },
      }))
    ),
    ...UNPLACED.map((kind) => ({ fault: { kind } })),
    ...REFUSALS.map((response) => ({ response })),
  ];
  return effects.map((effect) => ({ ...effect, probability: share / effects.length }));
}

/** The upstreams, listening. */
export interface Upstreams {
  /** How the proxy in front of them works; `round` makes it another one for each reload. */
  config(round: number): ProxyConfig;
  /** Stops them. */
  close(): Promise<void>;
}

/** Starts them. */
export async function startUpstreams(): Promise<Upstreams> {
  const flaky = await mock(TEXT, 1, 0.5);
  const fair = await mock(TEXT, 2, 0.15);
  const thinker = await mock(`<think>${THOUGHT}</think>${TEXT}`, 3, 0.3);
  const raw = rawUpstream();
  const refusing = unusedUrl();
  return {
    config: (round) => ({
      ...COMMON,
      providers: {
        flaky: provider(flaky.url, { max_concurrent: 8 + round % 3 }),
        fair: provider(fair.url, { key_backoff: "1s" }),
        narrow: provider(fair.url, { max_concurrent: 2, queue: { max: 4, timeout: "500ms" } }),
        thinker: provider(thinker.url, { think_tags: round % 2 === 0 ? "split" : "strip" }),
        raw: provider(raw.url),
        refusing: provider(refusing),
      },
      models: modelsOf(round),
    }),
    async close() {
      raw.close();
      for (const server of [flaky, fair, thinker]) await server.close();
    },
  };
}

const COMMON: Omit<ProxyConfig, "providers"> = {
  listen: "127.0.0.1:0",
  backoff_defaults: { base: "100ms", factor: 2, max_hint: "1s", probe_timeout: "2s" },
  sessions: { ttl: "5s", max: 200 },
  retry_budget: { ratio: 2, per_second: 10 },
  limits: { stall_timeout: "1500ms", request_timeout: "2s", max_body: "256KiB" },
  drain: "2s",
};

function modelsOf(round: number): ProxyConfig["models"] {
  const weighted = { strategy: "weighted", max_attempts: 5, max_wait: "300ms" } as const;
  return {
    chat: {
      ...weighted,
      upstreams: ["flaky/gpt-5", "fair/gpt-5", "raw/gpt-5", "refusing/gpt-5"],
    },
    ordered: { upstreams: ["flaky/gpt-5", "fair/gpt-5"], fallback: "narrow" },
    thinking: { upstreams: ["thinker/gpt-5", "fair/gpt-5"], strategy: "least_busy" },
    narrow: "narrow/gpt-5",
    endless: "raw/endless",
    instruct: ["flaky/gpt-3.5-turbo-instruct", "fair/gpt-3.5-turbo-instruct"],
    claude: { ...weighted, upstreams: ["flaky/claude-sonnet-4-5", "fair/claude-sonnet-4-5"] },
    vectors: {
      ...weighted,
      upstreams: ["flaky/text-embedding-3-small", "fair/text-embedding-3-small"],
    },
    // One that comes and goes.
    ...(round % 2 === 0 ? {} : { guest: "fair/guest" }),
  };
}

function provider(url: string, more: object = {}): ProxyConfig["providers"][string] {
  return {
    url: `${url}/v1`,
    keys: ["one-key-of-the-soak", "another-key-of-the-soak"],
    backoff: "1s",
    timeouts: { connect: "1s", ttft: "800ms", idle: "800ms", total: "6s", grace: "300ms" },
    ...more,
  };
}

async function mock(result: string, seed: number, share: number) {
  const server = await new MockGPT({
    rules: [{ embedding: [1, 2, 3] }, { result }],
    seed,
    delivery: { timing: { firstTokenMs: 20, tokensPerSecond: 400 }, chunking: { by: "word" } },
    chaos: { faults: chaosFaults(share) },
    unknownMembers: "accept",
    maxRecords: 100,
  }).serve();
  return server;
}

/** Where nobody listens. */
function unusedUrl(): string {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  listener.close();
  return `http://127.0.0.1:${listener.addr.port}`;
}
