import { shown } from "../../shown.ts";
import { requireKnownOptions } from "../../known_options.ts";
import { type Clock, systemClock } from "../../clock.ts";
import { checkClock, checkMethods, checkMs } from "../check_arguments.ts";
import { EngineTraceStore } from "../engine_trace_store.ts";
import { KvEngine } from "./kv_engine.ts";
import type { KvKey, KvLike } from "./kv_like.ts";

/** Options of {@linkcode DenoKvTraceStore}. */
export interface DenoKvTraceStoreOptions {
  /** Where time comes from. Processes that share a database must agree on it. @default {systemClock} */
  readonly clock?: Clock | undefined;
  /** What all keys of the store begin with. @default {["wholeturn"]} */
  readonly prefix?: KvKey | undefined;
  /**
   * How often a follower looks by itself, in milliseconds: a local database does not tell of what other processes
   * write. What this store writes itself wakes it at once.
   *
   * @default {100}
   */
  readonly pollMs?: number | undefined;
}

/**
 * Keeps threads in Deno KV: a local file, memory, or the database of Deno Deploy, with the same code. Needs Deno's
 * `--unstable-kv`, or, on Node, `npm:@deno/kv` from 0.14 on: threads are then born one after another, and two that are
 * born at once by programs of both kinds may be listed in either order.
 *
 * A process that is killed while it lands more than 60,000 bytes at once, loads or removes a thread may leave values
 * behind that nobody sees.
 *
 * @example
 * ```ts ignore
 * import { DenoKvTraceStore } from "@wholeturn/wholeturn/testing";
 *
 * const kv = await Deno.openKv();
 * const store = new DenoKvTraceStore(kv);
 * await store.append("thread", [{ type: "note", stream: "a", payload: "hi" }], { expected: 0 });
 * kv.close();
 * ```
 */
export class DenoKvTraceStore extends EngineTraceStore {
  /**
   * Makes a store.
   *
   * @param kv The database; closing it is the caller's.
   * @param options Its settings.
   * @throws {TypeError} If the database, the clock or the prefix is none.
   * @throws {RangeError} If a time is not positive and finite.
   */
  constructor(kv: KvLike, options: DenoKvTraceStoreOptions = {}) {
    checkMethods("kv", "a Deno KV", kv, ["getMany", "list", "atomic"]);
    requireKnownOptions("make a store", options, { clock: true, prefix: true, pollMs: true });
    const { clock = systemClock, prefix = ["wholeturn"], pollMs = 100 } = options;
    checkClock(clock);
    checkPrefix(prefix);
    checkMs("pollMs", pollMs);
    super(new KvEngine(kv, { prefix, clock, pollMs }));
  }
}

function checkPrefix(prefix: unknown): void {
  if (Array.isArray(prefix) && prefix.every(isPart)) return;
  throw new TypeError(
    "Cannot make a store as 'prefix' must be a list of texts, numbers, big integers, booleans and " +
      `bytes: current value is ${shown(prefix)}`,
  );
}

function isPart(part: unknown): boolean {
  return ["string", "number", "bigint", "boolean"].includes(typeof part) ||
    part instanceof Uint8Array;
}
