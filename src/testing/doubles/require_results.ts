import { shown } from "../../shown.ts";
import { normalPayload } from "../../store/normal_payload.ts";
import type { Json } from "../../store/trace_event.ts";

/**
 * Makes sure that the results of a script can be recorded.
 *
 * @param who Whose script it is, for messages.
 * @param results The results.
 * @throws {TypeError} If one is neither a value of JSON nor an error.
 */
export function requireResults(who: string, results: readonly unknown[]): void {
  for (const [index, result] of results.entries()) {
    if (result instanceof Error) continue;
    try {
      normalPayload(result as Json);
    } catch (cause) {
      throw new TypeError(
        `Cannot play ${who} as item ${index} of its script must be a value of JSON, or an Error: ` +
          `got ${shown(result)}`,
        { cause },
      );
    }
  }
}
