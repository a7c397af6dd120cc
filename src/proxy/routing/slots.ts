import type { Awaitable } from "../../awaitable.ts";
import type { Clock } from "../../clock.ts";
import type { SlotsPlan } from "../config/plan.ts";
import type { Patience, SharedSlot, SharedSlots } from "../state/shared_state.ts";

/** Gives a slot back. To do it twice does nothing. */
export type Release = () => void;

/** Why there is no slot: too many wait already, or the wait was too long. */
export type NoSlot = "full" | "late";

/** How one waits. */
export interface WaitOptions {
  /** How long others may be asked. */
  readonly patience?: Patience | undefined;
  /** Since when it counts. @default {now} */
  readonly sinceMs?: number | undefined;
  /** Who waits, to tell one who waits at several limits from several. @default {one who waits at no other} */
  readonly who?: object | undefined;
}

interface Waiter {
  readonly who: object | undefined;
  readonly give: (release: Release) => void;
}

/**
 * The slots of an upstream or of a provider: how many requests may run at once. Who waits is served in turn.
 *
 * Where replicas share the limit, a slot is had here first and then of all of them.
 */
export class Slots {
  #plan: SlotsPlan;
  #taken = 0;
  readonly #waiters = new Set<Waiter>();
  #shared: SharedSlots | undefined;
  #isServing = false;
  #wake: (() => void) | undefined;

  /** @param plan How many there are, and how many may wait for one. */
  constructor(plan: SlotsPlan) {
    this.#plan = plan;
  }

  /** What they are of. */
  get id(): string {
    return this.#plan.id;
  }

  /** How many there are. */
  get max(): number {
    return this.#plan.max;
  }

  /** How many are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** How many requests wait. */
  get queued(): number {
    return this.#waiters.size;
  }

  /** Who waits. */
  *waiting(): Generator<object> {
    for (const waiter of this.#waiters) yield waiter.who ?? waiter;
  }

  /** Changes how many there are; those above it run on. */
  configure(plan: SlotsPlan): void {
    this.#plan = plan;
    this.#serve();
  }

  /** There is no limit any more: who waits is served at once. */
  lift(): void {
    this.configure({ ...this.#plan, max: Infinity });
  }

  /** Asks others for each slot from now on. */
  share(shared: SharedSlots): void {
    this.#shared = shared;
  }

  /** Takes a slot if one is free, nobody waits for it and nobody else has to be asked for it. */
  tryTake(): Release | undefined {
    return this.#isFree && this.#isAlone ? this.#take() : undefined;
  }

  /**
   * Takes a slot if one is free and nobody waits for it.
   *
   * @param patience How long others may be asked.
   */
  takeNow(patience?: Patience): Awaitable<Release | undefined> {
    return this.#isFree && !this.#isAlone ? this.#takeShared(patience) : this.tryTake();
  }

  /**
   * Waits for a slot.
   *
   * @param clock Where time comes from.
   * @param signal Ends the wait.
   * @param options How long it may take.
   * @throws The reason of the signal.
   */
  async wait(
    clock: Clock,
    signal: AbortSignal,
    { patience, sinceMs = clock.now(), who }: WaitOptions = {},
  ): Promise<Release | NoSlot> {
    signal.throwIfAborted();
    const taken = this.takeNow(patience);
    // To wait for nothing would miss what is given back meanwhile.
    const free = taken instanceof Promise ? await taken : taken;
    if (free !== undefined) return free;
    signal.throwIfAborted();
    const { queueMs } = this.#plan;
    // No more than all, also when the clock was set back meanwhile.
    const leftMs = Math.min(queueMs, sinceMs + queueMs - clock.now());
    if (leftMs <= 0) return "late";
    if (this.#waiters.size >= this.#plan.maxQueued) return "full";
    const stop = new AbortController();
    const onAbort = () => stop.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await this.#queue(who, clock.sleep(leftMs, stop.signal));
    } finally {
      signal.removeEventListener("abort", onAbort);
      stop.abort();
    }
  }

  #queue(who: object | undefined, timeUp: Promise<void>): Promise<Release | NoSlot> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { who, give: resolve };
      this.#waiters.add(waiter);
      if (!this.#isAlone) this.#serve();
      timeUp.then(
        () => this.#waiters.delete(waiter) && resolve("late"),
        // The slot may have been given already; then nobody waits for this.
        (reason) => this.#waiters.delete(waiter) && reject(reason),
      );
    });
  }

  get #isFree(): boolean {
    return this.#taken < this.#plan.max && this.#waiters.size === 0;
  }

  get #isAlone(): boolean {
    return this.#shared === undefined || this.#plan.max === Infinity;
  }

  #take(shared?: SharedSlot): Release {
    this.#taken++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      shared?.release();
      this.#taken--;
      this.#serve();
    };
  }

  async #takeShared(patience?: Patience): Promise<Release | undefined> {
    const { id, max } = this.#plan;
    // So that nobody else takes it here while others are asked.
    this.#taken++;
    const shared = await this.#shared!.take(id, max, patience);
    this.#taken--;
    if (shared !== undefined) return this.#take(shared);
    if (this.#waiters.size > 0) this.#serve();
    return undefined;
  }

  #serve(): void {
    this.#wake?.();
    if (!this.#isAlone) return void this.#serveShared();
    while (this.#taken < this.#plan.max && this.#giveNext(() => this.#take()));
  }

  /** Gives a slot to who waits longest. */
  #giveNext(take: () => Release): boolean {
    for (const waiter of this.#waiters) {
      this.#waiters.delete(waiter);
      waiter.give(take());
      return true;
    }
    return false;
  }

  /** One at a time asks others for a slot, for whoever waits longest once it is there. */
  async #serveShared(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#waiters.size > 0 && this.#taken < this.#plan.max && !this.#isAlone) {
      const { id, max } = this.#plan;
      this.#taken++;
      const shared = await this.#shared!.take(id, max);
      this.#taken--;
      if (shared === undefined) await this.#freed(id);
      else if (!this.#giveNext(() => this.#take(shared))) shared.release();
    }
    this.#isServing = false;
  }

  #freed(id: string): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        if (this.#wake === wake) this.#wake = undefined;
        resolve();
      };
      this.#wake = wake;
      this.#shared!.freed(id).then(wake);
    });
  }
}
