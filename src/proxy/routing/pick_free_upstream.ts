import type { Upstream } from "./upstream.ts";

/** What the choice depends on. */
export interface PickOptions {
  /** The time now, in milliseconds. */
  readonly nowMs: number;
  /** The ids of those that this request was sent to already. */
  readonly tried: ReadonlySet<string>;
  /** Told of each that is passed over as it rests. */
  readonly onResting?: ((upstream: Upstream, restMs: number) => void) | undefined;
}

/**
 * Gives the upstreams that a request may be sent to now, in the order given: those that rest, or that it was sent to
 * before, are passed over.
 *
 * @param upstreams The upstreams, the first choice first.
 * @param options The time, and what happened before.
 */
export function* pickFreeUpstream(
  upstreams: readonly Upstream[],
  { nowMs, tried, onResting }: PickOptions,
): Generator<Upstream> {
  for (const upstream of upstreams) {
    if (tried.has(upstream.id)) continue;
    if (upstream.isOpenAt(nowMs)) yield upstream;
    else onResting?.(upstream, upstream.restsForMs(nowMs));
  }
}
