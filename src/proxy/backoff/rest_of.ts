import type { UpstreamPlan } from "../config/plan.ts";
import type { Failure, FailureScope } from "../failure/failure.ts";

/**
 * Tells what rests because of a failure of an upstream, which is more than the failure itself can know.
 *
 * - A key that is the provider's only one does not rest: what the configuration names for the upstream rests.
 * - A model that is gone lets its own scope rest, but not a provider whose other models are there.
 * - Where no backoff is configured, no upstream rests.
 *
 * @param failure The failure.
 * @param upstream The upstream.
 * @returns The scope whose pass is to be told of the failure. Other passes are released, as the attempt tells
 * nothing about what they stand for.
 */
export function restOf(
  failure: Pick<Failure, "kind" | "scope">,
  upstream: Pick<UpstreamPlan, "backoff" | "provider">,
): FailureScope {
  if (failure.scope === "none") return "none";
  if (failure.scope === "key" && upstream.provider.keys.length > 1) return "key";
  if (upstream.backoff === undefined) return "none";
  const isShared = upstream.backoff.id.startsWith("provider:");
  return failure.kind === "not_found" && isShared ? "none" : "upstream";
}
