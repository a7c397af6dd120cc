import type { Fault } from "./fault.ts";
import { APPEND_FAULTS } from "./faults/append_faults.ts";
import { BROKEN_FAULTS } from "./faults/broken_faults.ts";
import { DELETE_FAULTS } from "./faults/delete_faults.ts";
import { FOLLOW_FAULTS } from "./faults/follow_faults.ts";
import { DURABLE_FAULTS, PEER_FAULTS } from "./faults/handle_faults.ts";
import { LEASE_FAULTS } from "./faults/lease_faults.ts";
import { LOAD_FAULTS } from "./faults/load_faults.ts";
import { LONG_FAULTS } from "./faults/long_faults.ts";
import { LOST_FAULTS } from "./faults/lost_faults.ts";
import { NAMES_FAULTS } from "./faults/names_faults.ts";
import { RACE_FAULTS } from "./faults/race_faults.ts";
import { READ_FAULTS } from "./faults/read_faults.ts";
import { SKEW_FAULTS } from "./faults/skew_faults.ts";
import { THREADS_FAULTS } from "./faults/threads_faults.ts";
import { VALUES_FAULTS } from "./faults/values_faults.ts";

/** All faulty stores. */
export const ALL_FAULTS: readonly Fault[] = [
  ...APPEND_FAULTS,
  ...READ_FAULTS,
  ...FOLLOW_FAULTS,
  ...DELETE_FAULTS,
  ...LEASE_FAULTS,
  ...LOAD_FAULTS,
  ...THREADS_FAULTS,
  ...VALUES_FAULTS,
  ...NAMES_FAULTS,
  ...RACE_FAULTS,
  ...DURABLE_FAULTS,
  ...PEER_FAULTS,
  ...SKEW_FAULTS,
  ...LOST_FAULTS,
  ...LONG_FAULTS,
  ...BROKEN_FAULTS,
];
