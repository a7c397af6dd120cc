import type { DurationConfig } from "./value_config.ts";

/** Who serves models, and how it is used. */
export interface ProviderConfig extends UpstreamSettingsConfig {
  /** Where its API begins, for instance `https://api.deepseek.com/v1`. */
  readonly url: string;
  /** Its key. */
  readonly key?: string;
  /** Its keys, where it has several: they are used in turn, and one that is refused rests alone. */
  readonly keys?: readonly string[];
  /** How its key is sent. */
  readonly auth?: "bearer" | "x-api-key" | "api-key" | "none" | undefined;
  /** The longest rest of one of several keys. */
  readonly key_backoff?: DurationConfig | undefined;
}

/**
 * What can be said of a provider for all its upstreams, and of an upstream for itself. What the upstream says comes
 * first, block by block and member by member; only patches add up, and limits of concurrency both hold.
 */
export interface UpstreamSettingsConfig {
  /**
   * The longest rest after failures; without it, it never rests. At the provider, one failure rests all its upstreams;
   * at an upstream, that one alone.
   */
  readonly backoff?: DurationConfig | null | undefined;
  /** How many requests may run at once. */
  readonly max_concurrent?: number | null | undefined;
  /** How many more may wait for their turn. */
  readonly queue?: QueueConfig | undefined;
  /** How long the parts of an attempt may take. */
  readonly timeouts?: TimeoutsConfig | undefined;
  /** The member of assistant messages with tool calls that must hold their reasoning: it is filled from the others. */
  readonly reasoning_field?: string | null | undefined;
  /** Whether that member may be an empty text where there is no reasoning to fill it from. */
  readonly reasoning_empty_ok?: boolean | undefined;
  /** Members of messages that are dropped, as the provider refuses them. */
  readonly drop_fields?: readonly string[] | undefined;
  /** What is done to thoughts between tags in the text of answers: `off`, `split`, `strip`, or the whole of it. */
  readonly think_tags?: "off" | "split" | "strip" | ThinkTagsConfig | undefined;
  /** What is merged into the bodies of requests, by RFC 7396: `null` removes a member. */
  readonly patch?: { readonly [name: string]: unknown } | undefined;
  /** What is done to the headers of requests. */
  readonly headers?: HeadersConfig | undefined;
  /** Whether an answer that says nothing at all counts as one. */
  readonly allow_empty?: boolean | undefined;
  /** What a 400 does: it is returned to the client, or the next upstream is tried. */
  readonly on_400?: "return" | "failover" | undefined;
  /** After which silence a comment is sent to the client of a stream. */
  readonly keepalive?: DurationConfig | null | undefined;
}

/** How many requests may wait for their turn, and how long. */
export interface QueueConfig {
  /** How many. */
  readonly max?: number | undefined;
  /** How long each. */
  readonly timeout?: DurationConfig | undefined;
}

/** How long the parts of an attempt may take. */
export interface TimeoutsConfig {
  /** To be connected. */
  readonly connect?: DurationConfig | undefined;
  /** From the request to the first real output of a stream. */
  readonly ttft?: DurationConfig | undefined;
  /** From one sign of life of a stream to the next. */
  readonly idle?: DurationConfig | undefined;
  /** The whole attempt. */
  readonly total?: DurationConfig | undefined;
  /** From the finish of a stream to its end, for the count of tokens. */
  readonly grace?: DurationConfig | undefined;
}

/** What is done to thoughts between tags in the text of answers. */
export interface ThinkTagsConfig {
  /** Nothing, moved to a member of their own, or thrown away. */
  readonly mode?: "off" | "split" | "strip" | undefined;
  /** The names of the tags, without angle brackets. */
  readonly names?: readonly string[] | undefined;
  /** Whether answers begin within a thought, as the opening tag stood in the prompt. */
  readonly starts_inside?: boolean | undefined;
  /** Whether an opening tag counts only where no text came before it. */
  readonly only_at_start?: boolean | undefined;
  /** Whether tags count in capitals as well, and with white space or attributes behind their names. */
  readonly loose?: boolean | undefined;
  /** Whether white space after a closing tag is dropped. */
  readonly trim_after?: boolean | undefined;
  /** The member that split thoughts go to. */
  readonly field?: string | undefined;
}

/** What is done to the headers of requests to an upstream. */
export interface HeadersConfig {
  /** Headers that are set, whatever the client sent. */
  readonly set?: { readonly [name: string]: string } | undefined;
  /** Headers of the client that are not passed on. */
  readonly remove?: readonly string[] | undefined;
  /** Headers of the client that are passed on, beside those that always are. */
  readonly forward?: readonly string[] | undefined;
}
