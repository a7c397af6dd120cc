import { ConfigError } from "../../../errors.ts";
import { type OptionNames, requireKnownOptions } from "../../../known_options.ts";
import { requireOption, requireTime } from "../../require_option.ts";
import type { SharedState } from "../shared_state.ts";
import { RedisLink } from "./redis_link.ts";

/** How proxies share their state through Redis. */
export interface RedisStateOptions {
  /** Where the server is: `redis://` or `rediss://`, with user and password if it needs them. */
  readonly url: string;
  /**
   * What the names of all keys begin with; proxies with the same one share.
   *
   * @default {"wholeturn:"}
   */
  readonly prefix?: string | undefined;
  /**
   * How long one request may wait for the server at most, in milliseconds; then it goes on by what its own proxy knows.
   *
   * @default {50}
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How long the slots of a proxy that is not heard of any more are kept for it, in milliseconds.
   *
   * @default {10_000}
   */
  readonly slotExpiryMs?: number | undefined;
}

/**
 * Lets proxies share through Redis what rests, which upstream serves which session, and limits of concurrency. What one
 * of them learns, the others know at once.
 *
 * The server may be slow or gone at any time: each proxy goes on by what it knows itself then, and they share again
 * when it is back. The client is `npm:@redis/client`, loaded when a proxy begins.
 *
 * @example A proxy serves whether Redis is there or not
 * ```ts
 * import { createProxy } from "@wholeturn/wholeturn/proxy";
 * import { redisState } from "@wholeturn/wholeturn/redis";
 * import { assertEquals } from "@std/assert";
 *
 * const proxy = createProxy({
 *   providers: { first: { url: "https://first.example/v1", backoff: "PT15M" } },
 *   models: { chat: "first/a" },
 * }, {
 *   state: redisState({ url: "redis://127.0.0.1:1" }), // nobody is there
 *   // In place of the network.
 *   fetch: () =>
 *     Promise.resolve(
 *       Response.json({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] }),
 *     ),
 * });
 * const response = await proxy.fetch(
 *   new Request("http://proxy/v1/chat/completions", {
 *     method: "POST",
 *     body: JSON.stringify({ model: "chat", messages: [{ role: "user", content: "Hello" }] }),
 *   }),
 * );
 * assertEquals((await response.json()).choices[0].message.content, "Hi");
 * await proxy.close();
 * ```
 *
 * @param options Where the server is, and what is shared there.
 * @throws {ConfigError} If that is no URL of a server.
 * @throws {TypeError} If there is no such option, or one is of the wrong kind.
 * @throws {RangeError} If a time is not positive and finite.
 */
export function redisState(options: RedisStateOptions): SharedState {
  // A text is not shown: it is the URL itself, and there may be a password in it.
  const given: RedisStateOptions | string = options;
  if (typeof given === "string") {
    throw new TypeError(`Cannot ${ACTION} as its options must be an object: write { url }`);
  }
  requireKnownOptions(ACTION, options, OPTIONS);
  const { url, prefix = "wholeturn:", timeoutMs = 50, slotExpiryMs = 10_000 } = options;
  requireOption(ACTION, "prefix", prefix, "string", "a text");
  requireTime(ACTION, "timeoutMs", timeoutMs);
  requireTime(ACTION, "slotExpiryMs", slotExpiryMs);
  requireRedisUrl(url);
  return { join: (local) => new RedisLink({ url, prefix, timeoutMs, slotExpiryMs }, local) };
}

const ACTION = "share state through Redis";

const OPTIONS: OptionNames<RedisStateOptions> = {
  url: true,
  prefix: true,
  timeoutMs: true,
  slotExpiryMs: true,
};

/** What is wrong is not told, as there may be a password in it. */
function requireRedisUrl(url: string): void {
  if (typeof url !== "string") {
    throw new TypeError(`Cannot ${ACTION} as 'url' must be a text such as redis://127.0.0.1:6379`);
  }
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    throw new ConfigError("The URL of Redis must be such as redis://127.0.0.1:6379");
  }
  try {
    const { username, password } = new URL(url);
    decodeURIComponent(username + password);
  } catch {
    throw new ConfigError("The user and the password in the URL of Redis must be percent-encoded");
  }
}
