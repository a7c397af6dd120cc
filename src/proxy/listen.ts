import { checkSignal } from "../check_signal.ts";
import { systemClock } from "../clock.ts";
import { type DrainableServer, serveAnswers } from "../server/serve.ts";
import type { ProxyPlan } from "./config/plan.ts";
import { harmlessLog } from "./ops/harmless_log.ts";
import { PlannedProxy, type ProxyDeps } from "./create_proxy.ts";

/** How long the ends of streams that are broken off may take to be sent, in milliseconds. */
const LAST_WORDS_MS = 1000;

/** A proxy that listens. */
export interface ListeningProxy {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Follows another plan from now on; it listens where it did. */
  configure(plan: ProxyPlan): void;
  /**
   * Stops without breaking off what can still end: says at `/readyz` that it stops, after a while takes no more requests,
   * and breaks off by an error what then takes too long.
   *
   * @param signal Ends all waiting.
   */
  drain(signal?: AbortSignal): Promise<void>;
  /** Stops listening, and breaks off what runs. */
  close(): Promise<void>;
}

/**
 * Starts a proxy on a port.
 *
 * @param plan What it works by.
 * @param deps What it works with.
 * @throws If it cannot listen there; what, depends on the runtime.
 */
export async function listen(plan: ProxyPlan, deps: ProxyDeps = {}): Promise<ListeningProxy> {
  const proxy = new PlannedProxy(plan, deps);
  const log = harmlessLog(deps.log);
  const onError = (error: unknown) => log({ event: "error", message: messageOf(error) });
  try {
    await proxy.ready;
    const listening = { ...plan.listen, onError };
    const server = await serveAnswers((request) => proxy.answer(request), listening);
    return new ServedProxy(server, proxy, plan, deps);
  } catch (error) {
    await proxy.close();
    throw error;
  }
}

class ServedProxy implements ListeningProxy {
  readonly #server: DrainableServer;
  readonly #proxy: PlannedProxy;
  #plan: ProxyPlan;
  readonly #deps: ProxyDeps;
  #drained: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  constructor(server: DrainableServer, proxy: PlannedProxy, plan: ProxyPlan, deps: ProxyDeps) {
    this.#server = server;
    this.#proxy = proxy;
    this.#plan = plan;
    this.#deps = deps;
  }

  get url(): string {
    return this.#server.url;
  }

  configure(plan: ProxyPlan): void {
    this.#proxy.configure(plan);
    this.#plan = plan;
  }

  async drain(signal?: AbortSignal): Promise<void> {
    checkSignal(signal, "drain the proxy");
    const { delayMs, timeoutMs } = this.#plan.drain;
    this.#proxy.drain();
    if (delayMs > 0) await this.#slept(delayMs, signal);
    this.#proxy.endFeeds();
    await this.#until(this.#drained ??= this.#server.drain(), timeoutMs, signal);
    await this.close();
  }

  close(): Promise<void> {
    return this.#closed ??= this.#close();
  }

  async #close(): Promise<void> {
    // What runs is broken off by the proxy, so that clients are told by an error before the connection ends.
    this.#drained ??= this.#server.drain();
    await this.#proxy.close();
    await this.#until(this.#drained, LAST_WORDS_MS);
    // A client that takes nothing at all keeps its connection until the process ends.
    await this.#until(this.#server.close(), LAST_WORDS_MS);
    harmlessLog(this.#deps.log)({ event: "stopped" });
  }

  /** Waits, but no longer than that. */
  async #until(end: Promise<void>, ms: number, signal?: AbortSignal): Promise<void> {
    const stop = new AbortController();
    const onAbort = () => stop.abort();
    signal?.addEventListener("abort", onAbort);
    if (signal?.aborted) onAbort();
    await Promise.race([end, this.#slept(ms, stop.signal)]);
    stop.abort();
    signal?.removeEventListener("abort", onAbort);
  }

  async #slept(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const { clock = systemClock } = this.#deps;
    // An aborted wait is over, too.
    await clock.sleep(ms, signal).catch(() => {});
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
