import type { Clock } from "../../clock.ts";
import type { ProxyPlan } from "../config/plan.ts";
import type { ProxyConfig } from "../config/proxy_config.ts";
import type { LogFormat } from "./flags.ts";

/** A proxy that serves. */
export interface ServingProxy {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** Follows another plan from now on. */
  reload(plan: ProxyPlan): void;
  /**
   * Stops: lets what runs end, as far as the plan gives it time.
   *
   * @param now Ends all waiting.
   */
  stop(now?: AbortSignal): Promise<void>;
}

/** How a proxy is started. */
export interface StartOptions {
  /** How what happens is logged. */
  readonly log: LogFormat;
  /** Writes a text to where it is logged. */
  readonly write: (text: string) => void;
}

/** The upstreams that are shown to a newcomer. */
export interface DemoUpstreams {
  /** How a proxy uses them. */
  readonly config: ProxyConfig;
  /**
   * Asks the proxy for answers, so that there is something to see.
   *
   * @param url The address of the proxy.
   * @param tell Told what happens, in lines for people.
   * @param signal Ends it.
   */
  play?(url: string, tell: (text: string) => void, signal: AbortSignal): Promise<void>;
  /** Stops them. */
  close(): Promise<void>;
}

/** What the program works with. */
export interface CliIo {
  /** Writes a text to standard output. */
  out(text: string): void;
  /** Writes a text to standard error. */
  err(text: string): void;
  /** Gives a variable of the environment; `undefined` for one that is not set. */
  env(name: string): string | undefined;
  /** Reads a file. */
  readFile(file: string): Promise<string>;
  /** Tells what is wrong with a file that state is to be kept in. It leaves everything as it is. */
  stateFileWarnings(file: string): Promise<readonly string[]>;
  /** Resolves when the program is to stop, from now on; asked for again, when it is to stop at once. */
  stopped(): Promise<void>;
  /** Calls a function whenever the configuration is to be read again. Returns what ends that. */
  onReload(listener: () => void): () => void;
  /** Where time comes from. */
  readonly clock: Clock;
  /** Starts a proxy; resolves when it listens. */
  startProxy(plan: ProxyPlan, options: StartOptions): Promise<ServingProxy>;
  /** Starts the upstreams of the demonstration. */
  demo(): Promise<DemoUpstreams>;
}
