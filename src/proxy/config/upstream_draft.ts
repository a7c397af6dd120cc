import type { ConfigPath } from "./config_problem.ts";
import type { UpstreamConfig } from "./model_config.ts";
import type { ReadProvider } from "./read_provider.ts";

/** An upstream whose provider is known. */
export interface UpstreamDraft {
  /** `provider/model`. */
  readonly id: string;
  /** What is said of it. */
  readonly config: UpstreamConfig;
  /** Where it stands. */
  readonly path: ConfigPath;
  /** Its provider. */
  readonly provider: ReadProvider;
  /** The model's name there. */
  readonly model: string;
}
