import type { Release } from "./slots.ts";

/** Gives all of some slots back. */
export function releaseAll(releases: readonly Release[]): undefined {
  for (const release of releases) release();
}
