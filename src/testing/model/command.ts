import type { Json } from "../../store/trace_event.ts";

/** What position a writer believes is the last: none, the right one, one behind, or one ahead. */
export type Belief = "none" | "right" | "behind" | "ahead";

/** One call to a store, as data, so that a sequence of them can be made smaller. */
export type Command =
  | {
    readonly call: "append";
    readonly thread: string;
    readonly events: readonly (readonly [stream: string, payload: Json])[];
    readonly expected: Belief;
    readonly lease: number | undefined;
  }
  | { readonly call: "read"; readonly thread: string; readonly after: number }
  | { readonly call: "readBackwards"; readonly thread: string; readonly count: number }
  | { readonly call: "delete"; readonly thread: string }
  | {
    readonly call: "load";
    readonly thread: string;
    readonly seqs: readonly (readonly [stream: string, seq: number])[];
  }
  | {
    readonly call: "acquire";
    readonly thread: string;
    readonly owner: string;
    readonly ttlMs: number;
  }
  | { readonly call: "renew"; readonly lease: number; readonly ttlMs: number }
  | { readonly call: "release"; readonly lease: number }
  | { readonly call: "lease"; readonly thread: string }
  | { readonly call: "threads"; readonly before: string | undefined; readonly limit: number }
  | { readonly call: "follow"; readonly thread: string; readonly after: number }
  | { readonly call: "next"; readonly reader: number }
  | { readonly call: "advance"; readonly ms: number };

/** Writes a command as a call in a message. */
export function commandText({ call, ...rest }: Command): string {
  return `${call}(${
    Object.entries(rest).filter(([, value]) => value !== undefined && value !== "none")
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")
  })`;
}
