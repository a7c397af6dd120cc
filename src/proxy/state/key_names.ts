import { createHash } from "node:crypto";
import type { ProxyPlan } from "../config/plan.ts";

/** Enough to tell the keys of one provider apart. */
const HASH_CHARS = 12;

/**
 * The names of scopes of keys outside of the proxy. Inside, a key is told by its place among others, which another
 * configuration may give to another key: that one must not rest for what the first one did.
 */
export class KeyNames {
  readonly #outside = new Map<string, string>();
  readonly #inside = new Map<string, string>();

  /** @param plan Which keys there are. */
  constructor({ providers }: Pick<ProxyPlan, "providers">) {
    for (const { name, keys } of providers.values()) {
      if (keys.length < 2) continue;
      for (const [index, key] of keys.entries()) {
        const hash = createHash("sha256").update(`${name}\n${key}`).digest("hex");
        this.#add(`key:${name}:${index}`, `key:${name}:${hash.slice(0, HASH_CHARS)}`);
      }
    }
  }

  /** Gives the name outside of a scope. */
  outside(id: string): string {
    return this.#outside.get(id) ?? id;
  }

  /** Gives the id of what has a name outside; `undefined` for a key that is no more. */
  inside(name: string): string | undefined {
    return name.startsWith("key:") ? this.#inside.get(name) : name;
  }

  #add(id: string, name: string): void {
    this.#outside.set(id, name);
    this.#inside.set(name, id);
  }
}
