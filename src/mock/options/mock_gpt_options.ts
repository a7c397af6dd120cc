import type { Clock } from "../../clock.ts";
import type { Chaos } from "../delivery/chaos.ts";
import type { Delivery } from "../delivery/delivery_plan.ts";
import type { Cassette } from "../recording/cassette.ts";
import type { ForwardOptions } from "../recording/forward_options.ts";
import type { ReplayOptions } from "../recording/replay_options.ts";
import type { UnknownMembers } from "../providers/unknown_members.ts";
import type { Rule } from "../rules/rule.ts";

/** How many bytes the body of a request may have where the options say nothing. */
export const DEFAULT_MAX_BODY_BYTES: number = 32 * 1024 * 1024;

/** How large the requests, texts and calls of the records may be together where the options say nothing. */
export const DEFAULT_MAX_RECORD_CHARS: number = 128 * 1024 * 1024;

/** Options of {@linkcode MockGPT}. */
export interface MockGptOptions {
  /** The rules, in order: the first that fits a call answers it. @default {[]} */
  readonly rules?: readonly Rule[] | undefined;
  /** What all that looks random is made of. @default {0} */
  readonly seed?: number | undefined;
  /** Where time comes from; every wait of the mock is one of its sleeps. @default {systemClock} */
  readonly clock?: Clock | undefined;
  /** How streams are delivered, unless a rule says otherwise. */
  readonly delivery?: Delivery | undefined;
  /** What goes wrong without a rule that says so: by chance, or on certain calls. */
  readonly chaos?: Chaos | undefined;
  /**
   * Recordings that answer what no rule fits: the same method, path, query and body get the response that was
   * recorded, the second time the second. What is no recording's is refused, unless there is `forward`.
   */
  readonly replay?: Cassette | readonly Cassette[] | ReplayOptions | undefined;
  /** The real endpoint, which answers what no rule and no recording fits. Without it the mock calls nobody. */
  readonly forward?: ForwardOptions | undefined;
  /**
   * What happens to requests with members that the provider does not have: they are refused as the provider refuses
   * them, or the members are passed over, and rules see those of the request itself. `"accept"` is for clients of
   * servers that follow the provider's API and have more, as OpenRouter and DeepSeek do. Ollama itself passes over
   * what it does not know. @default {"refuse"}
   */
  readonly unknownMembers?: UnknownMembers | undefined;
  /** How many records are kept; the oldest go first. @default {10000} */
  readonly maxRecords?: number | undefined;
  /**
   * How large the requests, texts and calls of all records may be together, in characters; the oldest go first, the
   * newest is kept however large it is. Each member and value counts as 16 more. @default {134217728}
   */
  readonly maxRecordChars?: number | undefined;
  /** How many bytes the body of a request may have; more gets 413. @default {33554432} */
  readonly maxBodyBytes?: number | undefined;
}
