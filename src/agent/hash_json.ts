import { canonicalJson } from "./canonical_json.ts";

/** What the hashes of this package are made by, as each of them says: SHA-256 of the text of `canonicalJson()`. */
export const HASH_ALGORITHM = "sha256/c1";

/**
 * Hashes a value of JSON, for instance a request to a model: equal values have equal hashes, whatever the order of
 * their keys.
 *
 * @example
 * ```ts
 * import { hashJson } from "@wholeturn/wholeturn/testing";
 * import { assertEquals, assertMatch } from "@std/assert";
 *
 * assertEquals(await hashJson({ a: 1, b: 2 }), await hashJson({ b: 2, a: 1 }));
 * assertMatch(await hashJson("Hi"), /^sha256\/c1:[0-9a-f]{64}$/);
 * ```
 *
 * @param value The value.
 * @returns The name of the algorithm, a colon, and the hash in hexadecimal.
 * @throws {TraceStoreError} `INVALID_EVENT` for what JSON cannot say; the message says where.
 */
export async function hashJson(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(value));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0"));
  return `${HASH_ALGORITHM}:${hex.join("")}`;
}
