import type { Json } from "../store/trace_event.ts";

/** What is to be done outside, as it was recorded before it is done. */
export interface EffectIntent {
  /** The same each time this is tried again, and no other's: lets the outside do it once. */
  readonly key: string;
  /** What is to be done. */
  readonly name: string;
  /** With what. */
  readonly args: Json;
}

/** What acts outside. */
export interface Effector {
  /**
   * Does what is intended; again with the same key if the process stopped before the result was recorded.
   *
   * @param intent What is intended.
   */
  perform(intent: EffectIntent): Json | Promise<Json>;
}
