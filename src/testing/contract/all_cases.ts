import type { CaseSpec } from "./case_spec.ts";
import { APPEND_CASES } from "./cases/append.ts";
import { DELETE_CASES } from "./cases/delete.ts";
import { DURABLE_CASES } from "./cases/durable.ts";
import { FOLLOW_CASES } from "./cases/follow.ts";
import { LEASE_CASES } from "./cases/lease.ts";
import { LOAD_CASES } from "./cases/load.ts";
import { LONG_CASES } from "./cases/long.ts";
import { LOST_CASES } from "./cases/lost.ts";
import { NAMES_CASES } from "./cases/names.ts";
import { PEER_CASES } from "./cases/peer.ts";
import { RACE_CASES } from "./cases/race.ts";
import { READ_CASES } from "./cases/read.ts";
import { SKEW_CASES } from "./cases/skew.ts";
import { THREADS_CASES } from "./cases/threads.ts";
import { VALUES_CASES } from "./cases/values.ts";

/** Every case, area by area. */
export const ALL_CASES: readonly CaseSpec[] = [
  ...APPEND_CASES,
  ...READ_CASES,
  ...FOLLOW_CASES,
  ...DELETE_CASES,
  ...LEASE_CASES,
  ...LOAD_CASES,
  ...THREADS_CASES,
  ...VALUES_CASES,
  ...NAMES_CASES,
  ...RACE_CASES,
  ...DURABLE_CASES,
  ...PEER_CASES,
  ...SKEW_CASES,
  ...LOST_CASES,
  ...LONG_CASES,
];
