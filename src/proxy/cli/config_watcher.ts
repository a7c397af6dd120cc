import type { Clock } from "../../clock.ts";
import { ConfigError } from "../../errors.ts";
import type { ProxyPlan } from "../config/plan.ts";
import type { LoadedConfig } from "./load_config.ts";

/** How often the file is looked at, in milliseconds. */
const INTERVAL_MS = 1000;

/** What came of reading a configuration again. */
export type ReloadEvent =
  | { readonly event: "config_applied"; readonly warnings: readonly string[] }
  | { readonly event: "config_refused"; readonly errors: readonly string[] };

/** What a watcher works with. */
export interface WatcherOptions {
  /** Reads the file. */
  readonly read: () => Promise<string>;
  /** Reads a configuration from the text of the file. */
  readonly load: (text: string) => Promise<LoadedConfig>;
  /** Follows another plan. */
  readonly apply: (plan: ProxyPlan) => void;
  /** Told what came of it. */
  readonly report: (event: ReloadEvent) => void;
  /** Where time comes from. */
  readonly clock: Clock;
}

/**
 * Reads a configuration again when its file changes, or when it is told to. A file with mistakes changes nothing.
 *
 * The file is looked at once a second, by its text: so it matters neither how an editor writes it, nor whether it is a
 * link that is turned to another file, nor what the file system tells of changes.
 */
export class ConfigWatcher {
  readonly #options: WatcherOptions;
  readonly #stop = new AbortController();
  #known: string | undefined;
  #refused: string | undefined;
  #last: Promise<void> = Promise.resolve();
  #watching: Promise<void> = Promise.resolve();

  /**
   * @param known The text that is followed already.
   * @param options What it works with.
   */
  constructor(known: string, options: WatcherOptions) {
    this.#known = known;
    this.#options = options;
  }

  /** Begins to look at the file. */
  watch(): void {
    this.#watching = this.#watch();
  }

  /** Reads the file now and follows it, changed or not. One reading comes after the other. */
  reload(): Promise<void> {
    return this.#enqueue(true);
  }

  /** Stops looking, and waits for a reading that runs. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
    await this.#last;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      // Ended by close(): then there is nothing more to do.
      await this.#options.clock.sleep(INTERVAL_MS, signal).catch(() => {});
      if (!signal.aborted) await this.#enqueue(false);
    }
  }

  #enqueue(isAsked: boolean): Promise<void> {
    this.#last = this.#last.then(() => this.#read(isAsked));
    return this.#last;
  }

  async #read(isAsked: boolean): Promise<void> {
    const { read, load, apply } = this.#options;
    try {
      const text = await read();
      if (text === this.#known && !isAsked) return;
      this.#known = text;
      const { plan, problems } = await load(text);
      if (plan === undefined) {
        const errors = problems.filter(({ severity }) => severity === "error");
        return this.#refuse(errors.map(({ message }) => message), isAsked);
      }
      apply(plan);
      this.#refused = undefined;
      this.#options.report({ event: "config_applied", warnings: plan.warnings });
    } catch (error) {
      // Cannot be read or parsed. When it can again, it is another text, even if it is the one before.
      if (!(error instanceof ConfigError)) this.#known = undefined;
      const message = error instanceof Error ? error.message : String(error);
      this.#refuse(message.split("\n"), isAsked);
    }
  }

  /** Says it once of a file that stays away, and not once a second. */
  #refuse(errors: readonly string[], isAsked: boolean): void {
    const refused = JSON.stringify(errors);
    if (refused !== this.#refused || isAsked) {
      this.#options.report({ event: "config_refused", errors });
    }
    this.#refused = refused;
  }
}
