import { ATTACK_MUTATIONS } from "./attack_mutations.ts";
import { BACKOFF_MUTATIONS } from "./backoff_mutations.ts";
import { COMMIT_MUTATIONS } from "./commit_mutations.ts";
import { EDIT_MUTATIONS } from "./edit_mutations.ts";
import type { Mutation } from "./mutation.ts";
import { OPS_MUTATIONS } from "./ops_mutations.ts";
import { ROUTING_MUTATIONS } from "./routing_mutations.ts";
import { STREAM_MUTATIONS } from "./stream_mutations.ts";
import { THINK_MUTATIONS } from "./think_mutations.ts";
import { TIME_MUTATIONS } from "./time_mutations.ts";

/** Every breakage. */
export const ALL_MUTATIONS: readonly Mutation[] = [
  ...THINK_MUTATIONS,
  ...STREAM_MUTATIONS,
  ...COMMIT_MUTATIONS,
  ...EDIT_MUTATIONS,
  ...BACKOFF_MUTATIONS,
  ...ROUTING_MUTATIONS,
  ...TIME_MUTATIONS,
  ...OPS_MUTATIONS,
  ...ATTACK_MUTATIONS,
];
