import type { ProxyPlan } from "../config/plan.ts";
import { FORWARDED_PATHS } from "../request/routes.ts";
import { Histogram } from "./histogram.ts";
import type { EndOutcome, ProxyEvent } from "./proxy_event.ts";
import { UpstreamTally } from "./upstream_tally.ts";

/** What a name is counted under that the configuration does not know, so that no client makes up names to count by. */
const OTHER = "other";

/** How many different ends of requests are told apart: far more than one configuration brings about. */
const MAX_ENDS = 10_000;

const OVERHEAD_BOUNDS_MS: readonly number[] = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];

/** How a request ended: as its client saw it, or refused before any upstream was asked. */
export type TalliedOutcome = EndOutcome | "refused";

/** How often requests ended in one way. */
export interface EndCount {
  /** The path, below `/v1`. */
  readonly path: string;
  /** The model that was asked for; empty if that was never read. */
  readonly model: string;
  /** The status of the answer. */
  readonly status: number;
  /** How it ended. */
  readonly outcome: TalliedOutcome;
  /** The proxy's word for the error that was told; empty if none was. */
  readonly code: string;
  /** How often. */
  count: number;
}

/** What has happened since the proxy was made, added up. It grows with the configuration, not with what clients send. */
export class Tally {
  #plan: ProxyPlan;
  #ids: ReadonlySet<string> = new Set();
  readonly #ends = new Map<string, EndCount>();
  readonly #upstreams = new Map<string, UpstreamTally>();
  /** How long requests were in the hands of the proxy, in milliseconds. */
  readonly overheadMs: Histogram = new Histogram(OVERHEAD_BOUNDS_MS);
  #inFlight = 0;

  /** @param plan The configuration, whose names are told apart. */
  constructor(plan: ProxyPlan) {
    this.#plan = plan;
    this.follow(plan);
  }

  /** Follows another configuration from now on; what was counted is kept. */
  follow(plan: ProxyPlan): void {
    this.#plan = plan;
    const models = [...plan.models.values()];
    this.#ids = new Set(models.flatMap(({ upstreams }) => upstreams.map(({ id }) => id)));
  }

  /** How many requests have not ended. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** How requests ended. */
  ends(): Iterable<Readonly<EndCount>> {
    return this.#ends.values();
  }

  /** Each upstream that something happened at, by its id. */
  get upstreams(): ReadonlyMap<string, UpstreamTally> {
    return this.#upstreams;
  }

  /** Counts what happened. */
  add(event: ProxyEvent): void {
    if (event.event === "request") this.#inFlight++;
    else if (event.event === "attempt_end") this.#addAttempt(event);
    else if (event.event === "end") this.#addEnd(event);
    else if (event.event === "skip") this.#upstream(event.upstream).skipped++;
    else if (event.event === "refused") {
      const { path, status, code } = event;
      this.#count({ path, model: "", status, outcome: "refused", code });
    }
  }

  #addAttempt(event: Extract<ProxyEvent, { readonly event: "attempt_end" }>): void {
    const upstream = this.#upstream(event.upstream);
    if (event.outcome === "committed") upstream.commit(event.ms);
    else if (event.outcome === "left") upstream.left++;
    else upstream.fail(event.kind ?? "protocol", event.ms);
  }

  #addEnd(event: Extract<ProxyEvent, { readonly event: "end" }>): void {
    this.#inFlight--;
    this.#count({ ...event, code: event.code ?? "" });
    this.overheadMs.add(event.overheadMs);
    const { upstream, kind, outcome, status } = event;
    // With any other status, the attempt itself was told to have failed.
    const isBroken = outcome === "failed" && status < 300;
    if (isBroken && upstream !== undefined && kind !== undefined) {
      this.#upstream(upstream).break(kind);
    }
  }

  #count(end: Omit<EndCount, "count">): void {
    const path = FORWARDED_PATHS.includes(end.path) ? end.path : OTHER;
    const model = end.model === "" || this.#plan.models.has(end.model) ? end.model : OTHER;
    const { status, outcome, code } = end;
    const key = JSON.stringify([path, model, status, outcome, code]);
    const known = this.#ends.get(key);
    if (known !== undefined) known.count++;
    else if (this.#ends.size < MAX_ENDS) {
      this.#ends.set(key, { path, model, status, outcome, code, count: 1 });
    }
  }

  #upstream(id: string): UpstreamTally {
    const name = this.#isKnown(id) ? id : OTHER;
    const known = this.#upstreams.get(name);
    if (known !== undefined) return known;
    const made = new UpstreamTally();
    this.#upstreams.set(name, made);
    return made;
  }

  /** `provider/*` stands for all models that are not listed. */
  #isKnown(id: string): boolean {
    if (this.#ids.has(id)) return true;
    return id.endsWith("/*") && this.#plan.providers.has(id.slice(0, -2));
  }
}
