import type { Clock } from "../../clock.ts";
import type { SlotsPlan } from "../config/plan.ts";

/** Gives a slot back. To do it twice does nothing. */
export type Release = () => void;

/** Why there is no slot: too many wait already, or the wait was too long. */
export type NoSlot = "full" | "late";

/** Asks other replicas for a slot as well, which share a limit; gives `false` where they use them all. */
export interface SharedSlots {
  /** Takes one of the slots that all replicas share; never rejects, never takes longer than 50 ms. */
  take(id: string, max: number): Promise<boolean>;
  /** Gives one back. */
  release(id: string): void;
}

interface Waiter {
  readonly give: (release: Release) => void;
}

/** The slots of an upstream or of a provider: how many requests may run at once. Who waits is served in turn. */
export class Slots {
  #plan: SlotsPlan;
  #taken = 0;
  readonly #waiters = new Set<Waiter>();

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

  /** Changes how many there are; those above it run on. */
  configure(plan: SlotsPlan): void {
    this.#plan = plan;
    this.#serve();
  }

  /** There is no limit any more: who waits is served at once. */
  lift(): void {
    this.configure({ ...this.#plan, max: Infinity });
  }

  /** Takes a slot if one is free and nobody waits for it. */
  tryTake(): Release | undefined {
    if (this.#taken >= this.#plan.max || this.#waiters.size > 0) return undefined;
    return this.#take();
  }

  /**
   * Waits for a slot.
   *
   * @param clock Where time comes from.
   * @param signal Ends the wait.
   * @throws The reason of the signal.
   */
  async wait(clock: Clock, signal: AbortSignal): Promise<Release | NoSlot> {
    signal.throwIfAborted();
    const free = this.tryTake();
    if (free !== undefined) return free;
    if (this.#waiters.size >= this.#plan.maxQueued) return "full";
    const stop = new AbortController();
    const onAbort = () => stop.abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await this.#queue(clock, stop.signal);
    } finally {
      signal.removeEventListener("abort", onAbort);
      stop.abort();
    }
  }

  #queue(clock: Clock, signal: AbortSignal): Promise<Release | NoSlot> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { give: resolve };
      this.#waiters.add(waiter);
      clock.sleep(this.#plan.queueMs, signal).then(
        () => this.#waiters.delete(waiter) && resolve("late"),
        // The slot may have been given already; then nobody waits for this.
        (reason) => this.#waiters.delete(waiter) && reject(reason),
      );
    });
  }

  #take(): Release {
    this.#taken++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#taken--;
      this.#serve();
    };
  }

  #serve(): void {
    for (const waiter of this.#waiters) {
      if (this.#taken >= this.#plan.max) return;
      this.#waiters.delete(waiter);
      waiter.give(this.#take());
    }
  }
}
