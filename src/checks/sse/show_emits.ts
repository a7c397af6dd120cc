import { showValue } from "../show_value.ts";
import type { Emit } from "./emit.ts";

/**
 * Writes what a reader gave, so that two readings can be compared. Pieces of one text are joined, as
 * how a text is cut up is the reader's own affair; errors are shown by their codes.
 *
 * @param emits What it gave, in order.
 */
export function showEmits(emits: readonly Emit[]): string {
  const joined: unknown[] = [];
  for (const emit of emits) {
    const last = joined.at(-1) as Emit | undefined;
    if (emit.type === "text" && last?.type === "text") {
      joined[joined.length - 1] = { type: "text", text: last.text + emit.text };
    } else if (emit.type === "error") {
      joined.push({ type: "error", code: (emit.error as { code?: unknown } | null)?.code });
    } else joined.push(emit);
  }
  return showValue(joined, Infinity);
}
