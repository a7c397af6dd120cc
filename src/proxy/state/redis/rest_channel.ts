import { isLevel } from "../state_text.ts";
import type { LocalState } from "../shared_state.ts";
import { END_REST, SET_REST } from "./redis_scripts.ts";

/** A rest as the server knows it. */
export interface RemoteRest {
  /** Its generation; 0 if there is none. */
  readonly gen: number;
  /** Its level; 0 if it was ended. */
  readonly level: number;
  /** What is left of it, in milliseconds. */
  readonly restMs: number;
}

/** Where a scope is told of. */
export interface RestChannelOptions {
  /** The name of the scope. */
  readonly scope: string;
  /** The name of its rest at the server. */
  readonly key: string;
  /** What changes are told on. */
  readonly channel: string;
  /** The name of this replica. */
  readonly by: string;
  /** The proxy. */
  readonly local: LocalState;
  /** Sends a command; gives nothing if it failed. */
  send(args: readonly string[]): Promise<unknown>;
  /** Whether commands can be sent. */
  isUp(): boolean;
}

/**
 * Tells one scope's rests to other replicas, and takes theirs.
 *
 * It tells one thing at a time, and knows the generation of what it was told last: a rest that was ended by a success
 * is ended at the server only if that is still the one.
 */
export class RestChannel {
  readonly #options: RestChannelOptions;
  #gen = 0;
  /** Whether it stands otherwise than was told. */
  #isDirty = false;
  #isBusy = false;

  /** @param options Where it tells. */
  constructor(options: RestChannelOptions) {
    this.#options = options;
  }

  /** It was changed here. */
  changed(): void {
    this.#isDirty = true;
    this.tell();
  }

  /** Tells what was not told yet. */
  tell(): void {
    if (this.#isDirty && !this.#isBusy) void this.#tellAll();
  }

  /** Takes how it stands at the server. */
  read(remote: RemoteRest): void {
    if (remote.gen !== 0) return this.learn(remote);
    this.#gen = 0;
    // The server lost it.
    const { local, scope } = this.#options;
    const rest = local.rest(scope);
    if (rest !== undefined && rest.untilMs > local.clock.now()) this.changed();
  }

  /** Takes what another replica tells. */
  learn(remote: RemoteRest): void {
    if (remote.gen <= this.#gen) return;
    // What is about to be told is newer than an end, and what comes of it is answered then.
    if (this.#isDirty || this.#isBusy) return this.#absorb(remote);
    this.#gen = remote.gen;
    if (remote.level === 0) this.#options.local.end(this.#options.scope);
    else this.#absorb(remote);
  }

  async #tellAll(): Promise<void> {
    this.#isBusy = true;
    while (this.#isDirty && this.#options.isUp()) {
      this.#isDirty = false;
      const command = this.#command();
      if (command === undefined) continue;
      const answer = readAnswer(await this.#options.send(command));
      if (answer !== undefined) this.#answered(answer);
      else {
        // Told once there is a connection again.
        this.#isDirty = true;
        break;
      }
    }
    this.#isBusy = false;
  }

  #command(): readonly string[] | undefined {
    const { scope, key, channel, by, local } = this.#options;
    const rest = local.rest(scope);
    if (rest === undefined) return undefined;
    if (rest.level === 0) {
      return ["EVAL", END_REST, "1", key, String(this.#gen), channel, by, scope];
    }
    const restMs = Math.ceil(rest.untilMs - local.clock.now());
    if (restMs <= 0) return undefined;
    const { level } = rest;
    return ["EVAL", SET_REST, "1", key, String(level), String(restMs), channel, by, scope];
  }

  #answered({ before, ...remote }: RemoteRest & { readonly before: number }): void {
    const isOwn = before === this.#gen || before === 0;
    this.#gen = remote.gen;
    // What others set comes before a success here: nobody knows which of both was later.
    if (!isOwn) this.#absorb(remote);
  }

  #absorb({ level, restMs }: RemoteRest): void {
    if (level === 0 || restMs <= 0) return;
    const { local, scope } = this.#options;
    local.absorb({ scope, level, untilMs: local.clock.now() + restMs });
  }
}

/** Reads a rest that the server tells of; `undefined` if it is none. */
export function readRemote(value: unknown): RemoteRest | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined;
  const [gen, level, restMs] = value.map(Number);
  const isRest = Number.isSafeInteger(gen) && isLevel(level) && Number.isSafeInteger(restMs);
  return isRest ? { gen: gen!, level, restMs: restMs! } : undefined;
}

function readAnswer(value: unknown): (RemoteRest & { readonly before: number }) | undefined {
  if (!Array.isArray(value)) return undefined;
  const remote = readRemote(value.slice(1));
  return remote && { before: Number(value[0]), ...remote };
}
