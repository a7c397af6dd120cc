import { type Bytes, toBytes } from "../../bytes.ts";
import type { Clock } from "../../clock.ts";

/** How long two snapshots are apart at least. */
const MIN_GAP_MS = 250;

/** After which silence a comment is sent, so that nobody between takes the connection for dead. */
const SILENCE_MS = 15_000;

/** How many may follow at once: each costs a snapshot a quarter of a second. */
const MAX_FOLLOWERS = 32;

/**
 * Gives snapshots of how the proxy stands to pages that follow it. Each follower gets the newest when it is ready for
 * one, and never those that it was too slow for.
 */
export class LiveFeed {
  readonly #clock: Clock;
  readonly #snapshot: () => string;
  readonly #followers = new Set<Follower>();
  #isClosed = false;

  /**
   * @param clock Where time comes from.
   * @param snapshot Makes a snapshot, on one line.
   */
  constructor(clock: Clock, snapshot: () => string) {
    this.#clock = clock;
    this.#snapshot = snapshot;
  }

  /** How many follow. */
  get size(): number {
    return this.#followers.size;
  }

  /** Tells that there is something new. */
  changed(): void {
    for (const follower of this.#followers) follower.changed();
  }

  /** Gives a stream of events; `undefined` if too many follow already, or it is closed. */
  follow(): ReadableStream<Bytes> | undefined {
    if (this.#isClosed || this.#followers.size >= MAX_FOLLOWERS) return undefined;
    const follower = new Follower(this.#clock, this.#snapshot);
    this.#followers.add(follower);
    return new ReadableStream<Bytes>({
      pull: async (controller) => {
        const event = await follower.next();
        if (event !== undefined) return controller.enqueue(event);
        this.#followers.delete(follower);
        controller.close();
      },
      cancel: () => {
        follower.end();
        this.#followers.delete(follower);
      },
    }, { highWaterMark: 0 });
  }

  /** Ends all streams, and gives no more. */
  close(): void {
    this.#isClosed = true;
    for (const follower of this.#followers) follower.end();
    this.#followers.clear();
  }
}

class Follower {
  readonly #clock: Clock;
  readonly #snapshot: () => string;
  readonly #over = new AbortController();
  #wake = new AbortController();
  #isFirst = true;

  constructor(clock: Clock, snapshot: () => string) {
    this.#clock = clock;
    this.#snapshot = snapshot;
    this.#wake.abort();
  }

  changed(): void {
    this.#wake.abort();
  }

  end(): void {
    this.#over.abort();
    this.#wake.abort();
  }

  /** The next event, when there is something new; `undefined` at the end. */
  async next(): Promise<Bytes | undefined> {
    if (!this.#isFirst) await this.#slept(MIN_GAP_MS, this.#over.signal);
    const isSilent = await this.#slept(SILENCE_MS, this.#wake.signal);
    if (this.#over.signal.aborted) return undefined;
    if (isSilent) return toBytes(": nothing new\n\n");
    this.#wake = new AbortController();
    const lead = this.#isFirst ? "retry: 2000\n" : "";
    this.#isFirst = false;
    return toBytes(`${lead}data: ${this.#snapshot()}\n\n`);
  }

  /** Waits; `false` if the signal ended the wait. */
  #slept(ms: number, signal: AbortSignal): Promise<boolean> {
    return this.#clock.sleep(ms, signal).then(() => true, () => false);
  }
}
