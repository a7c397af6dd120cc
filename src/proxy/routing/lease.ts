import type { BackoffPass } from "../backoff/backoff_pass.ts";
import type { KeyLease } from "../backoff/key_pool.ts";
import { restOf } from "../backoff/rest_of.ts";
import type { Failure } from "../failure/failure.ts";
import type { Release } from "./slots.ts";
import type { Upstream } from "./upstream.ts";

/** What an attempt holds of its upstream: leave to send, a key and slots. */
export class Lease {
  /** The upstream. */
  readonly upstream: Upstream;
  readonly #pass: BackoffPass;
  readonly #key: KeyLease;
  readonly #releases: readonly Release[];
  #isHeld = true;

  /**
   * @param upstream The upstream.
   * @param pass The leave to send.
   * @param key The key.
   * @param releases Give the slots back.
   */
  constructor(upstream: Upstream, pass: BackoffPass, key: KeyLease, releases: readonly Release[]) {
    this.upstream = upstream;
    this.#pass = pass;
    this.#key = key;
    this.#releases = releases;
    upstream.load.began();
  }

  /** The key to send; `undefined` if the provider wants none. */
  get key(): string | undefined {
    return this.#key.key;
  }

  /** Whether it tries what rested, while others are kept away. */
  get isProbe(): boolean {
    return this.#pass.isProbe || this.#key.pass.isProbe;
  }

  /** The answer is real: what comes of it reaches the client. */
  commit(nowMs: number): void {
    this.#pass.commit(nowMs);
    this.#key.pass.commit(nowMs);
  }

  /** The attempt failed; gives all back. */
  fail(failure: Failure, nowMs: number): void {
    const scope = restOf(failure, this.upstream.plan);
    if (scope === "upstream") this.#pass.fail(nowMs, failure);
    if (scope === "key") this.#key.pass.fail(nowMs, failure);
    this.end();
  }

  /** Gives all back. Unless something else was said, the attempt tells nothing of the upstream. */
  end(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#pass.release();
    this.#key.pass.release();
    for (const release of this.#releases) release();
    this.upstream.load.ended();
  }
}
