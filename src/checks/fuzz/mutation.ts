import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";

/**
 * One change to the events of a body. Positions count from the start and wrap around, so that a
 * mutation stays valid when others are taken away while a failure is made smaller.
 */
export type Mutation =
  | { readonly op: "drop"; readonly at: number }
  | { readonly op: "double"; readonly at: number }
  | { readonly op: "swap"; readonly at: number; readonly with: number }
  | { readonly op: "split"; readonly at: number; readonly byte: number }
  | { readonly op: "flip"; readonly at: number; readonly byte: number; readonly value: number }
  | { readonly op: "cut"; readonly at: number; readonly byte: number };

/** The mutations that only take away: what is left was sent in this order. */
const TAKING: ReadonlySet<Mutation["op"]> = new Set(["drop", "cut"]);

/** Tells whether a mutation only takes away. */
export function onlyTakes({ op }: Mutation): boolean {
  return TAKING.has(op);
}

/** The mutations that leave every event as it is, and whole. */
const KEEPING: ReadonlySet<Mutation["op"]> = new Set(["drop", "double", "swap"]);

/** Tells whether a mutation changes which events come in which order, and nothing within them. */
export function keepsEvents({ op }: Mutation): boolean {
  return KEEPING.has(op);
}

const BLANK_LINE = new Uint8Array([10, 10]);

/** Applies mutations to the events of a body, one after the other, and joins what is left. */
export function mutate(events: readonly Bytes[], mutations: readonly Mutation[]): Bytes {
  return concatBytes(mutations.reduce(apply, events));
}

function apply(events: readonly Bytes[], mutation: Mutation): readonly Bytes[] {
  if (events.length === 0) return events;
  const at = mutation.at % events.length;
  const event = events[at]!;
  switch (mutation.op) {
    case "drop":
      return events.toSpliced(at, 1);
    case "double":
      return events.toSpliced(at, 0, event);
    case "swap": {
      const other = mutation.with % events.length;
      return events.with(at, events[other]!).with(other, event);
    }
    case "split": {
      const byte = mutation.byte % (event.length + 1);
      return events.with(at, concatBytes([event.slice(0, byte), BLANK_LINE, event.slice(byte)]));
    }
    case "flip": {
      const flipped = event.slice();
      if (flipped.length > 0) flipped[mutation.byte % flipped.length] = mutation.value;
      return events.with(at, flipped);
    }
    case "cut":
      return [...events.slice(0, at), event.slice(0, mutation.byte % (event.length + 1))];
    default:
      return mutation satisfies never;
  }
}
