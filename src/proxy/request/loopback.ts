import type { ServedRequest } from "../../server/served_request.ts";

/** Gives the host that a request names, with its port. */
export function hostOf({ headers, url }: ServedRequest): string {
  return headers.get("host") ?? new URL(url).host;
}

/** Tells whether an address is one of the machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/i.test(address) || address === "::1";
}

/** Tells whether a host, with a port or without, is a name that leads to the machine itself wherever it is asked. */
export function isLoopbackName(host: string): boolean {
  // What nearly every client sends.
  if (/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)) return true;
  const name = host.replace(/:\d+$/, "").toLowerCase();
  if (/^(?:[\w.-]+\.)?localhost$/.test(name)) return true;
  return isLoopbackAddress(name.replace(/^\[(.*)\]$/, "$1"));
}
