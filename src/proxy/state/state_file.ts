import { replaceFile } from "./replace_file.ts";
import { reasonOf } from "./reason_of.ts";
import { whyNotWritable } from "./why_not_writable.ts";
import type { LocalState, SharedState, StateLink } from "./shared_state.ts";
import { readState, type StateSnapshot, stateText } from "./state_text.ts";

/** How long changes are gathered before they are written, in milliseconds. */
const GATHER_MS = 250;

/**
 * Keeps what rests in a file, over a restart.
 *
 * @param file The file; it need not be there yet.
 */
export function stateFile(file: string): SharedState {
  return { join: (local) => new StateFile(file, local) };
}

class StateFile implements StateLink {
  readonly #file: string;
  readonly #local: LocalState;
  readonly #closed = new AbortController();
  readonly ready: Promise<void>;
  #isOurs = true;
  #isDirty = false;
  #isFailing = false;
  #saving: Promise<void> | undefined;

  constructor(file: string, local: LocalState) {
    this.#file = file;
    this.#local = local;
    this.ready = this.#load().then(() => this.#try());
  }

  changed(_scope: string): void {
    this.#isDirty = true;
    if (!this.#closed.signal.aborted) this.#saving ??= this.#saveLater();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.ready;
    await this.#saving;
    if (this.#isDirty) await this.#save();
  }

  async #load(): Promise<void> {
    const text = await this.#text();
    if (text === undefined) return;
    const read = readState(text);
    if (read.type === "state") return this.#take(read.snapshot);
    this.#isOurs = read.type === "broken";
    const fate = this.#isOurs ? "it will be written anew" : "it is left alone, and nothing is kept";
    const what = this.#isOurs ? "is broken" : "is not one that this version of the proxy wrote";
    this.#local.warn(`The state file '${this.#file}' ${what}: ${fate}`);
  }

  /** What will fail is told before there is something to lose. */
  async #try(): Promise<void> {
    const reason = this.#isOurs ? await whyNotWritable(this.#file) : undefined;
    if (reason !== undefined) this.#failed(reason);
  }

  #take({ savedMs, rests }: StateSnapshot): void {
    // If the clock was set back since, only how long things were to rest is still right.
    const shiftMs = Math.min(0, this.#local.clock.now() - savedMs);
    for (const { scope, level, untilMs } of rests) {
      this.#local.absorb({ scope, level, untilMs: untilMs + shiftMs });
    }
  }

  async #text(): Promise<string | undefined> {
    try {
      const { readFile } = await import("node:fs/promises");
      return await readFile(this.#file, "utf8");
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return undefined;
      // What cannot be read may be somebody's.
      this.#isOurs = false;
      this.#local.warn(`Cannot read the state file '${this.#file}': ${reasonOf(error)}`);
      return undefined;
    }
  }

  async #saveLater(): Promise<void> {
    await this.ready;
    do {
      // What is left after that is written by close().
      await this.#local.clock.sleep(GATHER_MS, this.#closed.signal).catch(() => {});
      if (this.#closed.signal.aborted) break;
      await this.#save();
    } while (this.#isDirty && !this.#isFailing);
    this.#saving = undefined;
  }

  async #save(): Promise<void> {
    this.#isDirty = false;
    if (!this.#isOurs) return;
    const savedMs = this.#local.clock.now();
    const rests = this.#local.rests().filter(({ untilMs }) => untilMs > savedMs);
    try {
      await replaceFile(this.#file, stateText({ savedMs, rests }));
      this.#isFailing = false;
    } catch (error) {
      this.#failed(reasonOf(error));
      // With the next change.
      this.#isDirty = true;
    }
  }

  /** Each change would tell it again. */
  #failed(reason: string): void {
    if (!this.#isFailing) {
      this.#local.warn(`Cannot write the state file '${this.#file}': ${reason}`);
    }
    this.#isFailing = true;
  }
}
