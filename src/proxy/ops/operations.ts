import type { ErrorReport } from "../answer/error_answer.ts";
import type { Core } from "../core.ts";
import { Happenings } from "./happenings.ts";
import { LiveFeed } from "./live_feed.ts";
import { metricsText } from "./metrics_text.ts";
import type { ProxyEvent } from "./proxy_event.ts";
import type { ProxyState } from "./proxy_state.ts";
import { stateOf } from "./state_of.ts";
import { Tally } from "./tally.ts";

/** What those who run the proxy see of it, and what they can do. */
export class Operations {
  readonly #core: Core;
  readonly #tally: Tally;
  readonly #happenings = new Happenings();
  readonly #startedMs: number;
  /** Pages that follow what happens. */
  readonly feed: LiveFeed;
  #isDraining = false;

  /** @param core What requests are served with. */
  constructor(core: Core) {
    this.#core = core;
    this.#tally = new Tally(core.plan);
    this.#startedMs = core.clock.now();
    this.feed = new LiveFeed(core.clock, () => JSON.stringify(this.state()));
  }

  /** Whether the proxy is about to stop. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** What opens the administration. */
  get adminKey(): string | undefined {
    return this.#core.plan.adminKey;
  }

  /** How many requests have not ended. */
  get inFlight(): number {
    return this.#tally.inFlight;
  }

  /** Takes what happened. */
  observe(event: ProxyEvent): void {
    this.#tally.add(event);
    this.#happenings.add(event, this.#core.clock.now());
    this.feed.changed();
  }

  /** Follows the configuration as it is now. */
  configured(): void {
    this.#tally.follow(this.#core.plan);
    this.feed.changed();
  }

  /** From now on, the proxy is not ready for more requests. */
  drain(): void {
    this.#isDraining = true;
    this.feed.changed();
  }

  /** Tells that somebody was refused: who tries keys is to be seen. */
  refused(path: string, { status, code }: Pick<ErrorReport, "status" | "code">): void {
    this.#core.observe({ event: "refused", id: crypto.randomUUID(), path, status, code });
  }

  /** How the proxy stands. */
  state(): ProxyState {
    return stateOf({
      core: this.#core,
      tally: this.#tally,
      recent: this.#happenings.all(),
      isDraining: this.#isDraining,
      startedMs: this.#startedMs,
    });
  }

  /** The same in numbers, for Prometheus. */
  metrics(): string {
    return metricsText({ core: this.#core, tally: this.#tally, isDraining: this.#isDraining });
  }

  /**
   * Ends rests.
   *
   * @param id Of which scope; `undefined` for all.
   * @returns The ids of those it ended; `undefined` if there is no such scope.
   */
  reset(id: string | undefined): readonly string[] | undefined {
    const { backoff } = this.#core.fleet;
    const one = id === undefined ? undefined : backoff.get(id);
    if (id !== undefined && one === undefined) return undefined;
    const scopes = one === undefined ? backoff.all() : [one];
    const resting = scopes.filter((scope) => scope.state().level > 0);
    for (const scope of resting) this.#core.observe({ event: "reset", scope: scope.id });
    // Also those that do not rest: requests that run may be about to fail by what is mended now.
    for (const scope of scopes) scope.reset();
    return resting.map((scope) => scope.id);
  }
}
