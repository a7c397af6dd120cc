import { assertEquals } from "@std/assert";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import { traceStoreContract } from "../../../src/testing/contract/trace_store_contract.ts";

/** The cases that the contract began with. */
const SEED: readonly string[] = [
  "test_a_following_read_ends_at_the_delete_even_when_another_thread_takes_the_id",
  "test_a_following_read_ends_when_the_thread_is_deleted",
  "test_a_following_read_holding_an_entry_still_ends_after_the_delete",
  "test_a_following_read_waits_rather_than_ending_when_caught_up",
  "test_a_following_read_yields_live_appends",
  "test_a_lease_alone_makes_no_thread",
  "test_a_literal_backslash_u0000_in_text_round_trips_unchanged",
  "test_a_stale_expectation_on_a_missing_thread_creates_nothing",
  "test_acquire_gives_a_lease_that_lease_reads_back",
  "test_acquire_refuses_a_live_lease_of_another_owner",
  "test_an_append_without_a_lease_is_not_checked",
  "test_an_expired_lease_is_free",
  "test_any_type_and_payload_read_back_as_appended",
  "test_append_refuses_a_batch_whose_expected_position_moved",
  "test_append_rejects_sealed_entry",
  "test_append_seals_exactly_as_the_sealing_rule_says",
  "test_append_seals_with_seq_and_ts",
  "test_append_under_a_stale_lease_lands_nothing",
  "test_delete_drops_the_lease",
  "test_delete_of_an_unknown_thread_is_a_noop",
  "test_delete_removes_the_thread",
  "test_failed_append_lands_nothing",
  "test_load_refuses_unsealed_and_gapped_logs",
  "test_load_replaces_the_thread_it_names",
  "test_load_restores_a_sealed_log_of_several_streams",
  "test_positions_are_per_thread",
  "test_read_after_a_cursor_skips_what_was_seen",
  "test_read_backwards_of_an_unknown_thread_is_empty",
  "test_read_backwards_reaches_the_first_event_of_a_long_thread",
  "test_read_backwards_stops_where_its_reader_stops",
  "test_read_backwards_yields_the_log_newest_first",
  "test_read_numbers_appends_gaplessly_in_append_order",
  "test_read_of_an_unknown_thread_is_empty",
  "test_release_frees_the_lease_and_leaves_another_owners_alone",
  "test_renew_keeps_a_lease_alive_and_refuses_a_stale_one",
  "test_seq_continues_across_appends",
  "test_seq_is_per_stream",
  "test_the_same_owner_retakes_its_lease_and_the_old_one_is_stale",
  "test_threads_are_isolated",
  "test_threads_leaves_out_deleted_threads_and_bare_leases",
  "test_threads_lists_each_thread_with_its_first_event_newest_first",
  "test_threads_pages_follow_one_another_until_the_last",
  "test_two_acquisitions_at_once_let_exactly_one_through",
];

const open = () => ({ store: new MemoryTraceStore() });
const nameOf = (name: string) => name.slice(name.indexOf(": ") + 2);

Deno.test("the seed level is the 43 cases that the contract began with, by their names", () => {
  const names = traceStoreContract(open, { level: "seed" }).map(({ name }) => nameOf(name));
  assertEquals(names.toSorted(), SEED.toSorted());
  assertEquals(SEED.length, 43);
});

Deno.test("the strict level is those cases and ours, each by another name, and the default", () => {
  const cases = traceStoreContract(open);
  const names = cases.map(({ name }) => name);
  assertEquals(traceStoreContract(open, { level: "strict" }).map(({ name }) => name), names);
  assertEquals(new Set(names).size, names.length);
  const seed = cases.filter(({ level }) => level === "seed").map(({ name }) => nameOf(name));
  assertEquals(seed.toSorted(), SEED.toSorted());
  for (const { name, area } of cases) assertEquals(name.startsWith(`${area}: `), true, name);
});
