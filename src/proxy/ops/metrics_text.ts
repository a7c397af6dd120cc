import type { Core } from "../core.ts";
import { Exposition, type Labels } from "./exposition.ts";
import type { Histogram } from "./histogram.ts";
import type { Tally } from "./tally.ts";

const PREFIX = "wholeturn_proxy_";

/** What the metrics are made of. */
export interface MetricsSource {
  /** What requests are served with. */
  readonly core: Core;
  /** What happened. */
  readonly tally: Tally;
  /** Whether the proxy is about to stop. */
  readonly isDraining: boolean;
}

/** Writes how the proxy stands, for Prometheus. */
export function metricsText(source: MetricsSource): string {
  const out = new Exposition();
  writeRequests(out, source);
  writeAttempts(out, source.tally);
  writeRests(out, source.core);
  writeSlots(out, source.core);
  return out.text();
}

function writeRequests(out: Exposition, { core, tally, isDraining }: MetricsSource): void {
  const total = `${PREFIX}requests_total`;
  out.family(total, "counter", "Requests that ended, with the code of the error if there is one.");
  for (const { path, model, status, outcome, code, count } of tally.ends()) {
    out.sample(total, { path, model, status, outcome, code }, count);
  }
  single(out, "requests_in_flight", "Requests that have not ended.", tally.inFlight);
  const draining = "Whether the proxy is about to stop: 1 if so.";
  single(out, "draining", draining, isDraining ? 1 : 0);
  const overhead = `${PREFIX}overhead_seconds`;
  const help =
    "How long requests were in the hands of the proxy, waits for slots and rests included.";
  out.family(overhead, "histogram", help);
  writeHistogram(out, overhead, {}, tally.overheadMs);
  const misses = "How often a request went on without what other proxies know: late or gone.";
  single(out, "shared_state_misses_total", misses, core.others?.missed ?? 0, "counter");
}

function single(
  out: Exposition,
  name: string,
  help: string,
  value: number,
  type: "gauge" | "counter" = "gauge",
): void {
  out.family(PREFIX + name, type, help);
  out.sample(PREFIX + name, {}, value);
}

function writeAttempts(out: Exposition, { upstreams }: Tally): void {
  const attempts = `${PREFIX}attempts_total`;
  out.family(attempts, "counter", "Attempts at upstreams, by what came of them.");
  for (const [upstream, { committed, failed, left }] of upstreams) {
    out.sample(attempts, { upstream, outcome: "committed" }, committed);
    out.sample(attempts, { upstream, outcome: "failed" }, failed);
    out.sample(attempts, { upstream, outcome: "left" }, left);
  }
  const failures = `${PREFIX}failures_total`;
  const help = "Attempts that failed and streams that broke after their first output, by kind.";
  out.family(failures, "counter", help);
  for (const [upstream, tally] of upstreams) {
    for (const [kind, count] of tally.failures) out.sample(failures, { upstream, kind }, count);
  }
  const broken = `${PREFIX}broken_streams_total`;
  out.family(broken, "counter", "Streams that broke after a part of them had reached a client.");
  for (const [upstream, tally] of upstreams) out.sample(broken, { upstream }, tally.broken);
  const skips = `${PREFIX}skips_total`;
  out.family(skips, "counter", "How many requests passed over an upstream as it rested.");
  for (const [upstream, { skipped }] of upstreams) out.sample(skips, { upstream }, skipped);
  const first = `${PREFIX}time_to_first_output_seconds`;
  out.family(first, "histogram", "From an attempt's request to its first real output.");
  for (const [upstream, { firstOutputMs }] of upstreams) {
    writeHistogram(out, first, { upstream }, firstOutputMs);
  }
}

/** Values are in milliseconds; seconds are told. */
function writeHistogram(out: Exposition, name: string, labels: Labels, values: Histogram): void {
  const counts = values.cumulative();
  for (const [index, bound] of values.bounds.entries()) {
    out.sample(`${name}_bucket`, { ...labels, le: bound / 1000 }, counts[index]!);
  }
  out.sample(`${name}_bucket`, { ...labels, le: "+Inf" }, values.count);
  out.sample(`${name}_sum`, labels, values.sum / 1000);
  out.sample(`${name}_count`, labels, values.count);
}

function writeRests(out: Exposition, { fleet, clock }: Core): void {
  const nowMs = clock.now();
  const scopes = fleet.backoff.all();
  const seconds = `${PREFIX}cooldown_seconds`;
  out.family(seconds, "gauge", "How much longer what failed rests; 0 if it does not.");
  for (const scope of scopes) {
    out.sample(seconds, { scope: scope.id }, scope.remainingAt(nowMs) / 1000);
  }
  const level = `${PREFIX}cooldown_level`;
  out.family(level, "gauge", "How often a rest was lengthened since the last success.");
  for (const scope of scopes) out.sample(level, { scope: scope.id }, scope.state().level);
}

function writeSlots(out: Exposition, { fleet }: Core): void {
  const slots = [...fleet.slots.values()];
  const max = `${PREFIX}slots`;
  out.family(max, "gauge", "How many requests may run at once.");
  for (const one of slots) out.sample(max, { scope: one.id }, one.max);
  const taken = `${PREFIX}slots_taken`;
  out.family(taken, "gauge", "How many of the slots are taken.");
  for (const one of slots) out.sample(taken, { scope: one.id }, one.taken);
  const queued = `${PREFIX}queue_length`;
  out.family(queued, "gauge", "How many requests wait in a queue.");
  for (const one of slots) out.sample(queued, { scope: one.id }, one.queued);
  const waiting = "Requests that wait for a slot; one that waits in several queues counts once.";
  single(out, "requests_waiting", waiting, fleet.waiting);
  const running = `${PREFIX}upstream_in_flight`;
  out.family(running, "gauge", "How many requests run on an upstream.");
  for (const [id, inFlight] of inFlightOf(fleet)) out.sample(running, { upstream: id }, inFlight);
}

/** An upstream of several models is told once. */
function inFlightOf({ models }: Core["fleet"]): ReadonlyMap<string, number> {
  const upstreams = [...models.values()].flatMap((model) => model.upstreams);
  return new Map(upstreams.map(({ id, load }) => [id, load.inFlight]));
}
