import type { WireId } from "../../../../src/wire/wire.ts";
import type { Fault } from "../faults.ts";

/** A server with one fault. */
export interface FaultyServer {
  /** What it does. */
  readonly does: string;
  /** The wire it speaks. @default {"openai-chat"} */
  readonly wire?: WireId;
  /** The case that must catch it. */
  readonly caughtBy: string;
  /** What the case must say. */
  readonly says: RegExp;
  /** Makes the mock do it. */
  readonly fault: Fault;
  /** How long its case may take, in milliseconds, where it hangs. */
  readonly timeoutMs?: number;
}
