/**
 * Lets several proxies share what rests, sessions and limits through Redis.
 *
 * @example
 * ```ts
 * import { redisState } from "@wholeturn/wholeturn/redis";
 * import { assertThrows } from "@std/assert";
 *
 * // For `createProxy(config, { state })` and `startProxy(config, { state })`; it connects with the proxy.
 * const state = redisState({ url: "redis://127.0.0.1:6379", prefix: "chat:" });
 * assertThrows(() => redisState({ url: "http://127.0.0.1" }), Error, "redis://");
 * ```
 *
 * @module
 */
export { redisState, type RedisStateOptions } from "./src/proxy/state/redis/redis_state.ts";
export type {
  LocalState,
  Patience,
  SharedRest,
  SharedSession,
  SharedSlot,
  SharedSlots,
  SharedState,
  StateLink,
} from "./src/proxy/state/shared_state.ts";
export type { Clock } from "./src/clock.ts";
