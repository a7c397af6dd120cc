import type { ServedRequest } from "../../server/served_request.ts";
import { hasKey } from "../request/client_auth.ts";
import { hostOf, isLoopbackAddress, isLoopbackName } from "../request/loopback.ts";
import { Refused } from "../request/refused.ts";

/** What proxies before this one add: then the address that a request comes from is theirs. */
const FORWARDED: readonly string[] = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/**
 * Refuses a request that may not administer the proxy. One may that has the key, as a bearer or, as browsers ask for it,
 * as the password of any user; and one from the same machine.
 *
 * A browser on the same machine sends what pages of strangers ask it to. So a request without a bearer must not come from
 * another site; and one without any key must name the machine by a name of loopback, as a stranger's name can be made to
 * lead here as well.
 *
 * @param request The request.
 * @param adminKey The key; `undefined` if there is none.
 * @throws {Refused} If it may not.
 */
export function requireAdmin(request: ServedRequest, adminKey: string | undefined): void {
  const { headers } = request;
  if (adminKey !== undefined && hasKey(headers, [adminKey])) return;
  const isKnown = adminKey !== undefined && hasKey(passwordAsBearer(headers), [adminKey]);
  if (!isKnown && !isFromHere(request)) throw refusal(adminKey);
  if (!isSameOrigin(request)) {
    throw new Refused(403, {
      code: "foreign_origin",
      message: "A page of another site may not administer the proxy",
      type: "permission_error",
    });
  }
}

function refusal(adminKey: string | undefined): Refused {
  if (adminKey === undefined) {
    return new Refused(403, {
      code: "loopback_only",
      message: "This is open to the same machine only, by a name of loopback: " +
        "configure 'admin_key' to open it to others",
      type: "permission_error",
    });
  }
  return new Refused(401, {
    code: "invalid_admin_key",
    message: "The admin key is missing or wrong: send it as a bearer",
    type: "authentication_error",
  }, { "www-authenticate": 'Basic realm="Proxy: the admin key is the password", charset="UTF-8"' });
}

function passwordAsBearer(headers: Headers): Headers {
  const encoded = /^Basic +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
  const password = /:(.+)$/s.exec(decoded(encoded))?.[1];
  // Any byte below is one of a header as well; others are no key.
  if (password === undefined || !/^[\x21-\x7e]+$/.test(password)) return new Headers();
  return new Headers({ authorization: `Bearer ${password}` });
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}

function isFromHere(request: ServedRequest): boolean {
  if (FORWARDED.some((name) => request.headers.has(name))) return false;
  return isLoopbackAddress(request.remoteAddress ?? "") && isLoopbackName(hostOf(request));
}

/** Browsers name the origin of all that changes something, and of all that goes to another site. */
function isSameOrigin(request: ServedRequest): boolean {
  const { headers } = request;
  const origin = headers.get("origin");
  if (origin !== null) return URL.canParse(origin) && new URL(origin).host === hostOf(request);
  const site = headers.get("sec-fetch-site") ?? "none";
  if (site === "none" || site === "same-origin") return true;
  // A link leads here; a picture or a frame of another site would only take the place of a page that follows.
  return request.method === "GET" && headers.get("sec-fetch-dest") === "document";
}
