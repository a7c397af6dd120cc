import { ManualClock } from "../../../../src/testing/manual_clock.ts";
import type {
  CliIo,
  DemoUpstreams,
  ServingProxy,
  StartOptions,
} from "../../../../src/proxy/cli/cli_io.ts";
import type { ProxyPlan } from "../../../../src/proxy/config/plan.ts";

/** What a program works with in a test: files and variables of its own, and a proxy that only remembers. */
export class FakeIo implements CliIo {
  readonly files: Map<string, string> = new Map<string, string>();
  readonly variables: Map<string, string> = new Map<string, string>();
  readonly clock: ManualClock = new ManualClock();
  /** The plans that were followed, one after the other. */
  readonly plans: ProxyPlan[] = [];
  /** What happened, by name. */
  readonly steps: string[] = [];
  started: StartOptions | undefined;
  stdout = "";
  stderr = "";
  startError: Error | undefined;
  /** What is wrong with files that state is to be kept in. */
  readonly stateWarnings: Map<string, string> = new Map<string, string>();
  /** What the proxy logs before it listens. */
  earlyLog = "";
  #stop: () => void = () => {};
  #listening: () => void = () => {};
  readonly #stopped: Promise<void>;
  readonly #listened: Promise<void>;
  readonly #reloads = new Set<() => void>();

  constructor() {
    this.#stopped = new Promise((resolve) => this.#stop = resolve);
    this.#listened = new Promise((resolve) => this.#listening = resolve);
  }

  /** The records on standard error. */
  get records(): readonly Record<string, unknown>[] {
    return this.stderr.split("\n").filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
  }

  out(text: string): void {
    this.stdout += text;
  }

  err(text: string): void {
    this.stderr += text;
    if (text.includes('"listening"')) this.#listening();
  }

  env(name: string): string | undefined {
    return this.variables.get(name);
  }

  readFile(file: string): Promise<string> {
    const text = this.files.get(file);
    return text === undefined
      ? Promise.reject(new Error(`There is no file '${file}'`))
      : Promise.resolve(text);
  }

  stateFileWarnings(file: string): Promise<readonly string[]> {
    const warning = this.stateWarnings.get(file);
    return Promise.resolve(warning === undefined ? [] : [warning]);
  }

  stopped(): Promise<void> {
    return this.#stopped;
  }

  /** Ends the program. */
  stop(): void {
    this.#stop();
  }

  /** Resolves when the program has told its address. */
  listened(): Promise<void> {
    return this.#listened;
  }

  onReload(listener: () => void): () => void {
    this.#reloads.add(listener);
    return () => void this.#reloads.delete(listener);
  }

  /** As SIGHUP does. */
  hangUp(): void {
    for (const listener of this.#reloads) listener();
  }

  get reloadListeners(): number {
    return this.#reloads.size;
  }

  startProxy(plan: ProxyPlan, options: StartOptions): Promise<ServingProxy> {
    options.write(this.earlyLog);
    if (this.startError !== undefined) return Promise.reject(this.startError);
    this.plans.push(plan);
    this.started = options;
    return Promise.resolve({
      url: `http://${plan.listen.hostname}:${plan.listen.port}`,
      reload: (next: ProxyPlan) => void this.plans.push(next),
      stop: () => Promise.resolve(void this.steps.push("proxy stopped")),
    });
  }

  demo(): Promise<DemoUpstreams> {
    return Promise.resolve({
      config: {
        providers: { demo: { url: "http://127.0.0.1:1/v1" } },
        models: { demo: ["demo/a", "demo/b"] },
      },
      close: () => Promise.resolve(void this.steps.push("demo stopped")),
    });
  }
}
