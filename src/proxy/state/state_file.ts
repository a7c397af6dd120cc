import { cannotWrite, foundState } from "./found_state.ts";
import { replaceFile } from "./replace_file.ts";
import type { LocalState, SharedState, StateLink } from "./shared_state.ts";
import { type StateSnapshot, stateText } from "./state_text.ts";
import { writeReason } from "./write_reason.ts";

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
    this.ready = this.#begin();
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

  /** What will fail is told before there is something to lose. */
  async #begin(): Promise<void> {
    const { snapshot, isOurs, isWritable, warnings } = await foundState(this.#file);
    this.#isOurs = isOurs;
    this.#isFailing = !isWritable;
    if (snapshot !== undefined) this.#take(snapshot);
    for (const warning of warnings) this.#local.warn(warning);
  }

  #take({ savedMs, rests }: StateSnapshot): void {
    // If the clock was set back since, only how long things were to rest is still right.
    const shiftMs = Math.min(0, this.#local.clock.now() - savedMs);
    for (const { scope, level, untilMs } of rests) {
      this.#local.absorb({ scope, level, untilMs: untilMs + shiftMs });
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
      // Each change would tell it again.
      if (!this.#isFailing) {
        const reason = await writeReason(error, this.#file);
        this.#local.warn(cannotWrite(this.#file, reason));
      }
      this.#isFailing = true;
      // With the next change.
      this.#isDirty = true;
    }
  }
}
