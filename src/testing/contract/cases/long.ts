import type { SealedEvent } from "../../../store/trace_event.ts";
import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, positionsOf, sealedNote, take, upTo } from "../events.ts";
import { expectEqual } from "../expectations.ts";

const strict = strictCases("long");

/** How many entries the thread has: more than 16 bits count, and a digit more than most threads. */
const ENTRIES = 100_000;

/** How many are read in one go. */
const PAGE = 5000;

/** What must hold of a thread that is very long. */
export const LONG_CASES: readonly CaseSpec[] = [
  strict(
    "100,000 entries are all there, page by page, and the thread goes on",
    async ({ store }) => {
      await store.load("t", manyEvents());
      const [last] = await take(store.readBackwards("t"), 1);
      expectEqual([last?.position, last?.event.payload], [ENTRIES, ENTRIES], "the last entry");
      for (let after = 0; after < ENTRIES; after += PAGE) {
        const reader = store.read("t", { after });
        const page = await take(reader, PAGE);
        await reader.return?.();
        expectEqual(
          positionsOf(page),
          upTo(after + PAGE, after + 1),
          `the positions after ${after}`,
        );
        const payloads = page.map(({ event }) => event.payload);
        expectEqual(payloads, upTo(after + PAGE, after + 1), `the payloads after ${after}`);
      }
      expectEqual(
        await take(store.read("t", { after: ENTRIES }), 1),
        [],
        "what comes after the end",
      );
      const [next] = await store.append("t", [note("more")], { expected: ENTRIES });
      expectEqual([next?.position, next?.event.seq], [ENTRIES + 1, ENTRIES], "the next entry");
    },
  ),
];

/** The events one by one, as no store needs all of them at once. */
function* manyEvents(): Generator<SealedEvent> {
  for (let count = 1; count <= ENTRIES; count++) yield sealedNote(count - 1, count);
}
