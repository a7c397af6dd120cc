import type { ProviderConfig } from "./provider_config.ts";
import type { ModelConfig, UpstreamConfig } from "./model_config.ts";
import type { ByteSizeConfig, DurationConfig } from "./value_config.ts";

export type { ByteSizeConfig, DurationConfig };

/**
 * The configuration of a proxy, as it is written in a file or given to `createProxy()`.
 *
 * One language for all of it: names are in snake case; a duration is a number of seconds or a text with units; a
 * size is a number of bytes or a text with units; where a block has one member that matters most, that member may
 * stand in the block's place (`"drain": "30s"`). A provider says how it is used, each of its upstreams may say otherwise
 * for itself, and `null` there takes back what the provider says.
 */
export interface ProxyConfig {
  /** The schema that an editor checks the file by. The proxy does not read it. */
  readonly $schema?: string | undefined;
  /** Where to listen: `host:port`, a host, or a port. */
  readonly listen?: string | number | undefined;
  /** The keys of which clients must send one. Without any, whoever reaches the proxy may use it. */
  readonly client_keys?: readonly string[];
  /** The key that opens the administration from elsewhere than the same machine. */
  readonly admin_key?: string;
  /** Who serves models, by a name of your own. */
  readonly providers: { readonly [name: string]: ProviderConfig };
  /**
   * What clients may ask for, by the name they ask by: the upstreams in order, or the whole of it. The name `*` stands
   * for every name that is not listed, and `*` as the model of an upstream for the name that was asked for.
   */
  readonly models?:
    | { readonly [name: string]: ModelConfig | readonly (string | UpstreamConfig)[] | string }
    | undefined;
  /** Whether clients may ask for `provider/model` without its being listed. */
  readonly allow_unlisted?: boolean | undefined;
  /** How upstreams rest that have a `backoff`. */
  readonly backoff_defaults?: BackoffConfig | undefined;
  /** How many requests may be sent again because of failures: a share of all requests, or the whole of it. */
  readonly retry_budget?: number | RetryBudgetConfig | null | undefined;
  /** How clients are kept on the upstream that served them; `true` for the defaults. */
  readonly sessions?: boolean | SessionsConfig | undefined;
  /** What a client may send, and how long it may take. */
  readonly limits?: LimitsConfig | undefined;
  /** How the proxy stops: how long running requests may take, or the whole of it. */
  readonly drain?: DurationConfig | DrainConfig | undefined;
  /** The longest `Retry-After` that clients are told; the true time is in the body. */
  readonly max_retry_after?: DurationConfig | undefined;
  /** The Redis server that several proxies share what rests through: its URL, or the whole of it. */
  readonly redis?: string | RedisConfig;
  /** The file that what rests is kept in over a restart. */
  readonly state_file?: string | undefined;
}

/** How upstreams rest. How long at most, their `backoff` says. */
export interface BackoffConfig {
  /** The first rest. */
  readonly base?: DurationConfig | undefined;
  /** What each further rest is multiplied by. */
  readonly factor?: number | undefined;
  /** Which part of a rest is drawn at random, from 0 to 1. */
  readonly jitter?: number | undefined;
  /** The longest rest that a provider's own hint may bring. */
  readonly max_hint?: DurationConfig | undefined;
  /** After how long a probe that has told nothing no longer keeps other requests away. */
  readonly probe_timeout?: DurationConfig | undefined;
}

/** How many requests may be sent again because of failures. */
export interface RetryBudgetConfig {
  /** How many for each request that comes in. */
  readonly ratio?: number | undefined;
  /** How many a second besides. */
  readonly per_second?: number | undefined;
}

/** How clients are kept on the upstream that served them. */
export interface SessionsConfig {
  /** The header of a request that names its session. */
  readonly header?: string | undefined;
  /** Whether the member `user` of the body names it where the header does not. */
  readonly from_user?: boolean | undefined;
  /** How long a session is remembered after its last request. */
  readonly ttl?: DurationConfig | undefined;
  /** How many are remembered; the one unused longest is forgotten first. */
  readonly max?: number | undefined;
}

/** What a client may send, and how long it may take. */
export interface LimitsConfig {
  /** The largest body of a request; a larger one gets 413. */
  readonly max_body?: ByteSizeConfig | undefined;
  /** The largest sum of the names and values of a request's headers; a larger one gets 431. */
  readonly max_headers?: ByteSizeConfig | undefined;
  /** How long a client may take to send its request. */
  readonly request_timeout?: DurationConfig | undefined;
  /** How long a client may leave a stream unread. */
  readonly stall_timeout?: DurationConfig | undefined;
  /** The largest answer of an upstream that is not a stream. */
  readonly max_answer?: ByteSizeConfig | undefined;
  /** The largest event of a stream. */
  readonly max_event?: ByteSizeConfig | undefined;
}

/** How the proxy stops. */
export interface DrainConfig {
  /** How long it goes on taking requests while `/readyz` already says that it stops. */
  readonly delay?: DurationConfig | undefined;
  /** How long running requests may take then. */
  readonly timeout?: DurationConfig | undefined;
}

/** A Redis server that several proxies share what rests through. */
export interface RedisConfig {
  /** Where it is: `redis://` or `rediss://`, with user and password if it needs them. */
  readonly url: string;
  /** What the names of all keys begin with; proxies with the same one share. */
  readonly prefix?: string | undefined;
  /** How long a request may wait for it; then it goes on by what its own proxy knows. */
  readonly timeout?: DurationConfig | undefined;
}
