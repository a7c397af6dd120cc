import type { Release } from "./slots.ts";

/** Gives all of some slots back. */
export function releaseAll(releases: Iterable<Release>): undefined {
  for (const release of releases) release();
}
