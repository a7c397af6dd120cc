import type { ModelPlan } from "../config/plan.ts";
import type { Upstream } from "./upstream.ts";
import type { UpstreamLoad } from "./upstream_load.ts";

/** What counts for the latency of one that is being asked for the first time, in milliseconds. */
const UNKNOWN_MS = 3_600_000;

/**
 * Puts the upstreams of a model into the order in which they are tried.
 *
 * @param upstreams The upstreams, as configured.
 * @param strategy By what.
 * @param random Gives a number from 0 to 1.
 */
export function orderUpstreams(
  upstreams: readonly Upstream[],
  strategy: ModelPlan["strategy"],
  random: () => number,
): readonly Upstream[] {
  switch (strategy) {
    case "ordered":
      return upstreams;
    case "weighted":
      return drawn(upstreams, random);
    case "least_busy":
      return sortedBy(upstreams, ({ load, plan }) => load.inFlight / plan.weight);
    case "latency":
      return sortedBy(upstreams, ({ load }) => expectedMs(load) * (1 + load.inFlight));
  }
}

/**
 * One that was never asked comes first: nothing else would tell how fast it is. But one request is enough to learn it:
 * until then it comes after those that are known.
 */
function expectedMs({ latencyMs, inFlight }: UpstreamLoad): number {
  return latencyMs ?? (inFlight === 0 ? 0 : UNKNOWN_MS);
}

function sortedBy(
  upstreams: readonly Upstream[],
  cost: (upstream: Upstream) => number,
): readonly Upstream[] {
  return upstreams.map((upstream) => ({ upstream, cost: cost(upstream) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ upstream }) => upstream);
}

/** Draws one after the other, each with a chance of its share among those left. */
function drawn(upstreams: readonly Upstream[], random: () => number): readonly Upstream[] {
  // The largest of these keys is drawn first (Efraimidis and Spirakis, "Weighted random sampling with a reservoir").
  return sortedBy(upstreams, ({ plan }) => -(random() ** (1 / plan.weight)));
}
