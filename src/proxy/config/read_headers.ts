import { UNFORWARDABLE, UNSETTABLE } from "../edit/header_names.ts";
import type { ConfigPath, Problems } from "./config_problem.ts";
import type { HeaderPlan } from "./plan.ts";
import type { HeadersConfig } from "./provider_config.ts";

/**
 * Reads what is done to headers: what an upstream says of a header comes before what its provider says of it.
 *
 * @param layers What the provider says, then the upstream.
 */
export function readHeaders(layers: readonly (HeadersConfig | undefined)[]): HeaderPlan {
  const set = new Map<string, string>();
  const remove = new Set<string>();
  const forward = new Set<string>();
  for (const layer of layers) {
    for (const name of namesOf(layer?.remove)) {
      remove.add(name);
      forward.delete(name);
      set.delete(name);
    }
    for (const name of namesOf(layer?.forward)) {
      forward.add(name);
      remove.delete(name);
    }
    for (const [name, value] of Object.entries(layer?.set ?? {})) {
      set.set(name.toLowerCase(), value);
    }
  }
  return { set, remove, forward };
}

/**
 * Checks one block of headers for what cannot be done.
 *
 * @param headers The block.
 * @param path Where it stands.
 * @param problems Is told of what is wrong.
 */
export function checkHeaders(
  { set = {}, remove, forward }: HeadersConfig,
  path: ConfigPath,
  problems: Problems,
): void {
  const seen = new Set<string>();
  for (const name of Object.keys(set)) {
    const lower = name.toLowerCase();
    const at = [...path, "set", name];
    if (UNSETTABLE.has(lower)) problems.error(at, "cannot be set: the proxy sets it itself");
    if (seen.has(lower)) problems.error(at, "is there already in other letters: leave one out");
    seen.add(lower);
  }
  const removed = new Set(namesOf(remove));
  for (const [index, name] of namesOf(forward).entries()) {
    const at = [...path, "forward", index];
    if (UNFORWARDABLE.has(name)) {
      problems.error(at, `is ${name}, which is never passed on: it may be set by 'set'`);
    }
    if (removed.has(name)) problems.error(at, `is ${name}, which 'remove' has too: leave one out`);
  }
}

/** Names in lower case. Those that are no names were left out by the check of the shape. */
function namesOf(names: readonly (string | undefined)[] = []): readonly string[] {
  return names.map((name) => name?.toLowerCase() ?? "");
}
