import { patched, undoAll } from "./ambient.ts";
import type { Ambient } from "./ambient.ts";

/** How much of the numbers from 0 to 1 a row has: so little that two rows never choose the same of a list. */
const SHARE = 0.3;

/**
 * Randomness that is none: `Math.random()`, `crypto.randomUUID()` and `crypto.getRandomValues()` follow a row of
 * numbers that are all low or all high, so that whatever is chosen by them differs.
 *
 * @param name What a message calls it.
 * @param row Which row.
 */
export function randomFrom(name: string, row: "low" | "high"): Ambient {
  return {
    name,
    enter() {
      const next = numbersOf(row === "low" ? 0 : 1 - SHARE);
      const undos = [
        patched(Math, "random", next),
        patched(crypto, "randomUUID", () => uuidOf(next)),
        patched(crypto, "getRandomValues", (view: ArrayBufferView) => filled(view, next)),
      ];
      return () => undoAll(undos);
    },
  };
}

function numbersOf(least: number): () => number {
  let state = 1;
  return () => {
    // A linear congruence: the row need only be fixed.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return least + SHARE * state / 2 ** 32;
  };
}

function filled(view: ArrayBufferView, next: () => number): ArrayBufferView {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let index = 0; index < bytes.length; index++) bytes[index] = Math.floor(next() * 256);
  return view;
}

function uuidOf(next: () => number): string {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}
