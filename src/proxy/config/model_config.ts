import type { UpstreamSettingsConfig } from "./provider_config.ts";
import type { DurationConfig } from "./value_config.ts";

/** A model that clients ask for. */
export interface ModelConfig {
  /** Where it is to be had, the first choice first; `provider/model` for short. */
  readonly upstreams: readonly (string | UpstreamConfig)[];
  /** How the next upstream is chosen. */
  readonly strategy?: "ordered" | "weighted" | "least_busy" | "latency" | undefined;
  /** The model, or the models in order, to try when no upstream of this one answers. */
  readonly fallback?: string | readonly string[] | undefined;
  /** How many upstreams one request may be sent to. */
  readonly max_attempts?: number | undefined;
  /** How long a request may wait for the first upstream that stops resting, when all of them rest. */
  readonly max_wait?: DurationConfig | undefined;
}

/** One way to a model. */
export interface UpstreamConfig extends UpstreamSettingsConfig {
  /** The provider, by its name. */
  readonly provider: string;
  /** The model's name there, if it is another than the one that is asked for. */
  readonly model?: string | undefined;
  /** Its share of the requests, with the strategies `weighted` and `least_busy`. */
  readonly weight?: number | undefined;
}
