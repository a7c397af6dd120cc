import { serveAnswers, type Server } from "../serve.ts";
import type { ProxyPlan } from "./config/plan.ts";
import { BackoffProxy, type ProxyDeps } from "./create_proxy.ts";

/** A proxy that listens. */
export interface StartedProxy {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** The proxy. */
  readonly proxy: BackoffProxy;
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
export async function startProxy(plan: ProxyPlan, deps: ProxyDeps = {}): Promise<StartedProxy> {
  const proxy = new BackoffProxy(plan, deps);
  const server: Server = await serveAnswers((request) => proxy.answer(request), {
    ...plan.listen,
    onError: (error) => deps.log?.({ event: "error", message: messageOf(error) }),
  });
  return {
    url: server.url,
    proxy,
    async close() {
      await proxy.close();
      await server.close();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
