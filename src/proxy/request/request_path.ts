import type { HeaderList } from "../header_list.ts";
import { Refused } from "./refused.ts";

/** A host as it stands in an address, with a port or without. What ends it in an address cannot be in it. */
const HOST = "(?:[\\w.~!$&'()*+,;=-]+|\\[[\\da-fA-F:.]+\\])(?::\\d*)?";
const HOST_REGEXP = new RegExp(`^${HOST}$`);
const ADDRESS_REGEXP = new RegExp(`^https?://${HOST}(/[^?#]*)?(?:[?#]|$)`, "i");

/**
 * Gives the path of a request as the client wrote it. As nothing is resolved, `/a/../v1/models`, `//v1/models` and
 * `/v1%2fmodels` are other paths than `/v1/models`, whatever somebody before the proxy lets pass.
 *
 * @param url The whole address.
 * @param headers The headers.
 * @throws {Refused} If the address or the host is none: a path could be hidden there.
 */
export function requestPath(url: string, headers: Pick<HeaderList, "get">): string {
  const found = ADDRESS_REGEXP.exec(url);
  const host = headers.get("host") ?? undefined;
  if (found !== null && (host === undefined || HOST_REGEXP.test(host))) return found[1] ?? "/";
  const message = "The address of the request, or its host, is none";
  throw new Refused(400, { code: "invalid_target", message }, { connection: "close" });
}
