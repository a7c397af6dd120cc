import type { HttpAnswer } from "../../server/http_answer.ts";
import type { ServedRequest } from "../../server/served_request.ts";
import type { ProxyPlan } from "../config/plan.ts";
import type { HeaderList } from "../header_list.ts";
import { isLoopbackAddress, isLoopbackName } from "./loopback.ts";
import { Refused } from "./refused.ts";

type Asked = Pick<HeaderList, "get">;

const HOW = "configure 'client_keys' of the proxy, and send one of them";

/**
 * Lets the page read what is answered. That is no risk: what is worth something is answered only to who has a key, and
 * browsers send keys only where a page puts them in itself.
 */
const READABLE: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "retry-after, x-request-id, x-proxy-upstream, x-proxy-attempts, x-proxy-overhead-ms",
};

/**
 * Refuses what the pages of strangers have a browser send: a page can have the browser of whoever opens it send a
 * POST to the same machine, and would use the keys of the proxy. With client keys there is nothing to fear, as
 * such a page has none; programs send none of what is looked at here.
 *
 * The second way is a name of a stranger that is made to lead here, by which his page and the proxy are of one origin.
 *
 * @param request The request.
 * @param headers Its headers.
 * @param plan What the proxy works by.
 * @throws {Refused} If it comes from a page of another origin, or by a name that may be a stranger's.
 */
export function refuseStrangers(
  request: ServedRequest,
  headers: Asked,
  { clientKeys, listen }: Pick<ProxyPlan, "clientKeys" | "listen">,
): void {
  if (clientKeys.length > 0) return;
  if (isOfOtherOrigin(request.url, headers)) {
    throw refused(
      "foreign_origin",
      `Pages of other origins may not use a proxy without keys: ${HOW}`,
    );
  }
  // Who serves by other means than ours decides where to listen, and by which names.
  if (request.remoteAddress === undefined || !isLoopback(listen.hostname)) return;
  const host = headers.get("host") ?? undefined;
  if (host === undefined || isLoopbackName(host)) return;
  throw refused(
    "foreign_host",
    `A proxy without keys that listens on loopback answers to names of loopback only, not to ${
      JSON.stringify(host)
    }: ask at 127.0.0.1 or localhost, or ${HOW}`,
  );
}

/**
 * Answers what browsers ask before they let a page of another origin send a request. It is always allowed: what
 * is wrong with the request itself, the page is then told by its answer.
 *
 * @param method The method of the request.
 * @param headers Its headers.
 * @returns The answer; `undefined` if that is not asked.
 */
export function answerPreflight(method: string, headers: Asked): HttpAnswer | undefined {
  if (method !== "OPTIONS" || !has(headers, "origin")) return undefined;
  if (!has(headers, "access-control-request-method")) return undefined;
  return {
    status: 204,
    headers: {
      ...READABLE,
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": headers.get("access-control-request-headers") ?? "*",
      "access-control-max-age": "600",
      "vary": "access-control-request-headers",
    },
    body: null,
  };
}

/**
 * Makes an answer one that a page of another origin can read, if a page asked.
 *
 * @param answer The answer.
 * @param asked The headers of the request.
 */
export function readableByPages(answer: HttpAnswer, asked: Asked): HttpAnswer {
  if (!has(asked, "origin")) return answer;
  const { headers } = answer;
  if (!(headers instanceof Headers)) return { ...answer, headers: { ...headers, ...READABLE } };
  for (const [name, value] of Object.entries(READABLE)) headers.set(name, value);
  return answer;
}

function has(headers: Asked, name: string): boolean {
  return (headers.get(name) ?? undefined) !== undefined;
}

/** Browsers name the origin of every POST. */
function isOfOtherOrigin(url: string, headers: Asked): boolean {
  const origin = headers.get("origin") ?? undefined;
  if (origin === undefined) return headers.get("sec-fetch-site") === "cross-site";
  const host = headers.get("host") ?? /^\w+:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase();
}

function isLoopback(hostname: string): boolean {
  return isLoopbackName(hostname) || isLoopbackAddress(hostname);
}

function refused(code: string, message: string): Refused {
  return new Refused(403, { code, message, type: "permission_error" });
}
