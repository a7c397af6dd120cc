import { seal } from "../../../store/seal.ts";
import type { DraftEvent, Json } from "../../../store/trace_event.ts";
import { seedCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, payloadsOf, readAll, sealedNote } from "../events.ts";
import { expectEqual, expectRefusal, expectThat } from "../expectations.ts";

const seed = seedCases("append");

/** How far the clock of a store may be from ours, in milliseconds. */
const CLOCK_SLACK_MS = 5 * 60_000;

const ODD_PAYLOADS: readonly Json[] = [
  null,
  true,
  0,
  -1.5,
  "",
  'line\nline\ttab "quoted" \\ back',
  "текст 文字 🙂",
  [1, [2, { three: [3] }]],
  { a: { b: null }, "key with space": [0] },
];

const LITERAL = "\\u0000";

/** What the contract said of appending when it began. */
export const APPEND_SEED: readonly CaseSpec[] = [
  seed("test_append_seals_exactly_as_the_sealing_rule_says", async ({ store }) => {
    const batch = [note(1), note(2, "b"), note(3), note(4, "c"), note(5, "b")];
    const entries = await store.append("t", batch);
    const ts = entries[0]?.event.ts ?? "";
    expectEqual(
      entries.map(({ event }) => event),
      seal(batch, new Map(), ts).sealed,
      "the events that append() gives",
    );
  }),
  seed("test_append_seals_with_seq_and_ts", async (lab) => {
    const [entry] = await lab.store.append("t", [note("x")]);
    expectEqual(entry?.event.seq, 0, "the seq of the first event");
    const at = Date.parse(entry?.event.ts ?? "");
    expectThat(!Number.isNaN(at), "the ts to be a time", `it was ${entry?.event.ts}`);
    // A store with a clock that is moved by hand may stand anywhere.
    if (lab.movesClock) return;
    const offMs = Math.abs(at - Date.now());
    expectThat(offMs < CLOCK_SLACK_MS, "the ts to be now", `it was ${offMs} ms off`);
  }),
  seed("test_seq_continues_across_appends", async ({ store }) => {
    const first = await store.append("t", [note(1), note(2)]);
    const second = await store.append("t", [note(3), note(4)]);
    const seqs = [...first, ...second].map(({ event }) => event.seq);
    expectEqual(seqs, [0, 1, 2, 3], "the seqs of one stream");
  }),
  seed("test_seq_is_per_stream", async ({ store }) => {
    const first = await store.append("t", ["a", "b", "a"].map((name) => note(0, name)));
    const second = await store.append("t", ["b", "a", "c"].map((name) => note(0, name)));
    const seqs = [...first, ...second].map(({ event }) => event.seq);
    expectEqual(seqs, [0, 0, 1, 1, 2, 0], "the seqs of a,b,a,b,a,c");
  }),
  seed("test_any_type_and_payload_read_back_as_appended", async ({ store }) => {
    const batch: DraftEvent[] = ODD_PAYLOADS.map((payload, index) => ({
      type: `type/${index} ✓`,
      stream: `stream ${index}: 流`,
      payload,
    }));
    await store.append("t", batch);
    const found = (await readAll(store, "t")).map(({ event: { type, stream, payload } }) => ({
      type,
      stream,
      payload,
    }));
    expectEqual(found, batch, "what is read");
  }),
  seed("test_a_literal_backslash_u0000_in_text_round_trips_unchanged", async ({ store }) => {
    const payload = { [`key ${LITERAL}`]: `a${LITERAL}b`, list: [LITERAL, `\\${LITERAL}`] };
    await store.append("t", [note(payload)]);
    expectEqual(await payloadsOf(store, "t"), [payload], "what is read");
  }),
  seed("test_threads_are_isolated", async ({ store }) => {
    for (const thread of ["ab", "a", "b"]) await store.append(thread, [note(thread), note(2)]);
    for (const thread of ["a", "ab", "b"]) {
      const found = (await readAll(store, thread)).map(({ position, event }) => [
        position,
        event.seq,
        event.payload,
      ]);
      expectEqual(found, [[1, 0, thread], [2, 1, 2]], `thread '${thread}'`);
    }
  }),
  seed("test_append_rejects_sealed_entry", async ({ store }) => {
    await expectRefusal(
      "a sealed event",
      "SEALED_EVENT",
      () => store.append("t", [sealedNote(0, "x")]),
    );
    expectEqual(await readAll(store, "t"), [], "the log");
  }),
  seed("test_append_refuses_a_batch_whose_expected_position_moved", async ({ store }) => {
    await store.append("t", [note(1)], { expected: 0 });
    await store.append("t", [note(2)], { expected: 1 });
    for (const expected of [0, 1, 3]) {
      await expectRefusal(
        `position ${expected} of 2`,
        "STREAM_MOVED",
        () => store.append("t", [note("no"), note("no")], { expected }),
      );
    }
    expectEqual(await payloadsOf(store, "t"), [1, 2], "the log");
  }),
  seed("test_failed_append_lands_nothing", async ({ store }) => {
    await store.append("t", [note(1)]);
    await expectRefusal(
      "a batch with a sealed event",
      "SEALED_EVENT",
      () => store.append("t", [note("no"), sealedNote(9, "no"), note("no")]),
    );
    expectEqual(await payloadsOf(store, "t"), [1], "the log");
    const [next] = await store.append("t", [note(2)]);
    expectEqual([next?.position, next?.event.seq], [2, 1], "the next position and seq");
  }),
];
