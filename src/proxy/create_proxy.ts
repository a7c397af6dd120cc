import { type Clock, systemClock } from "../clock.ts";
import { type HttpAnswer, toResponse } from "../server/http_answer.ts";
import { type OptionNames, requireKnownOptions } from "../known_options.ts";
import type { ServedRequest } from "../server/served_request.ts";
import type { BackoffProxy } from "./backoff_proxy.ts";
import { Alarms } from "./time/alarms.ts";
import { answerRequest } from "./request/answer_request.ts";
import { RetryBudget } from "./backoff/retry_budget.ts";
import type { ProxyPlan } from "./config/plan.ts";
import type { ProxyConfig } from "./config/proxy_config.ts";
import { readConfig } from "./config/read_config.ts";
import type { Core } from "./core.ts";
import { FetchedRequest } from "./request/fetched_request.ts";
import { answerAdmin } from "./ops/answer_admin.ts";
import { harmlessLog } from "./ops/harmless_log.ts";
import { Operations } from "./ops/operations.ts";
import type { ProxyEvent } from "./ops/proxy_event.ts";
import { ProxyStopped } from "./proxy_stopped.ts";
import { requireOption } from "./require_option.ts";
import { Fleet } from "./routing/fleet.ts";
import { Sessions } from "./routing/sessions.ts";
import { RunningSet } from "./running_set.ts";
import type { SharedState } from "./state/shared_state.ts";
import { Sharing } from "./state/sharing.ts";
import { stateFile } from "./state/state_file.ts";
import { type Fetch, fetchTransport } from "./transport/fetch_transport.ts";
import { socketTransport } from "./transport/socket_transport.ts";
import type { Transport } from "./transport/transport.ts";

/** What a proxy works with; all of it has a default. */
export interface ProxyDeps {
  /** Where time comes from. @default {the clock of the machine} */
  readonly clock?: Clock | undefined;
  /** Gives a number from 0 to 1. @default {Math.random} */
  readonly random?: (() => number) | undefined;
  /** Sends requests to upstreams. @default {a client of its own, which never sends a request twice} */
  readonly fetch?: Fetch | undefined;
  /** What it shares its state with other proxies through, such as `redisState()`. @default {nothing} */
  readonly state?: SharedState | undefined;
  /** Told of all that happens. What it throws, or rejects with, is dropped. */
  readonly log?: ((event: ProxyEvent) => void) | undefined;
}

const DEPS: OptionNames<ProxyDeps> = {
  clock: true,
  random: true,
  fetch: true,
  state: true,
  log: true,
};

const ACTION = "make a proxy";

function requireDeps(deps: ProxyDeps): void {
  requireKnownOptions(ACTION, deps, DEPS);
  const { clock, random, fetch, state, log } = deps;
  requireOption(ACTION, "clock", clock, ["now", "sleep"], "a clock, with methods now, sleep");
  requireOption(ACTION, "state", state, ["join"], "what redisState() gives");
  const functions = { random, fetch, log };
  for (const [name, value] of Object.entries(functions)) {
    requireOption(ACTION, name, value, "function", "a function");
  }
}

/** A proxy that works by a plan. */
export class PlannedProxy implements BackoffProxy {
  readonly #core: MutableCore;
  readonly #operations: Operations;
  readonly #sharing: Sharing;

  /**
   * Makes a proxy.
   *
   * @param plan What it works by.
   * @param deps What it works with.
   * @throws {TypeError} If there is no such option, or one is of the wrong kind.
   */
  constructor(plan: ProxyPlan, deps: ProxyDeps = {}) {
    requireDeps(deps);
    const log = harmlessLog(deps.log);
    this.#core = coreOf(plan, deps, (event) => {
      this.#operations.observe(event);
      log(event);
    });
    this.#operations = new Operations(this.#core);
    this.#core.fleet.backoff.onChange = (scope) => {
      const { level, untilMs } = scope.state();
      const restMs = scope.remainingAt(this.#core.clock.now());
      this.#core.observe({ event: "rest", scope: scope.id, level, untilMs, restMs });
      this.#sharing.changed(scope);
    };
    if (plan.redis && !deps.state) {
      this.#warn("'redis' is followed by the program alone: pass a `state`");
    }
    const states = [
      deps.state,
      plan.stateFile === undefined ? undefined : stateFile(plan.stateFile),
    ];
    this.#sharing = new Sharing(this.#core, states.filter((state) => state !== undefined));
    this.#core.others = this.#sharing;
  }

  /** Resolves when what was kept in a file is taken over, or cannot be. */
  get ready(): Promise<void> {
    return this.#sharing.ready;
  }

  /** Answers a request. Bound, so that it can be given away. */
  readonly fetch = async (request: Request): Promise<Response> => {
    return toResponse(await this.answer(new FetchedRequest(request)));
  };

  /** Answers a request as a server got it. */
  answer(request: ServedRequest): Promise<HttpAnswer> {
    const answer = answerAdmin(request, this.#operations);
    return answer ? Promise.resolve(answer) : answerRequest(request, this.#core);
  }

  /** Follows another configuration from now on; what rests goes on resting, and requests that run keep to the old one. */
  reload(config: ProxyConfig): void {
    this.configure(readConfig(config));
  }

  /** Follows another plan from now on. */
  configure(plan: ProxyPlan): void {
    const core = this.#core;
    if (isElsewhere(plan, core.plan)) {
      this.#warn("'redis' and 'state_file' change only when the proxy is made anew");
    }
    core.fleet.configure(plan, core.clock.now());
    core.plan = plan;
    if (plan.sessions && core.sessions) core.sessions.configure(plan.sessions);
    else core.sessions = plan.sessions && new Sessions(plan.sessions);
    core.budget = plan.retryBudget && new RetryBudget(plan.retryBudget);
    this.#sharing.configured(plan);
    this.#operations.configured();
  }

  /** Says at `/readyz` that it is about to stop. Requests are served on. */
  drain(): void {
    this.#operations.drain();
    this.#core.observe({ event: "draining", inFlight: this.#operations.inFlight });
  }

  /** Ends what would run for ever: the streams to pages that follow it. */
  endFeeds(): void {
    this.#operations.feed.close();
  }

  /** Breaks off what still runs or waits, and closes the connections to the upstreams. Nothing is sent any more. */
  async close(): Promise<void> {
    this.#core.running.stop(new ProxyStopped());
    this.endFeeds();
    this.#core.transport.close();
    await this.#sharing.close();
  }

  #warn(message: string): void {
    this.#core.observe({ event: "warning", message });
  }
}

type MutableCore = { -readonly [Name in keyof Core]: Core[Name] };

/** Whether state would be shared or kept elsewhere. */
function isElsewhere(one: ProxyPlan, other: ProxyPlan): boolean {
  return one.stateFile !== other.stateFile ||
    JSON.stringify(one.redis) !== JSON.stringify(other.redis);
}

function coreOf(
  plan: ProxyPlan,
  { clock = systemClock, random = Math.random, fetch }: ProxyDeps,
  observe: (event: ProxyEvent) => void,
): MutableCore {
  const transport: Transport = fetch ? fetchTransport(fetch) : socketTransport({ clock });
  return {
    plan,
    fleet: new Fleet(plan, random, clock.now()),
    transport,
    sessions: plan.sessions && new Sessions(plan.sessions),
    budget: plan.retryBudget && new RetryBudget(plan.retryBudget),
    clock,
    alarms: new Alarms(clock),
    random,
    running: new RunningSet(),
    observe,
  };
}

/**
 * Makes a proxy as a handler of requests, for whatever serves them: `Deno.serve(proxy.fetch)`, a route of an
 * application, a test. {@linkcode startProxy} is one that listens by itself.
 *
 * Who asks is not known then: the status page, `/state` and `/metrics` are open by `admin_key` only.
 *
 * @example What fails rests, and the next one answers
 * ```ts
 * import { createProxy } from "@wholeturn/wholeturn/proxy";
 * import { assertEquals } from "@std/assert";
 *
 * const proxy = createProxy({
 *   providers: {
 *     first: { url: "https://first.example/v1", backoff: "PT15M" },
 *     second: { url: "https://second.example/v1" },
 *   },
 *   models: { chat: ["first/a", "second/b"] },
 * }, {
 *   // In place of the network.
 *   fetch: ({ host }) =>
 *     Promise.resolve(
 *       host === "first.example"
 *         ? Response.json({ error: { message: "Busy" } }, { status: 529 })
 *         : Response.json({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] }),
 *     ),
 * });
 * async function ask(): Promise<(string | null)[]> {
 *   const response = await proxy.fetch(
 *     new Request("http://proxy/v1/chat/completions", {
 *       method: "POST",
 *       body: JSON.stringify({ model: "chat", messages: [{ role: "user", content: "Hello" }] }),
 *     }),
 *   );
 *   await response.text();
 *   return ["x-proxy-upstream", "x-proxy-attempts"].map((name) => response.headers.get(name));
 * }
 * assertEquals(await ask(), ["second/b", "2"]);
 * assertEquals(await ask(), ["second/b", "1"]); // the first one rests
 * await proxy.close();
 * ```
 *
 * @param config How it works.
 * @param deps What it works with.
 * @throws {ConfigError} If the configuration cannot be followed.
 * @throws {TypeError} If there is no such option in `deps`, or one is of the wrong kind.
 */
export function createProxy(config: ProxyConfig, deps: ProxyDeps = {}): BackoffProxy {
  return new PlannedProxy(readConfig(config), deps);
}
