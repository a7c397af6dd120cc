import type { BackoffScope } from "../backoff/backoff_scope.ts";
import type { Core } from "../core.ts";
import type { Model } from "../routing/fleet.ts";
import type { Slots } from "../routing/slots.ts";
import type { Upstream } from "../routing/upstream.ts";
import type {
  Happening,
  ModelState,
  ProxyState,
  RequestsState,
  ScopeState,
  SlotsState,
  UpstreamStanding,
  UpstreamState,
} from "./proxy_state.ts";
import type { EndCount, Tally } from "./tally.ts";
import { UpstreamTally } from "./upstream_tally.ts";

/** What the state is made of. */
export interface StateSource {
  /** What requests are served with. */
  readonly core: Core;
  /** What happened. */
  readonly tally: Tally;
  /** What happened last. */
  readonly recent: readonly Happening[];
  /** Whether the proxy is about to stop. */
  readonly isDraining: boolean;
  /** When it was made. */
  readonly startedMs: number;
}

/** Tells how the proxy stands. */
export function stateOf(source: StateSource): ProxyState {
  const { core: { fleet, clock }, tally, recent, isDraining, startedMs } = source;
  const nowMs = clock.now();
  const models = [...fleet.models.values()];
  const ends = [...tally.ends()];
  // An upstream of several models is told once.
  const upstreams = new Map(
    models.flatMap((model) => model.upstreams.map((one) => [one.id, one] as const)),
  );
  return {
    now_ms: nowMs,
    started_ms: startedMs,
    draining: isDraining,
    requests: { in_flight: tally.inFlight, ...requestsOf(ends) },
    models: models.map((model) => modelState(model, ends)),
    upstreams: [...upstreams.values()].map((one) => upstreamState(one, source, nowMs)),
    scopes: fleet.backoff.all().map((scope) => scopeState(scope, nowMs)),
    recent,
  };
}

function requestsOf(ends: readonly Readonly<EndCount>[]): Omit<RequestsState, "in_flight"> {
  const sums = { whole: 0, failed: 0, left: 0, refused: 0 };
  for (const { outcome, count } of ends) sums[outcome === "stalled" ? "left" : outcome] += count;
  return sums;
}

function modelState({ plan, upstreams }: Model, ends: readonly Readonly<EndCount>[]): ModelState {
  const { name, strategy, fallback } = plan;
  const { whole, failed, left } = requestsOf(ends.filter(({ model }) => model === name));
  const ids = upstreams.map(({ id }) => id);
  return { name, strategy, fallback, upstreams: ids, requests: { whole, failed, left } };
}

function upstreamState(upstream: Upstream, { core, tally }: StateSource, nowMs: number) {
  const { id, scope, keys, load, slots } = upstream;
  const restMs = upstream.restsForMs(nowMs);
  const told = tally.upstreams.get(id) ?? new UpstreamTally();
  const count = core.plan.providers.get(upstream.plan.provider.name)?.keys.length ?? keys.size;
  return {
    id,
    standing: standingOf(upstream, restMs, nowMs),
    until_ms: restMs > 0 ? nowMs + restMs : null,
    scope: scope?.id ?? null,
    level: scope?.state().level ?? 0,
    in_flight: load.inFlight,
    latency_ms: load.latencyMs === undefined ? null : Math.round(load.latencyMs),
    attempts: told.committed + told.failed + told.left,
    skipped: told.skipped,
    failures: Object.fromEntries(told.failures),
    last: told.last.map(({ ms, kind }) => ({ ms, kind: kind ?? null })),
    slots: slots.map(slotsState),
    keys: { count, resting: restingKeys(upstream, core, nowMs) },
  } satisfies UpstreamState;
}

function standingOf({ scope }: Upstream, restMs: number, nowMs: number): UpstreamStanding {
  if (restMs > 0) return "resting";
  if (scope === undefined || scope.state().level === 0) return "open";
  return scope.canEnter(nowMs) ? "due" : "probing";
}

function restingKeys({ plan: { provider } }: Upstream, { fleet }: Core, nowMs: number): number {
  const scopes = provider.keys.map((_, index) =>
    fleet.backoff.get(`key:${provider.name}:${index}`)
  );
  return scopes.filter((scope) => scope?.isCoolingAt(nowMs)).length;
}

function slotsState({ id, max, taken, queued }: Slots): SlotsState {
  return { id, max, taken, queued };
}

function scopeState(scope: BackoffScope, nowMs: number): ScopeState {
  const { level, failures, isProbed } = scope.state();
  const restMs = scope.remainingAt(nowMs);
  const until = restMs > 0 ? nowMs + restMs : null;
  return { id: scope.id, level, until_ms: until, failures, probed: isProbed };
}
