import type { HeaderList } from "../header_list.ts";
import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Tells whether a request has one of some keys. How long that takes tells nothing of the keys: their hashes are
 * compared, each with all, to the last byte.
 *
 * @param headers The headers of the request; the key is in `authorization` as a bearer, or in `x-api-key` or `api-key`.
 * @param keys The keys.
 */
export function hasKey(headers: Pick<HeaderList, "get">, keys: readonly string[]): boolean {
  const given = givenKey(headers);
  if (given === undefined) return false;
  const hash = hashOf(given);
  let isKnown = false;
  for (const key of keys) isKnown = timingSafeEqual(hash, hashOf(key)) || isKnown;
  return isKnown;
}

function givenKey(headers: Pick<HeaderList, "get">): string | undefined {
  const bearer = /^Bearer +(.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return bearer ?? headers.get("x-api-key") ?? headers.get("api-key") ?? undefined;
}

function hashOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
